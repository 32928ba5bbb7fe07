#include "queens/measure.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include "kernel/registry.hpp"
#include "run/choose_method.hpp"

namespace queens {
namespace {

using Clock = std::chrono::steady_clock;

// Starts threads as ThreadPool does: one after another, then all end.
void start_threads(int threads) {
  std::atomic<bool> done = false;
  std::vector<std::jthread> started;
  started.reserve(static_cast<std::size_t>(threads));
  const auto end_all = [&done] {
    done = true;
    done.notify_all();
  };
  try {
    for (int i = 0; i < threads; ++i) started.emplace_back([&done] { done.wait(false); });
  } catch (const std::system_error& error) {
    end_all();
    throw Error(ErrorCode::resources,
                std::string("the system grants no threads to measure: ") + error.what());
  }
  end_all();
}

// The mean of so many, and the best of some tries: others may want the CPUs too, and the first
// threads pay for stacks that later ones reuse.
Seconds measured_thread_start() {
  constexpr int kThreads = 8;
  constexpr int kTries = 20;
  Seconds best = Seconds::max();
  for (int i = 0; i < kTries; ++i) {
    const Clock::time_point start = Clock::now();
    start_threads(kThreads);
    best = std::min<Seconds>(best, Clock::now() - start);
  }
  return best / kThreads;
}

// Tells of progress when it is due, and how long that took.
class Reporter {
 public:
  Reporter(const Options& options, const std::vector<WorkUnit>& units) : options_(options) {
    for (const WorkUnit& unit : units) cost_ += unit.cost;
    now_.subproblems = units.size();
  }

  void done(const WorkUnit& unit, Count solutions) {
    done_ += unit.cost;
    now_.solutions += solutions;
    ++now_.subproblems_done;
    if (!options_.progress) return;
    const Clock::time_point begin = Clock::now();
    if (begin - reported_ < options_.progress_interval) return;
    reported_ = begin;
    now_.elapsed = begin - start_;
    now_.share = cost_ > 0 ? done_ / cost_ : 1;
    if (now_.share > 0) now_.left = now_.elapsed * ((1 - now_.share) / now_.share);
    options_.progress(now_);
    spent_ += Clock::now() - begin;
  }

  [[nodiscard]] Seconds spent() const { return spent_; }

 private:
  const Options& options_;
  Progress now_;
  double cost_ = 0;
  double done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point reported_ = start_;
  Seconds spent_{};
};

// Every unit in the plan's order, which is the order in which run_units() hands them out.
void measure_units(const Method& method, const std::vector<WorkUnit>& units, const Options& options,
                   Measurement& result) {
  const std::unique_ptr<Scratch> scratch = method.make_scratch();
  Reporter reporter(options, units);
  result.subproblems.reserve(units.size());
  Seconds busy{};
  const Clock::time_point begin = Clock::now();
  for (const WorkUnit& unit : units) {
    const Clock::time_point start = Clock::now();
    const Tally tally = method.run(unit, *scratch, options.cancel);
    const Seconds time = Clock::now() - start;
    options.cancel.throw_if_requested();
    const Count solutions = Count(tally.solutions) * unit.weight;
    result.total += solutions;
    result.nodes += tally.nodes;
    result.subproblems.push_back({.time = time, .nodes = tally.nodes, .estimate = unit.cost});
    busy += time;
    reporter.done(unit, solutions);
  }
  const Seconds between = (Clock::now() - begin) - busy - reporter.spent();
  if (!units.empty()) {
    result.dispatch = std::max(Seconds::zero(), between) / static_cast<double>(units.size());
  }
}

}  // namespace

Measurement measure_subproblems(const Board& board, const Options& options) {
  if (options.progress && options.progress_interval.count() <= 0) {
    throw Error(ErrorCode::invalid_input, "the progress interval must be positive");
  }
  const Kernel& kernel = select_kernel(options.kernel);
  Measurement result{.kernel = std::string(kernel.name), .thread_start = measured_thread_start()};
  const Clock::time_point start = Clock::now();
  const auto method = choose_method(board, kernel, 1, options).method;
  result.method = method->name();
  const std::vector<WorkUnit> units = method->plan(options.cancel);
  result.planning = Clock::now() - start;
  measure_units(*method, units, options, result);
  return result;
}

}  // namespace queens
