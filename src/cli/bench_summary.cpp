#include "cli/bench_summary.hpp"

#include <algorithm>

namespace queens::cli {
namespace {

std::vector<double> seconds_of(const VariantRuns& runs) {
  std::vector<double> seconds;
  for (const TimedRun& run : runs.runs) seconds.push_back(run.seconds);
  return seconds;
}

std::optional<double> cycles_per_node(const VariantRuns& runs) {
  std::vector<double> cycles;
  for (const TimedRun& run : runs.runs) {
    if (run.cycles) cycles.push_back(static_cast<double>(*run.cycles));
  }
  if (cycles.empty() || runs.nodes == 0) return std::nullopt;
  return median(cycles) / static_cast<double>(runs.nodes);
}

// The variant that a speed-up is taken against.
const VariantRuns* base_of(const BenchRuns& bench, const Variant& variant) {
  const int threads = fewest_threads(bench);
  for (const VariantRuns& runs : bench.variants) {
    if (runs.variant.n == variant.n && way_text(runs.variant) == way_text(variant) &&
        runs.variant.threads == threads && !runs.runs.empty()) {
      return &runs;
    }
  }
  return nullptr;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

int fewest_threads(const BenchRuns& bench) {
  int fewest = bench.variants.front().variant.threads;
  for (const VariantRuns& runs : bench.variants) fewest = std::min(fewest, runs.variant.threads);
  return fewest;
}

std::vector<std::optional<BenchSummary>> summarise(const BenchRuns& bench) {
  std::vector<std::optional<BenchSummary>> all;
  for (const VariantRuns& runs : bench.variants) {
    std::optional<BenchSummary>& summary = all.emplace_back();
    if (runs.runs.empty()) continue;
    const std::vector<double> seconds = seconds_of(runs);
    summary.emplace();
    summary->median = median(seconds);
    summary->least = *std::min_element(seconds.begin(), seconds.end());
    summary->most = *std::max_element(seconds.begin(), seconds.end());
    summary->spread = (summary->most - summary->least) / summary->median;
    summary->nodes_per_second = static_cast<double>(runs.nodes) / summary->median;
    summary->solutions_per_second = runs.total.to_double() / summary->median;
    summary->cycles_per_node = cycles_per_node(runs);
    if (const VariantRuns* base = base_of(bench, runs.variant)) {
      summary->speed_up = median(seconds_of(*base)) / summary->median;
      summary->efficiency = *summary->speed_up * base->variant.threads / runs.variant.threads;
    }
  }
  return all;
}

}  // namespace queens::cli
