// Prediction from measured times. There is no clock here, so that the same times always give the
// same prediction.

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#include "queens/measure.hpp"

namespace queens {
namespace {

// When the last of the workers is done that take one subproblem after another.
Seconds makespan(const Measurement& measurement, std::size_t workers) {
  // A worker beyond the number of subproblems would find none.
  workers = std::min(workers, measurement.subproblems.size());
  std::priority_queue<Seconds, std::vector<Seconds>, std::greater<>> free_at(
      std::greater<>(), std::vector<Seconds>(workers, Seconds::zero()));
  Seconds last{};
  for (const MeasuredSubproblem& subproblem : measurement.subproblems) {
    const Seconds done = free_at.top() + measurement.dispatch + subproblem.time;
    free_at.pop();
    free_at.push(done);
    last = std::max(last, done);
  }
  return last;
}

// The largest of the three losses, where they are worth mentioning.
Bound bound_of(const Prediction& prediction) {
  constexpr double kNegligible = 0.05;
  const Seconds even_share = prediction.work / prediction.workers;
  const Seconds idle = prediction.counting - even_share;
  if (prediction.startup + idle <= kNegligible * prediction.total()) return Bound::work;
  // What the longest subproblem takes beyond an even share no order of handing out can save.
  const Seconds longest = std::max(Seconds::zero(), prediction.longest - even_share);
  const Seconds tail = idle - longest;
  if (prediction.startup >= std::max(longest, tail)) return Bound::startup;
  return longest >= tail ? Bound::longest : Bound::tail;
}

}  // namespace

Prediction predict(const Measurement& measurement, int workers) {
  if (workers < 1) throw Error(ErrorCode::invalid_input, "a prediction needs a worker at least");
  // The calling thread is a worker that need not be started.
  Prediction prediction{
      .workers = workers,
      .startup = measurement.planning + measurement.thread_start * (workers - 1),
      .counting = makespan(measurement, static_cast<std::size_t>(workers)),
  };
  for (const MeasuredSubproblem& subproblem : measurement.subproblems) {
    const Seconds time = measurement.dispatch + subproblem.time;
    prediction.work += time;
    prediction.longest = std::max(prediction.longest, time);
  }
  prediction.bound = bound_of(prediction);
  return prediction;
}

}  // namespace queens
