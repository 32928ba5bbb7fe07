#pragma once

#include <optional>
#include <vector>

#include "cli/bench_runs.hpp"

namespace queens::cli {

/// What a variant's runs say.
struct BenchSummary {
  double median = 0;  ///< seconds, as are least and most
  double least = 0;
  double most = 0;
  double spread = 0;  ///< (most - least) / median
  /// Against the fewest threads of the same kernel, method and n; none where that variant was left
  /// out.
  std::optional<double> speed_up{};
  std::optional<double> efficiency{};  ///< speed-up by the factor of threads
  double nodes_per_second = 0;
  double solutions_per_second = 0;
  std::optional<double> cycles_per_node{};  ///< median, of all threads
};

/// The middle value, the mean of the two in the middle of an even number of values. At least one.
double median(std::vector<double> values);

/// One for each variant, none for those left out.
std::vector<std::optional<BenchSummary>> summarise(const BenchRuns& bench);

/// The fewest threads among the variants: what speed-ups are taken against.
int fewest_threads(const BenchRuns& bench);

}  // namespace queens::cli
