#include "run/scheduler.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace queens {
namespace {

using Clock = std::chrono::steady_clock;

// Two lines, not one: the prefetchers of current CPUs fetch lines in pairs.
constexpr std::size_t kApart = 128;

// What one thread has done so far. Its lock is only ever contended by the progress report, since
// every thread has a slot of its own; taken once a unit, it costs nothing against the unit.
struct alignas(kApart) Slot {
  std::mutex lock;
  ThreadStats stats;
  double cost_done = 0;
  std::unique_ptr<Scratch> scratch;  // used by the slot's thread alone
};

class Run {
 public:
  Run(const Method& method, std::span<const WorkUnit> units, int threads, const CancelToken& cancel)
      : method_(method), units_(units), cancel_(cancel), slots_(static_cast<std::size_t>(threads)) {
    for (const WorkUnit& unit : units) cost_ += unit.cost;
  }

  // Takes the next unit until there is none. Units are handed out one by one from the most
  // expensive down, so that the threads end within the time of a small unit of each other; a shared
  // counter touched once a unit, which is a millisecond of work, is no bottleneck.
  void work(std::size_t thread) {
    try {
      take_units(thread);
    } catch (...) {
      next_ = units_.size();  // nothing that the others could still find would be of use
      throw;
    }
  }

  [[nodiscard]] std::vector<ThreadStats> stats() {
    std::vector<ThreadStats> all;
    for (Slot& slot : slots_) {
      const std::scoped_lock hold(slot.lock);
      all.push_back(slot.stats);
    }
    return all;
  }

  [[nodiscard]] Progress progress() {
    Progress now{.elapsed = Clock::now() - start_, .subproblems = units_.size()};
    double done = 0;
    for (Slot& slot : slots_) {
      const std::scoped_lock hold(slot.lock);
      now.solutions += slot.stats.solutions;
      now.subproblems_done += slot.stats.subproblems;
      done += slot.cost_done;
    }
    now.share = cost_ > 0 ? done / cost_ : 1;
    if (now.share > 0) now.left = now.elapsed * ((1 - now.share) / now.share);
    return now;
  }

 private:
  void take_units(std::size_t thread) {
    Slot& slot = slots_[thread];
    if (slot.scratch == nullptr) slot.scratch = method_.make_scratch();
    while (!cancel_.requested()) {
      const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= units_.size()) return;
      const WorkUnit& unit = units_[index];
      const Clock::time_point start = Clock::now();
      const Tally tally = method_.run(unit, *slot.scratch, cancel_);
      const Clock::duration busy = Clock::now() - start;
      if (cancel_.requested()) return;
      const std::scoped_lock hold(slot.lock);
      slot.stats.solutions += Count(tally.solutions) * unit.weight;
      slot.stats.nodes += tally.nodes;
      slot.stats.busy += busy;
      ++slot.stats.subproblems;
      slot.cost_done += unit.cost;
    }
  }

  const Method& method_;
  std::span<const WorkUnit> units_;
  const CancelToken& cancel_;
  std::vector<Slot> slots_;
  double cost_ = 0;
  Clock::time_point start_ = Clock::now();
  alignas(kApart) std::atomic<std::size_t> next_ = 0;
};

// Reports progress from a thread of its own while it lives.
class Reporter {
 public:
  Reporter(Run& run, const ProgressReport& report) {
    if (!report.call) return;
    thread_ = std::jthread([&run, &report](const std::stop_token& stop) {
      std::mutex lock;
      std::condition_variable_any wake;
      std::unique_lock hold(lock);
      while (
          !wake.wait_for(hold, stop, report.interval, [&stop] { return stop.stop_requested(); })) {
        report.call(run.progress());
      }
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace

std::vector<ThreadStats> run_units(const Method& method, std::span<const WorkUnit> units,
                                   ThreadPool& pool, const CancelToken& cancel,
                                   const ProgressReport& report) {
  Run run(method, units, pool.threads(), cancel);
  {
    const Reporter reporter(run, report);
    pool.on_all_threads([&run](std::size_t thread) { run.work(thread); });
  }
  cancel.throw_if_requested();
  return run.stats();
}

}  // namespace queens
