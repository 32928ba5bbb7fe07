#include "run/thread_pool.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_group.h>

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

oneapi::tbb::task_arena::priority arena_priority(Priority priority) {
  switch (priority) {
    case Priority::low:
      return oneapi::tbb::task_arena::priority::low;
    case Priority::high:
      return oneapi::tbb::task_arena::priority::high;
    case Priority::normal:
      break;
  }
  return oneapi::tbb::task_arena::priority::normal;
}

// A task that comes again while there is work. It is put into the arena's common queue, not into
// the thread's own, since a thread that has tasks of its own does not look for a more urgent arena.
struct Again {
  oneapi::tbb::task_arena& arena;
  oneapi::tbb::task_group& group;
  const std::function<bool(std::size_t)>& work;

  void enqueue() const { arena.enqueue(group.defer(*this)); }

  void operator()() const {
    const TaskOrder around_task;
    const int thread = oneapi::tbb::this_task_arena::current_thread_index();
    if (work(static_cast<std::size_t>(thread))) enqueue();
  }
};

}  // namespace

ThreadPool::ThreadPool(int threads, Priority priority)
    : arena_(threads, 1, arena_priority(priority)), threads_(threads) {
  prove_that_threads_start(threads);
  // oneTBB starts no more threads than it sees CPUs unless told to. The setting is the whole
  // process's, and the least one wins, so it is left alone where it is not needed.
  if (threads > oneapi::tbb::info::default_concurrency()) {
    allowed_.emplace(oneapi::tbb::global_control::max_allowed_parallelism,
                     static_cast<std::size_t>(threads));
  }
}

void ThreadPool::on_all_threads(const std::function<bool(std::size_t)>& work) {
  const TaskOrder around_all;
  execute([&] {
    if (threads_ == 1) {  // a queued task would bring a second thread into the arena
      while (work(0)) {
      }
      return;
    }
    oneapi::tbb::task_group group;
    for (int i = 0; i < threads_; ++i) Again{arena_, group, work}.enqueue();
    group.wait();
  });
}

}  // namespace queens
