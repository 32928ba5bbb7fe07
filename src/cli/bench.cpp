// queens bench: measures kernels and threads side by side, climbs the ladder of ideas, or predicts
// how a count scales.

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "cli/arguments.hpp"
#include "cli/bench_chart.hpp"
#include "cli/bench_json.hpp"
#include "cli/bench_ladder.hpp"
#include "cli/bench_runs.hpp"
#include "cli/bench_simulate.hpp"
#include "cli/bench_summary.hpp"
#include "cli/bench_table.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/machine.hpp"
#include "cli/number_list.hpp"
#include "cli/progress_line.hpp"
#include "cli/report.hpp"
#include "queens/queens.hpp"

namespace queens::cli {
namespace {

constexpr int kLadderSize = 13;
constexpr int kSimulatedSize = 16;
constexpr std::uint64_t kMostRepeat = 10'000;
constexpr int kMostWorkers = 1'000'000;

void declare(Arguments& arguments) {
  arguments.add_value("Bench", "n", "LIST",
                      "Board sizes, as 14..17 or 12,14 (default: 14..16; one size for --ladder, "
                      "default 13, and --simulate, default 16)");
  arguments.add_value("Bench", "k,kernels", "LIST",
                      "Kernels, or 'all' that can run here; see 'queens kernels' (default: the "
                      "best; one for --simulate)");
  arguments.add_value("Bench", "t,threads", "LIST",
                      "Numbers of threads, as 1,2,4,...,64 (default: doubling up to the CPUs this "
                      "process may use)");
  arguments.add_value("Bench", "repeat", "R", "Run everything R times (default: 5)");
  arguments.add_value("Bench", "most", "SECONDS",
                      "Leave out, and say so, what takes longer for one run (default: 10)");
  arguments.add_flag("Bench", "ladder",
                     "Measure what each idea is worth: from the plainest search to all CPUs");
  arguments.add_value("Bench", "simulate", "LIST",
                      "Measure the subproblems on one thread and predict the time on so many "
                      "workers, as 1,2,4,...,4096");
  add_report_files(arguments);
  add_report_options(arguments);
}

void refuse_beside(const Arguments& arguments, const std::string& mode,
                   const std::vector<std::string>& others) {
  for (const std::string& other : others) {
    if (arguments.has(other)) {
      throw UsageError(fmt::format("--{} and --{} do not go together", mode, other));
    }
  }
}

std::vector<int> read_sizes(const Arguments& arguments) {
  if (!arguments.has("n")) return {14, 15, 16};
  return parse_numbers("-n", arguments.text("n"), 1, Board::kMaxSize);
}

// For what looks at one board.
int read_size(const Arguments& arguments, const std::string& mode, int otherwise) {
  if (!arguments.has("n")) return otherwise;
  const std::vector<int> sizes = read_sizes(arguments);
  if (sizes.size() > 1) {
    throw UsageError("--" + mode + " takes one -n, not '" + arguments.text("n") + "'");
  }
  return sizes.front();
}

std::vector<int> read_threads(const Arguments& arguments) {
  if (arguments.has("threads")) {
    return parse_numbers("--threads", arguments.text("threads"), 1, kMaxThreads);
  }
  const int cpus = std::min(available_cpus(), kMaxThreads);
  std::vector<int> threads;
  for (int i = 1; i < cpus; i *= 2) threads.push_back(i);
  threads.push_back(cpus);
  return threads;
}

// Each once; all of them can run.
std::vector<std::string> read_kernels(const Arguments& arguments) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  if (!arguments.has("kernels")) return {chosen_kernel({.kernel = default_kernel()}).name};
  for (const std::string& word : parse_words("--kernels", arguments.text("kernels"))) {
    if (word == "all") {
      for (const KernelInfo& kernel : kernels()) {
        if (kernel.missing.empty()) add(kernel.name);
      }
    } else {
      Options options;
      if (word != "auto") options.kernel = word;
      add(chosen_kernel(options).name);  // an unusable name is an error before any output
    }
  }
  return names;
}

BenchSettings read_settings(const Arguments& arguments, int repeat) {
  constexpr std::uint64_t kDay = 86'400;
  BenchSettings settings;
  settings.repeat = static_cast<int>(
      arguments.number("repeat", 1, kMostRepeat, static_cast<std::uint64_t>(repeat)));
  settings.most = std::chrono::seconds(
      arguments.number("most", 1, kDay, static_cast<std::uint64_t>(settings.most.count())));
  return settings;
}

// What is being measured, on a terminal, after the first second.
class Watcher {
 public:
  explicit Watcher(const Arguments& arguments) : line_(!arguments.flag("quiet")) {}

  std::function<void(const std::string&)> before_run() {
    return [this](const std::string& text) {
      constexpr std::chrono::seconds kPatience{1};
      if (std::chrono::steady_clock::now() - start_ >= kPatience) line_.show(text);
    };
  }

  ProgressLine& line() { return line_; }

 private:
  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Report measure(const std::vector<Variant>& variants, const BenchSettings& settings,
               const CancelToken& cancel, Watcher& watcher) {
  const BenchRuns bench = run_bench(variants, settings, cancel, watcher.before_run());
  const auto summaries = summarise(bench);
  const Machine machine = this_machine();
  const std::string where = machine_text(machine);
  return {.heading = where,
          .table = bench_table(bench, summaries),
          .notes = bench_notes(bench),
          .json = bench_json(machine, bench, summaries),
          .svg = bench_chart(bench, summaries, where)};
}

std::vector<Variant> read_variants(const Arguments& arguments) {
  const std::vector<std::string> names = read_kernels(arguments);
  const std::vector<int> threads = read_threads(arguments);
  std::vector<Variant> variants;
  for (const int n : read_sizes(arguments)) {
    for (const std::string& kernel : names) {
      for (const int count : threads) variants.push_back({n, kernel, count});
    }
  }
  return variants;
}

// Checks the words and returns what is to be done, so that a wrong word is told before a file is
// opened.
std::function<Report(Watcher&)> read_task(const Arguments& arguments, const CancelToken& cancel) {
  if (arguments.has("simulate")) {
    refuse_beside(arguments, "simulate", {"ladder", "threads", "repeat", "most"});
    const int n = read_size(arguments, "simulate", kSimulatedSize);
    const std::vector<int> workers =
        parse_numbers("--simulate", arguments.text("simulate"), 1, kMostWorkers);
    const std::vector<std::string> names = read_kernels(arguments);
    if (names.size() > 1) throw UsageError("--simulate takes one of --kernels");
    return [=](Watcher& watcher) {
      Options options;
      options.kernel = names.front();
      options.cancel = cancel;
      options.progress = watcher.line().callback();
      return run_simulation(n, workers, options);
    };
  }
  if (arguments.flag("ladder")) {
    refuse_beside(arguments, "ladder", {"threads", "kernels", "svg"});
    const int n = read_size(arguments, "ladder", kLadderSize);
    const BenchSettings settings = read_settings(arguments, 3);
    return [=](Watcher& watcher) { return run_ladder(n, settings, cancel, watcher.before_run()); };
  }
  const std::vector<Variant> variants = read_variants(arguments);
  const BenchSettings settings = read_settings(arguments, 5);
  return [=](Watcher& watcher) { return measure(variants, settings, cancel, watcher); };
}

}  // namespace

int run_bench(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("bench",
                      "Measure kernels and threads side by side, or predict how a count scales.",
                      "[options]", {});
  declare(arguments);
  arguments.parse(words);
  read_report_options(arguments);
  const auto task = read_task(arguments, cancel);
  ReportFiles files(arguments, cancel);
  Watcher watcher(arguments);
  const Report report = task(watcher);
  watcher.line().erase();
  files.write(report);
  return kDone;
}

}  // namespace queens::cli
