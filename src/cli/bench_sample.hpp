#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "cli/bench_runs.hpp"
#include "cli/report.hpp"
#include "queens/cancel.hpp"

namespace queens::cli {

/// Runs some subproblems of each variant on one thread, for so long each, and says how long all of
/// them would take. `before_run` is told what comes.
Report run_sample(const std::vector<Variant>& variants, std::chrono::seconds time,
                  std::uint64_t seed, const CancelToken& cancel,
                  const std::function<void(const std::string&)>& before_run);

}  // namespace queens::cli
