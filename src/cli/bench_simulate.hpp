#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/report.hpp"
#include "queens/progress.hpp"
#include "queens/queens.hpp"

namespace queens::cli {

/// Measures the subproblems of the empty board of n rows on one thread, with the options' kernel,
/// token and progress, and predicts the time on so many workers.
Report run_simulation(int n, const std::vector<int>& workers, const Options& options);

}  // namespace queens::cli
