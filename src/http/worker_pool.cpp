#include "http/worker_pool.hpp"

#include <sys/resource.h>

#include <utility>

namespace queens::http {

WorkerPool::WorkerPool(int threads, std::size_t most_waiting, bool patient)
    : most_waiting_(most_waiting) {
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this, patient] {
      constexpr int kNice = 10;
      if (patient) static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNice));
      run();
    });
  }
}

void WorkerPool::finish() {
  {
    const std::scoped_lock hold(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  threads_.clear();
  waiting_.clear();
}

bool WorkerPool::post(std::function<void()> work) {
  {
    const std::scoped_lock hold(mutex_);
    if (stopping_ || waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

void WorkerPool::run() {
  std::unique_lock hold(mutex_);
  while (true) {
    wake_.wait(hold, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    hold.unlock();
    work();
    hold.lock();
  }
}

}  // namespace queens::http
