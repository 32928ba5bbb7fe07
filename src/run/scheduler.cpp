#include "run/scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "run/periodic.hpp"

namespace queens {
namespace {

using Clock = std::chrono::steady_clock;

// Two lines, not one: the prefetchers of current CPUs fetch lines in pairs.
constexpr std::size_t kApart = 128;

// After this time a thread looks whether a more urgent call needs it: a hundred times longer than
// what looking costs, and shorter than what a user notices.
constexpr std::chrono::milliseconds kTurn{10};

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
  Run(const Method& method, std::span<const WorkUnit> units, int threads, const CancelToken& cancel,
      const Before& before, const UnitDone& done)
      : method_(method),
        units_(units),
        cancel_(cancel),
        before_(before),
        done_(done),
        slots_(static_cast<std::size_t>(threads)) {
    for (const WorkUnit& unit : units) cost_ += unit.cost;
  }

  // Takes the next unit until there is none, or until it has worked for a while: then it returns
  // true. Units are handed out one by one from the most
  // expensive down, so that the threads end within the time of a small unit of each other; a shared
  // counter touched once a unit, which is a millisecond of work, is no bottleneck.
  bool work(std::size_t thread) {
    try {
      return take_units(thread);
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
    Progress now{.elapsed = Clock::now() - start_,
                 .solutions = before_.solutions,
                 .subproblems_done = before_.subproblems,
                 .subproblems = before_.subproblems + units_.size()};
    double done = 0;
    for (Slot& slot : slots_) {
      const std::scoped_lock hold(slot.lock);
      now.solutions += slot.stats.solutions;
      now.nodes += slot.stats.nodes;
      now.subproblems_done += slot.stats.subproblems;
      done += slot.cost_done;
    }
    const double all = before_.cost + cost_;
    // Sums in another order may exceed the whole by a little.
    now.share = all > 0 ? std::min((before_.cost + done) / all, 1.0) : 1;
    // What was done before took none of this run's time.
    if (done > 0) now.left = now.elapsed * (std::max(cost_ - done, 0.0) / done);
    return now;
  }

 private:
  bool take_units(std::size_t thread) {
    const Clock::time_point begin = Clock::now();
    Slot& slot = slots_[thread];
    if (slot.scratch == nullptr) slot.scratch = method_.make_scratch();
    while (!cancel_.requested()) {
      const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= units_.size()) return false;
      const WorkUnit& unit = units_[index];
      const Clock::time_point start = Clock::now();
      const Tally tally = method_.run(unit, *slot.scratch, cancel_);
      const Clock::time_point end = Clock::now();
      if (cancel_.requested()) return false;
      if (done_) done_(unit, tally);
      const std::scoped_lock hold(slot.lock);
      slot.stats.solutions += Count(tally.solutions) * unit.weight;
      slot.stats.nodes += tally.nodes;
      slot.stats.busy += end - start;
      ++slot.stats.subproblems;
      slot.cost_done += unit.cost;
      if (end - begin >= kTurn) return true;
    }
    return false;
  }

  const Method& method_;
  std::span<const WorkUnit> units_;
  const CancelToken& cancel_;
  const Before& before_;
  const UnitDone& done_;
  std::vector<Slot> slots_;
  double cost_ = 0;
  Clock::time_point start_ = Clock::now();
  alignas(kApart) std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::vector<ThreadStats> run_units(const Method& method, std::span<const WorkUnit> units,
                                   ThreadPool& pool, const CancelToken& cancel,
                                   const ProgressReport& report, const Before& before,
                                   const UnitDone& done) {
  Run run(method, units, pool.threads(), cancel, before, done);
  {
    std::optional<Periodic> reporter;
    if (report.call) {
      reporter.emplace(report.interval, [&] { report.call(run.progress()); });
    }
    pool.on_all_threads([&run](std::size_t thread) { return run.work(thread); });
  }
  cancel.throw_if_requested();
  return run.stats();
}

}  // namespace queens
