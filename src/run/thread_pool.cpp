#include "run/thread_pool.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <atomic>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "queens/error.hpp"
#include "run/task_order.hpp"

namespace queens {
namespace {

// oneTBB ends the process when it cannot start a thread. So the first time that so many are asked
// for, as many are started here, all at once, where a refusal can be reported.
void prove_that_threads_start(int threads) {
  static std::atomic<int> proven = 1;
  if (threads <= proven) return;
  std::atomic<bool> done = false;
  std::vector<std::jthread> started;
  try {
    for (int i = 1; i < threads; ++i) started.emplace_back([&done] { done.wait(false); });
  } catch (const std::system_error& error) {
    done = true;
    done.notify_all();
    throw Error(ErrorCode::resources, "the system grants only " +
                                          std::to_string(started.size() + 1) + " of " +
                                          std::to_string(threads) + " threads: " + error.what());
  }
  done = true;
  done.notify_all();
  proven = threads;
}

}  // namespace

ThreadPool::ThreadPool(int threads) : arena_(threads), threads_(threads) {
  prove_that_threads_start(threads);
  // oneTBB starts no more threads than it sees CPUs unless told to. The setting is the whole
  // process's, and the least one wins, so it is left alone where it is not needed.
  if (threads > oneapi::tbb::info::default_concurrency()) {
    allowed_.emplace(oneapi::tbb::global_control::max_allowed_parallelism,
                     static_cast<std::size_t>(threads));
  }
}

void ThreadPool::on_all_threads(const std::function<void(std::size_t)>& work) {
  using oneapi::tbb::blocked_range;
  const TaskOrder around_all;
  execute([&] {
    oneapi::tbb::parallel_for(
        blocked_range<int>(0, threads_, 1),
        [&work](const blocked_range<int>&) {
          const TaskOrder around_task;
          work(static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index()));
        },
        oneapi::tbb::simple_partitioner());
  });
}

}  // namespace queens
