#include "queens/estimate.hpp"

#include "kernel/registry.hpp"
#include "run/checked_options.hpp"
#include "run/choose_method.hpp"
#include "run/estimate_methods.hpp"
#include "run/search_method.hpp"

namespace queens {
namespace {

// The search's share of the time; the solutions come from it.
constexpr double kShareOfSearch = 0.5;
// The last samples end after the time.
constexpr double kShareOfBoth = 0.95;

std::string chosen_name(const EstimateTask& task, const std::vector<WorkUnit>& units,
                        const std::string& join_missing, const Options& options) {
  if (!options.method.empty()) {
    return std::string(
        choose_method(task.board, task.kernel, task.pool.threads(), options).method->name());
  }
  return join_missing.empty() && join_is_faster(task.board, cost_of(units)) ? "join" : "search";
}

}  // namespace

CountEstimate estimate_count(const Board& board, const Options& options,
                             const EstimateLimits& limits) {
  const auto start = EstimateClock::now();
  const auto at = [&](double share) {
    return start + std::chrono::duration_cast<EstimateClock::duration>(share * limits.time);
  };
  const Kernel& kernel = select_kernel(options.kernel);
  ThreadPool pool(thread_count(options), options.priority);
  EstimateTask task{
      .board = board,
      .kernel = kernel,
      .pool = pool,
      .cancel = options.cancel,
      .limits = {.end = at(kShareOfSearch), .samples = limits.samples, .seed = limits.seed},
      .memory = memory_limit(options) / static_cast<std::uint64_t>(pool.threads())};
  const auto before = EstimateClock::now();
  const std::vector<WorkUnit> units = SearchMethod(board, kernel).plan(options.cancel);
  const Seconds planning = EstimateClock::now() - before;
  const std::string missing = join_missing(board, kernel, pool.threads(), options);
  CountEstimate estimate{.threads = pool.threads(),
                         .kernel = std::string(kernel.name),
                         .chosen = chosen_name(task, units, missing, options)};
  if (!missing.empty()) task.limits.end = at(kShareOfBoth);
  estimate.methods.push_back(estimate_search(task, units, planning, estimate.solutions));
  task.limits.end = at(kShareOfBoth);
  estimate.methods.push_back(
      missing.empty() ? estimate_join(task) : MethodEstimate{.method = "join", .missing = missing});
  return estimate;
}

double planned_nodes(const Board& board, const Options& options) {
  return cost_of(SearchMethod(board, select_kernel(options.kernel)).plan(options.cancel));
}

}  // namespace queens
