// queens bench --ladder: what each idea is worth, for readers of the code.

#include "cli/bench_ladder.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/bench_summary.hpp"
#include "cli/bench_table.hpp"
#include "json/machine.hpp"
#include "queens/queens.hpp"

namespace queens::cli {
namespace {

// What a step changes against the one before. A kernel that is not named here is introduced by its
// summary.
struct Words {
  std::string_view kernel;
  std::string_view text;
};
constexpr std::array kWords = {
    Words{"scan", "every square is tried: a walk along its column and diagonals"},
    Words{"arrays", "flags for columns and diagonals: three look-ups a square"},
    Words{"bitmask", "three masks hold all flags: only free squares are visited"},
    Words{"scalar", "edge classes: the edges' queens up to symmetry, far fewer nodes"},
};

std::string words_for(const Variant& variant) {
  if (variant.threads > 1) return "the same on all CPUs, subproblem by subproblem";
  if (variant.method == "join") return "half boards joined by their columns: ahead from n = 18 on";
  const KernelInfo kernel = chosen_kernel({.kernel = variant.kernel});
  for (const Words& words : kWords) {
    if (words.kernel == kernel.name) return std::string(words.text);
  }
  return kernel.summary;
}

struct Step {
  VariantRuns runs;
  std::optional<BenchSummary> summary{};
  std::optional<double> by_last{};   // how many times as fast as the step before
  std::optional<double> by_first{};  // ... as the first step that was measured
  std::string words{};
};

std::vector<Step> steps_of(const BenchRuns& bench) {
  const auto summaries = summarise(bench);
  std::vector<Step> steps;
  std::optional<double> first;
  std::optional<double> last;
  for (std::size_t i = 0; i < bench.variants.size(); ++i) {
    const VariantRuns& runs = bench.variants[i];
    Step step{.runs = runs, .summary = summaries[i]};
    step.words = words_for(runs.variant);
    if (step.summary) {
      const double now = step.summary->median;
      if (last) step.by_last = *last / now;
      if (first) step.by_first = *first / now;
      first = first.value_or(now);
    }
    last = step.summary ? std::optional(step.summary->median) : std::nullopt;
    steps.push_back(step);
  }
  return steps;
}

Cell factor_cell(const std::optional<double>& factor) {
  if (!factor) return {"-", ""};
  return {fmt::format("{:.{}f} x", *factor,
                      *factor < 9.995   ? 2
                      : *factor < 99.95 ? 1
                                        : 0),
          number_value(*factor)};
}

Table ladder_table(const std::vector<Step>& steps) {
  Table table{.columns = {{"kernel", "kernel", true},
                          {"method", "method", true},
                          {"threads", "threads"},
                          {"median s", "median_seconds"},
                          {"to the last", "by_last"},
                          {"to the first", "by_first"},
                          {"nodes", "nodes"},
                          {"what changes", "what_changes", true},
                          {"", "total"},
                          {"", "left_out"}},
              .rows = {}};
  for (const Step& step : steps) {
    const std::string threads = std::to_string(step.runs.variant.threads);
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {{step.runs.variant.kernel, step.runs.variant.kernel},
           {step.runs.variant.method, step.runs.variant.method},
           {threads, threads}};
    if (step.summary) {
      row.push_back({seconds_cell(step.summary->median), number_value(step.summary->median)});
    } else {
      row.push_back({"-", ""});
    }
    row.push_back(factor_cell(step.by_last));
    row.push_back(factor_cell(step.by_first));
    row.push_back(step.summary ? Cell{rate_text(static_cast<double>(step.runs.nodes)),
                                      std::to_string(step.runs.nodes)}
                               : Cell{"-", ""});
    row.push_back({step.words, step.words});
    row.push_back({"", step.summary ? step.runs.total.to_string() : ""});
    row.push_back({"", step.runs.left_out});
  }
  return table;
}

nlohmann::ordered_json step_json(const Step& step) {
  nlohmann::ordered_json json = {{"kernel", step.runs.variant.kernel},
                                 {"method", step.runs.variant.method},
                                 {"threads", step.runs.variant.threads},
                                 {"what_changes", step.words}};
  if (!step.summary) {
    json["left_out"] = step.runs.left_out;
    return json;
  }
  json["total"] = step.runs.total.to_string();
  json["nodes"] = step.runs.nodes;
  auto& seconds = json["seconds"] = nlohmann::ordered_json::array();
  for (const TimedRun& run : step.runs.runs) seconds.push_back(run.seconds);
  json["median_seconds"] = step.summary->median;
  if (step.by_last) json["by_last"] = *step.by_last;
  if (step.by_first) json["by_first"] = *step.by_first;
  return json;
}

// The first that can run here; there is one.
const KernelInfo& best_of(const std::vector<KernelInfo>& kernels) {
  return *std::find_if(kernels.begin(), kernels.end(),
                       [](const KernelInfo& kernel) { return kernel.missing.empty(); });
}

}  // namespace

std::vector<Variant> ladder_steps(int n, const std::vector<KernelInfo>& kernels, int cpus) {
  std::vector<Variant> steps;
  for (const bool reference : {true, false}) {
    std::for_each(kernels.rbegin(), kernels.rend(), [&](const KernelInfo& kernel) {
      if (kernel.reference == reference && kernel.missing.empty()) {
        steps.push_back({.n = n, .kernel = kernel.name, .threads = 1});
      }
    });
  }
  const KernelInfo& best = best_of(kernels);
  Variant last = steps.back();
  if (best.joins) {
    Options options;
    options.kernel = best.name;
    steps.push_back({.n = n, .kernel = best.name, .method = "join"});
    last.method = chosen_method(Board(n), options).name;
  }
  last.threads = cpus;
  if (cpus > 1) steps.push_back(last);
  return steps;
}

Report run_ladder(int n, const BenchSettings& settings, const CancelToken& cancel,
                  const std::function<void(const std::string&)>& before_run) {
  const json::Machine machine = json::this_machine();
  const int cpus = std::min(machine.cpus, kMaxThreads);
  const BenchRuns bench = run_bench(ladder_steps(n, kernels(), cpus), settings, cancel, before_run);
  const std::vector<Step> steps = steps_of(bench);
  nlohmann::ordered_json json = json::machine_json(machine);
  json["n"] = n;
  json["repeat"] = settings.repeat;
  json["most_seconds"] = settings.most.count();
  auto& array = json["steps"] = nlohmann::ordered_json::array();
  for (const Step& step : steps) array.push_back(step_json(step));
  Report report{.heading = fmt::format("n = {}, {}", n, json::machine_text(machine)),
                .table = ladder_table(steps),
                .notes = left_out_notes(bench),
                .json = json.dump(1) + '\n',
                .svg = {}};
  report.notes.emplace_back(
      "to the last, to the first: how many times as fast as the line above, and "
      "as the first one measured");
  if (cpus == 1) report.notes.emplace_back("no line for threads: there is one CPU");
  report.notes.push_back(totals_note(bench));
  return report;
}

}  // namespace queens::cli
