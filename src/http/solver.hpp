#pragma once

#include <string>

#include "http/metrics.hpp"
#include "job/job.hpp"
#include "queens/cancel.hpp"
#include "queens/estimate.hpp"

namespace queens::http {

/// Counts at once what does not take long. Runs on the calling thread alone, so that several calls
/// share the CPUs as the system sees fit, and none waits for oneTBB's threads.
class Solver {
 public:
  /// Measures how fast this machine is, for some milliseconds.
  Solver(std::string kernel, int estimate_threads, Metrics& metrics);

  /// The answer's text. Throws Problem{too_long} for a board that is expected to take more than a
  /// second, and for one that does take much longer.
  std::string solve(const job::Request& request);

  /// The text of an estimate.
  std::string estimate(const job::Request& request, std::uint64_t seed);

  /// Ends all calls.
  void stop() { cancel_.request(); }

 private:
  void refuse_if_long(const Board& board) const;
  [[nodiscard]] Options options(int threads) const;

  std::string kernel_;
  int estimate_threads_;
  Metrics& metrics_;
  CancelToken cancel_;
  double nodes_a_second_ = 0;
};

}  // namespace queens::http
