#include "run/estimate_methods.hpp"

#include "run/choose_method.hpp"
#include "run/scheduler.hpp"

namespace queens {
namespace {

// Of the time, for a look at how long the count would take; and how much of what is then left the
// count may be expected to need, so that a wrong guess still ends in time.
constexpr double kLook = 0.05;
constexpr double kFits = 0.6;

// So little planned work is done before it could be judged.
constexpr double kTrifle = 1e5;

}  // namespace

bool count_if_in_time(const EstimateTask& task, const Method& method,
                      const std::vector<WorkUnit>& units, double least, const Look& look,
                      MethodEstimate& estimate, Range& solutions) {
  if (task.limits.samples != 0 && !units.empty()) return false;
  if (cost_of(units) > kTrifle) {
    const auto now = EstimateClock::now();
    if (least / task.pool.threads() > Seconds(task.limits.end - now).count()) return false;
    DrawLimits limits = task.limits;
    limits.end =
        now + std::chrono::duration_cast<EstimateClock::duration>(kLook * (limits.end - now));
    const double seconds = look(limits);
    const Seconds left = task.limits.end - EstimateClock::now();
    if (seconds / task.pool.threads() > kFits * left.count()) return false;
  }
  Count total;
  double nodes = 0;
  double seconds = 0;
  for (const ThreadStats& thread : run_units(method, units, task.pool, task.cancel)) {
    total += thread.solutions;
    nodes += static_cast<double>(thread.nodes);
    seconds += std::chrono::duration<double>(thread.busy).count();
  }
  estimate.nodes = exactly(nodes);
  estimate.seconds = exactly(seconds);
  solutions = exactly(total.to_double());
  return true;
}

Range elapsed(const EstimateTask& task, const std::vector<WorkUnit>& units, Seconds planning,
              const Range& seconds) {
  const double longest = units.empty() ? 0 : units.front().cost / cost_of(units);
  const double share = std::max(1.0 / task.pool.threads(), longest);
  return {.low = planning.count() + share * seconds.low,
          .expected = planning.count() + share * seconds.expected,
          .high = planning.count() + share * seconds.high};
}

}  // namespace queens
