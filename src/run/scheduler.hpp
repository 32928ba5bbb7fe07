#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <vector>

#include "core/method.hpp"
#include "queens/cancel.hpp"
#include "queens/progress.hpp"
#include "queens/result.hpp"
#include "run/thread_pool.hpp"

namespace queens {

/// Whom to tell of a run's progress, and how often; nobody by default.
struct ProgressReport {
  std::function<void(const Progress&)> call{};
  std::chrono::milliseconds interval{};
};

/// What was counted before the run and belongs to its progress.
struct Before {
  double cost = 0;
  std::uint64_t subproblems = 0;
  Count solutions{};
};

/// Called by the thread that ran a unit, at once; several may call at the same time.
using UnitDone = std::function<void(const WorkUnit&, const Tally&)>;

/// Runs all units on the pool's threads, handing them out in the given order, and returns what each
/// thread found. The sum of the threads' solutions is the count. Knows no method but by its
/// interface. Throws Error: cancelled, overflow.
std::vector<ThreadStats> run_units(const Method& method, std::span<const WorkUnit> units,
                                   ThreadPool& pool, const CancelToken& cancel,
                                   const ProgressReport& report = {}, const Before& before = {},
                                   const UnitDone& done = {});

}  // namespace queens
