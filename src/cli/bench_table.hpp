#pragma once

#include <string>
#include <vector>

#include "cli/bench_runs.hpp"
#include "cli/bench_summary.hpp"
#include "cli/report.hpp"

namespace queens::cli {

/// A row a variant.
Table bench_table(const BenchRuns& bench,
                  const std::vector<std::optional<BenchSummary>>& summaries);

/// What was left out and why, how to read the table, and the totals.
std::vector<std::string> bench_notes(const BenchRuns& bench);

/// A line for every variant left out.
std::vector<std::string> left_out_notes(const BenchRuns& bench);

/// "Every count of one n gave the same total: n = 8: 92".
std::string totals_note(const BenchRuns& bench);

}  // namespace queens::cli
