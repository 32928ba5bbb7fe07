#include <algorithm>
#include <cmath>
#include <random>

#include "kernel/registry.hpp"
#include "queens/measure.hpp"
#include "run/choose_method.hpp"

namespace queens {
namespace {

using Clock = std::chrono::steady_clock;

struct SampledUnit {
  double cost = 0;
  double seconds = 0;
  double solutions = 0;
};

struct Scaled {
  double value = 0;
  double error = 0;  // relative
};

// The ratio estimate of a sum over all units: what the sampled ones gave for each unit of cost,
// times the cost of all. Its error is that of the residuals, with the correction for a sample that
// is a good part of the whole (Cochran, Sampling Techniques, chapter 6).
Scaled scaled(const std::vector<SampledUnit>& runs, double SampledUnit::*what, std::size_t units,
              double all_cost) {
  const auto count = static_cast<double>(runs.size());
  double cost = 0;
  double sum = 0;
  for (const SampledUnit& run : runs) {
    cost += run.cost;
    sum += run.*what;
  }
  if (sum <= 0 || cost <= 0) return {};
  const double ratio = sum / cost;
  double squares = 0;
  for (const SampledUnit& run : runs) squares += std::pow(run.*what - ratio * run.cost, 2);
  const double unseen = 1 - count / static_cast<double>(units);
  const double variance = count > 1 ? unseen * squares / (count - 1) / count : 0;
  return {.value = ratio * all_cost, .error = std::sqrt(variance) / (sum / count)};
}

}  // namespace

Sample sample_subproblems(const Board& board, Seconds time, std::uint64_t seed,
                          const Options& options) {
  const Kernel& kernel = select_kernel(options.kernel);
  const auto method = choose_method(board, kernel, 1, options).method;
  std::vector<WorkUnit> units = method->plan(options.cancel);
  double all_cost = 0;
  for (const WorkUnit& unit : units) all_cost += unit.cost;
  std::mt19937_64 random(seed);
  std::shuffle(units.begin(), units.end(), random);

  const std::unique_ptr<Scratch> scratch = method->make_scratch();
  std::vector<SampledUnit> runs;
  Seconds spent{};
  for (const WorkUnit& unit : units) {
    if (runs.size() >= kFewestSampled && spent >= time) break;
    const Clock::time_point start = Clock::now();
    const Tally tally = method->run(unit, *scratch, options.cancel);
    const Seconds took = Clock::now() - start;
    options.cancel.throw_if_requested();
    spent += took;
    runs.push_back({.cost = unit.cost,
                    .seconds = took.count(),
                    .solutions = static_cast<double>(tally.solutions) * unit.weight});
  }
  const Scaled seconds = scaled(runs, &SampledUnit::seconds, units.size(), all_cost);
  const Scaled solutions = scaled(runs, &SampledUnit::solutions, units.size(), all_cost);
  return {.method = std::string(method->name()),
          .kernel = std::string(kernel.name),
          .subproblems = units.size(),
          .sampled = runs.size(),
          .spent = spent,
          .time = Seconds(seconds.value),
          .time_error = seconds.error,
          .solutions = solutions.value,
          .solutions_error = solutions.error};
}

}  // namespace queens
