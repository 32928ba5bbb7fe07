#pragma once

#include <string>
#include <vector>

#include "cli/bench_runs.hpp"
#include "cli/bench_summary.hpp"
#include "json/machine.hpp"

namespace queens::cli {

/// The machine, the settings and every single run; bench/README.md documents the fields.
std::string bench_json(const json::Machine& machine, const BenchRuns& bench,
                       const std::vector<std::optional<BenchSummary>>& summaries);

}  // namespace queens::cli
