#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace queens::http {

/// Threads that do what the server's thread must not wait for.
class WorkerPool {
 public:
  /// `patient` threads leave the CPU to others.
  WorkerPool(int threads, std::size_t most_waiting, bool patient);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool() { finish(); }

  /// Waits for the end of what has begun, and drops the rest.
  void finish();

  /// False where as many wait as may. The function must not throw.
  bool post(std::function<void()> work);

 private:
  void run();

  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  bool stopping_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace queens::http
