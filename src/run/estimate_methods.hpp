#pragma once

// The two methods' parts of estimate_count().

#include <functional>
#include <vector>

#include "core/method.hpp"
#include "kernel/kernel.hpp"
#include "queens/board.hpp"
#include "queens/estimate.hpp"
#include "run/estimate_parts.hpp"
#include "run/thread_pool.hpp"

namespace queens {

/// What both are to judge, and how.
struct EstimateTask {
  const Board& board;
  const Kernel& kernel;
  ThreadPool& pool;
  const CancelToken& cancel;
  DrawLimits limits;
  std::uint64_t memory = 0;  ///< bytes that a thread's scratch may take
};

/// Fills in the method, and `solutions`. `units` is the plan of a SearchMethod with the task's
/// board and kernel, made in `planning`.
MethodEstimate estimate_search(const EstimateTask& task, const std::vector<WorkUnit>& units,
                               Seconds planning, Range& solutions);

/// The kernel can join, and the memory suffices.
MethodEstimate estimate_join(const EstimateTask& task);

/// Draws samples within limits and returns the seconds of all threads that a count would take.
using Look = std::function<double(const DrawLimits&)>;

/// Counts the board where a few samples say that this will end in time, which are not drawn where
/// `least` seconds of all threads are too many already. Fills in the method and `solutions`;
/// returns whether it did.
bool count_if_in_time(const EstimateTask& task, const Method& method,
                      const std::vector<WorkUnit>& units, double least, const Look& look,
                      MethodEstimate& estimate, Range& solutions);

/// From start to end: planning, an even share of the work for each thread, but not less than the
/// longest unit.
Range elapsed(const EstimateTask& task, const std::vector<WorkUnit>& units, Seconds planning,
              const Range& seconds);

}  // namespace queens
