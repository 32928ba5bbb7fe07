#pragma once

#include <atomic>

namespace queens {

/// Tells ThreadSanitizer of an order that oneTBB guarantees: what a task does comes after what its
/// spawner did before, and the end of a parallel call after all its tasks. Debian's oneTBB is not
/// built for ThreadSanitizer, which cannot see it. Called at the beginning and end of every task
/// and parallel call; does nothing in other builds.
inline void tell_task_order() {
#if defined(__SANITIZE_THREAD__)
  static std::atomic<int> order = 0;
  order.fetch_add(1, std::memory_order_acq_rel);
#endif
}

/// The same for the length of a scope.
struct TaskOrder {
  TaskOrder() { tell_task_order(); }
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;
  ~TaskOrder() { tell_task_order(); }
};

}  // namespace queens
