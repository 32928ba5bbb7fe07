#include "cli/bench_table.hpp"

#include <spdlog/fmt/fmt.h>

#include <map>

namespace queens::cli {
namespace {

const Cell kNone = {"-", ""};

Cell number_cell(std::uint64_t number) {
  return {std::to_string(number), std::to_string(number)};
}

Cell ratio_cell(const std::optional<double>& ratio) {
  if (!ratio) return kNone;
  return {fmt::format("{:.2f}", *ratio), number_value(*ratio)};
}

Cell percent_cell(const std::optional<double>& share) {
  if (!share) return kNone;
  return {fmt::format("{:.1f} %", 100 * *share), number_value(*share)};
}

std::vector<Cell> cells_of(const BenchSummary& summary, const VariantRuns& runs) {
  return {{seconds_cell(summary.median), number_value(summary.median)},
          percent_cell(summary.spread),
          {"", number_value(summary.least)},
          {"", number_value(summary.most)},
          ratio_cell(summary.speed_up),
          percent_cell(summary.efficiency),
          {"", std::to_string(runs.nodes)},
          {rate_text(summary.nodes_per_second), number_value(summary.nodes_per_second)},
          {rate_text(summary.solutions_per_second), number_value(summary.solutions_per_second)},
          ratio_cell(summary.cycles_per_node),
          {"", runs.total.to_string()}};
}

}  // namespace

Table bench_table(const BenchRuns& bench,
                  const std::vector<std::optional<BenchSummary>>& summaries) {
  Table table{.columns = {{"n", "n"},
                          {"kernel", "kernel", true},
                          {"method", "method", true},
                          {"threads", "threads"},
                          {"", "runs"},
                          {"median s", "median_seconds"},
                          {"spread", "spread"},
                          {"", "least_seconds"},
                          {"", "most_seconds"},
                          {"speed-up", "speed_up"},
                          {"efficiency", "efficiency"},
                          {"", "nodes"},
                          {"nodes/s", "nodes_per_second"},
                          {"solutions/s", "solutions_per_second"},
                          {"cycles/node", "cycles_per_node"},
                          {"", "total"},
                          {"", "left_out"}},
              .rows = {}};
  for (std::size_t i = 0; i < bench.variants.size(); ++i) {
    const VariantRuns& runs = bench.variants[i];
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {number_cell(static_cast<std::uint64_t>(runs.variant.n)),
           {runs.variant.kernel, runs.variant.kernel},
           {runs.variant.method, runs.variant.method},
           number_cell(static_cast<std::uint64_t>(runs.variant.threads)),
           number_cell(runs.runs.size())};
    if (summaries[i]) {
      for (const Cell& cell : cells_of(*summaries[i], runs)) row.push_back(cell);
    } else {
      row.resize(table.columns.size() - 1, kNone);
    }
    row.push_back({"", runs.left_out});
  }
  return table;
}

std::vector<std::string> left_out_notes(const BenchRuns& bench) {
  std::vector<std::string> notes;
  for (const VariantRuns& runs : bench.variants) {
    if (runs.left_out.empty()) continue;
    notes.push_back(fmt::format("left out: {}: {}", variant_text(runs.variant), runs.left_out));
  }
  if (!notes.empty()) {
    notes.push_back(
        fmt::format("(--most {} is what a single run may take)", bench.settings.most.count()));
  }
  return notes;
}

std::string totals_note(const BenchRuns& bench) {
  std::map<int, std::string> totals;
  for (const VariantRuns& runs : bench.variants) {
    if (!runs.runs.empty()) totals[runs.variant.n] = runs.total.to_string();
  }
  if (totals.empty()) return "nothing was measured";
  std::string text;
  for (const auto& [n, total] : totals) {
    text += fmt::format("{}{} (n = {})", text.empty() ? "" : ", ", total, n);
  }
  return "totals, the same in all runs: " + text;
}

std::vector<std::string> bench_notes(const BenchRuns& bench) {
  std::vector<std::string> notes = left_out_notes(bench);
  if (!bench.no_cycles.empty()) notes.push_back("no cycles/node: " + bench.no_cycles);
  const int base = fewest_threads(bench);
  notes.push_back(
      fmt::format("spread: (slowest - fastest) / median; speed-up and efficiency: "
                  "against {} thread{}",
                  base, base == 1 ? "" : "s"));
  notes.push_back(totals_note(bench));
  return notes;
}

}  // namespace queens::cli
