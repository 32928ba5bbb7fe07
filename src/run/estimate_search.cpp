// The search, judged by random walks that end with subtrees searched in full.

#include "plan/cost.hpp"
#include "plan/decomposition.hpp"
#include "run/estimate_methods.hpp"
#include "run/search_method.hpp"

namespace queens {
namespace {

// Where a walk ends. Smaller subtrees are more samples, and so better for all but the time: they
// keep vectors half empty, and take more time for a node than a count does until they are this
// large. bench/NOTES.md has the figures.
constexpr double kMostNodes = 3e6;
constexpr double kMostSeconds = 3e-3;  // no more for a slow kernel
constexpr double kFewestNodes = 1e4;

// Where it ends for a look at how fast the kernel is, and where the number of samples is given and
// must not be followed by what depends on the machine.
constexpr double kLookNodes = 1e5;
constexpr double kFixedNodes = 1e6;

// The most images that a unit of the plan stands for.
constexpr double kMostImages = 8;

class SearchSampler {
 public:
  SearchSampler(const EstimateTask& task, const std::vector<WorkUnit>& units)
      : task_(task),
        decomposition_(task.board, task.kernel.division),
        model_(task.board.size()),
        lottery_(units) {}

  [[nodiscard]] std::vector<Drawn> draw(const DrawLimits& limits, double most_nodes) const {
    const Drawing drawing{.pool = task_.pool, .cancel = task_.cancel, .make_scratch = [this] {
                            return task_.kernel.make_scratch(task_.board.size());
                          }};
    return draw_samples(drawing, limits, [&](Random& random, Scratch& scratch) {
      return drawn(most_nodes, random, scratch);
    });
  }

 private:
  Drawn drawn(double most_nodes, Random& random, Scratch& scratch) const {
    const UnitLottery::Ticket ticket = lottery_.draw(random);
    const Subtree subtree = random_subtree(decomposition_.subproblem(*ticket.unit), model_,
                                           task_.kernel.first_column, most_nodes, random);
    if (subtree.scale == 0) return {};
    const auto start = EstimateClock::now();
    const Tally tally = task_.kernel.count(subtree.problem, scratch, task_.cancel);
    const Seconds took = EstimateClock::now() - start;
    const double scale = ticket.scale * subtree.scale;
    return {.solutions = scale * ticket.unit->weight * static_cast<double>(tally.solutions),
            .nodes = scale * static_cast<double>(tally.nodes),
            .seconds = scale * took.count()};
  }

  const EstimateTask& task_;
  Decomposition decomposition_;
  CostModel model_;
  UnitLottery lottery_;
};

}  // namespace

MethodEstimate estimate_search(const EstimateTask& task, const std::vector<WorkUnit>& units,
                               Seconds planning, Range& solutions) {
  MethodEstimate estimate{.method = "search"};
  const SearchSampler sampler(task, units);
  double most_nodes = kFixedNodes;
  const Look look = [&](const DrawLimits& limits) {
    const std::vector<Drawn> samples = sampler.draw(limits, kLookNodes);
    const double rate = ratio_of(samples, &Drawn::nodes, &Drawn::seconds).value;
    most_nodes = std::clamp(rate * kMostSeconds, kFewestNodes, kMostNodes);
    return mean_of(samples, &Drawn::seconds).value;
  };
  const SearchMethod method(task.board, task.kernel);
  if (!count_if_in_time(task, method, units, 0, look, estimate, solutions)) {
    const std::vector<Drawn> samples = sampler.draw(task.limits, most_nodes);
    estimate.samples = samples.size();
    estimate.nodes = range_of(mean_of(samples, &Drawn::nodes));
    estimate.seconds = range_of(with_error(mean_of(samples, &Drawn::seconds), kDrift));
    solutions = range_of(mean_of(samples, &Drawn::solutions));
    // The search takes at least a step to find a solution, or all images of one.
    if (solutions.expected == 0) solutions.high = kMostImages * estimate.nodes.high;
  }
  estimate.elapsed = elapsed(task, units, planning, estimate.seconds);
  return estimate;
}

}  // namespace queens
