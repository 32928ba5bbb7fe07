#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <functional>
#include <optional>

#include "queens/queens.hpp"

namespace queens {

/// A oneTBB arena of `threads` threads, the calling one included.
class ThreadPool {
 public:
  /// Throws Error{resources} where the system does not grant so many threads.
  explicit ThreadPool(int threads, Priority priority = Priority::normal);

  [[nodiscard]] int threads() const noexcept { return threads_; }

  /// Calls the function inside the arena and returns when it does.
  template <typename Function>
  void execute(const Function& function) {
    arena_.execute(function);
  }

  /// Calls work(i), i < threads(), on each thread at once, again and again while it returns true,
  /// and returns when all have returned false. Such a call should take what there is to do for some
  /// milliseconds: between two calls a thread may leave for an arena of higher priority. A thread
  /// that comes late finds less or nothing to do, and its call may be made by another, after that
  /// one's own. `i` is of the thread that makes the call, so what is kept for each i needs no lock.
  void on_all_threads(const std::function<bool(std::size_t)>& work);

 private:
  std::optional<oneapi::tbb::global_control> allowed_;
  oneapi::tbb::task_arena arena_;
  int threads_;
};

}  // namespace queens
