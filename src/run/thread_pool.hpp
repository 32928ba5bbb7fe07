#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <optional>

namespace queens {

/// A oneTBB arena of `threads` threads, the calling one included.
class ThreadPool {
 public:
  /// Throws Error{resources} where the system does not grant so many threads.
  explicit ThreadPool(int threads);

  [[nodiscard]] int threads() const noexcept { return threads_; }

  /// Calls the function inside the arena and returns when it does.
  template <typename Function>
  void execute(const Function& function) {
    arena_.execute(function);
  }

 private:
  std::optional<oneapi::tbb::global_control> allowed_;
  oneapi::tbb::task_arena arena_;
  int threads_;
};

}  // namespace queens
