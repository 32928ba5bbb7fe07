#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/bench_runs.hpp"
#include "cli/report.hpp"
#include "queens/result.hpp"

namespace queens::cli {

/// The steps from the plainest search to all CPUs: the reference kernels, then the others, each
/// from worst to best, on one thread, and the best one on `cpus` threads, where that is more. Of
/// `kernels`, which are best first, those that can run here.
std::vector<Variant> ladder_steps(int n, const std::vector<KernelInfo>& kernels, int cpus);

/// Measures and explains the ladder.
Report run_ladder(int n, const BenchSettings& settings, const CancelToken& cancel,
                  const std::function<void(const std::string&)>& before_run);

}  // namespace queens::cli
