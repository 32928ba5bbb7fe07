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
#include "cli/bench_sample.hpp"
#include "cli/bench_simulate.hpp"
#include "cli/bench_summary.hpp"
#include "cli/bench_table.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/number_list.hpp"
#include "cli/progress_line.hpp"
#include "cli/report.hpp"
#include "json/machine.hpp"
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
  arguments.suggest("kernels", kernel_names("all"));
  arguments.add_value("Bench", "m,methods", "LIST",
                      "search, join, or auto: what is expected to be faster (default: auto)");
  arguments.suggest("methods", {"auto", "search", "join"});
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
  arguments.add_value("Bench", "sample", "SECONDS",
                      "Run some subproblems of each on one thread, for so long, and say how long "
                      "all would take");
  arguments.add_value("Bench", "seed", "S", "Which subproblems --sample takes (default: 1)");
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

// The ways to count n with a kernel. A kernel that cannot join is left to search.
std::vector<std::string> methods_for(int n, const std::string& kernel,
                                     const std::vector<std::string>& words) {
  const std::vector<KernelInfo> all = kernels();
  const bool joins = std::any_of(all.begin(), all.end(), [&kernel](const KernelInfo& info) {
    return info.name == kernel && info.joins;
  });
  std::vector<std::string> methods;
  for (const std::string& word : words) {
    Options options;
    options.kernel = kernel;
    if (word == "join" && !joins) continue;
    const std::string method = word == "auto" ? chosen_method(Board(n), options).name : word;
    if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
      methods.push_back(method);
    }
  }
  return methods;
}

std::vector<std::string> read_methods(const Arguments& arguments) {
  if (!arguments.has("methods")) return {"auto"};
  std::vector<std::string> words = parse_words("--methods", arguments.text("methods"));
  for (const std::string& word : words) {
    if (word != "auto" && word != "search" && word != "join") {
      throw UsageError("--methods must be of auto, search, join, not '" + word + "'");
    }
  }
  return words;
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
class BenchDisplay {
 public:
  explicit BenchDisplay(const Arguments& arguments) : line_(!arguments.flag("quiet")) {}

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
               const CancelToken& cancel, BenchDisplay& display) {
  const BenchRuns bench = run_bench(variants, settings, cancel, display.before_run());
  const auto summaries = summarise(bench);
  const json::Machine machine = json::this_machine();
  const std::string where = json::machine_text(machine);
  return {.heading = where,
          .table = bench_table(bench, summaries),
          .notes = bench_notes(bench),
          .json = bench_json(machine, bench, summaries),
          .svg = bench_chart(bench, summaries, where)};
}

std::vector<Variant> read_variants(const Arguments& arguments, const std::vector<int>& threads) {
  const std::vector<std::string> names = read_kernels(arguments);
  const std::vector<std::string> methods = read_methods(arguments);
  std::vector<Variant> variants;
  for (const int n : read_sizes(arguments)) {
    for (const std::string& kernel : names) {
      for (const std::string& method : methods_for(n, kernel, methods)) {
        for (const int count : threads) variants.push_back({n, kernel, method, count});
      }
    }
  }
  if (variants.empty()) throw UsageError("no kernel of --kernels can join half boards");
  return variants;
}

// Checks the words and returns what is to be done, so that a wrong word is told before a file is
// opened.
std::function<Report(BenchDisplay&)> read_task(const Arguments& arguments,
                                               const CancelToken& cancel) {
  if (arguments.has("simulate")) {
    refuse_beside(arguments, "simulate", {"ladder", "sample", "threads", "repeat", "most"});
    const int n = read_size(arguments, "simulate", kSimulatedSize);
    const std::vector<int> workers =
        parse_numbers("--simulate", arguments.text("simulate"), 1, kMostWorkers);
    const std::vector<std::string> names = read_kernels(arguments);
    if (names.size() > 1) throw UsageError("--simulate takes one of --kernels");
    const std::vector<std::string> methods = read_methods(arguments);
    if (methods.size() > 1) throw UsageError("--simulate takes one of --methods");
    return [=](BenchDisplay& display) {
      Options options;
      options.kernel = names.front();
      if (methods.front() != "auto") options.method = methods.front();
      options.cancel = cancel;
      options.progress = display.line().callback();
      return run_simulation(n, workers, options);
    };
  }
  if (arguments.flag("ladder")) {
    refuse_beside(arguments, "ladder", {"sample", "threads", "kernels", "methods", "svg"});
    const int n = read_size(arguments, "ladder", kLadderSize);
    const BenchSettings settings = read_settings(arguments, 3);
    return [=](BenchDisplay& display) {
      return run_ladder(n, settings, cancel, display.before_run());
    };
  }
  if (arguments.has("sample")) {
    refuse_beside(arguments, "sample", {"threads", "repeat", "most", "svg"});
    constexpr std::uint64_t kDay = 86'400;
    const std::chrono::seconds time(arguments.number("sample", 1, kDay, 1));
    const std::uint64_t seed = arguments.number("seed", 0, UINT64_MAX, 1);
    const std::vector<Variant> variants = read_variants(arguments, {1});
    return [=](BenchDisplay& display) {
      return run_sample(variants, time, seed, cancel, display.before_run());
    };
  }
  if (arguments.has("seed")) throw UsageError("--seed goes with --sample");
  const std::vector<Variant> variants = read_variants(arguments, read_threads(arguments));
  const BenchSettings settings = read_settings(arguments, 5);
  return [=](BenchDisplay& display) { return measure(variants, settings, cancel, display); };
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
  BenchDisplay display(arguments);
  const Report report = task(display);
  display.line().erase();
  files.write(report);
  return kDone;
}

}  // namespace queens::cli
