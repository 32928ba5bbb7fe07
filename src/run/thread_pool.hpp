#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

namespace queens {

/// A oneTBB arena of exactly `threads` threads, the calling one included, also where that is more
/// than the CPUs that oneTBB sees.
class ThreadPool {
 public:
  explicit ThreadPool(int threads)
      : allowed_(oneapi::tbb::global_control::max_allowed_parallelism,
                 static_cast<std::size_t>(threads)),
        arena_(threads),
        threads_(threads) {}

  [[nodiscard]] int threads() const noexcept { return threads_; }

  /// Calls the function inside the arena and returns when it does.
  template <typename Function>
  void execute(const Function& function) {
    arena_.execute(function);
  }

 private:
  oneapi::tbb::global_control allowed_;
  oneapi::tbb::task_arena arena_;
  int threads_;
};

}  // namespace queens
