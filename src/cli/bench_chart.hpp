#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/bench_runs.hpp"
#include "cli/bench_summary.hpp"

namespace queens::cli {

/// An SVG picture of two panels: speed-up over threads, a line a kernel for the largest n that it
/// was measured on, and time over n on the fewest threads, a line a kernel. `note` says where.
std::string bench_chart(const BenchRuns& bench,
                        const std::vector<std::optional<BenchSummary>>& summaries,
                        const std::string& note);

/// A predicted number of workers.
struct SimulatedPoint {
  int workers = 0;
  double speed_up = 0;
  double counting_efficiency = 0;
  double efficiency = 0;
};

/// The same for predictions: speed-up and efficiency over workers.
std::string simulation_chart(const std::string& subject, const std::string& note,
                             const std::vector<SimulatedPoint>& points);

}  // namespace queens::cli
