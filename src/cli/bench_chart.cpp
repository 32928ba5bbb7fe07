#include "cli/bench_chart.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>

#include "cli/chart.hpp"

namespace queens::cli {
namespace {

using Summaries = std::vector<std::optional<BenchSummary>>;

Series ideal(int fewest, int most) {
  return {.name = "ideal",
          .points = {{0, 0}, {double(most), double(most) / fewest}},
          .reference = true};
}

// Kernels and methods in the order in which they were measured.
std::vector<std::string> ways_of(const BenchRuns& bench) {
  std::vector<std::string> names;
  for (const VariantRuns& runs : bench.variants) {
    const std::string way = way_text(runs.variant);
    if (std::find(names.begin(), names.end(), way) == names.end()) names.push_back(way);
  }
  return names;
}

// The largest n of which a way has more than the line's first point, else the largest of all.
int largest_n(const BenchRuns& bench, const Summaries& summaries, const std::string& way) {
  std::map<int, int> measured;  // variants, by n
  for (std::size_t i = 0; i < bench.variants.size(); ++i) {
    const Variant& variant = bench.variants[i].variant;
    if (way_text(variant) == way && summaries[i] && summaries[i]->speed_up) ++measured[variant.n];
  }
  int largest = 0;
  int variants = 0;
  for (const auto& [n, count] : measured) {
    if (count > 1 || variants <= 1) {
      largest = n;
      variants = count;
    }
  }
  return largest;
}

Panel speed_up_panel(const BenchRuns& bench, const Summaries& summaries) {
  const int fewest = fewest_threads(bench);
  int most_threads = fewest;
  double most = 1;
  std::vector<Series> lines;
  for (const std::string& way : ways_of(bench)) {
    const int n = largest_n(bench, summaries, way);
    Series series{.name = fmt::format("{}, n = {}", way, n), .points = {}};
    for (std::size_t i = 0; i < bench.variants.size(); ++i) {
      const Variant& variant = bench.variants[i].variant;
      most_threads = std::max(most_threads, variant.threads);
      if (way_text(variant) != way || variant.n != n || !summaries[i]) continue;
      if (!summaries[i]->speed_up) continue;
      most = std::max(most, *summaries[i]->speed_up);
      series.points.push_back({double(variant.threads), *summaries[i]->speed_up});
    }
    if (!series.points.empty()) lines.push_back(series);
  }
  most = std::max(most, double(most_threads) / fewest);
  lines.insert(lines.begin(), ideal(fewest, most_threads));
  const std::string one = fewest == 1 ? "1 thread" : std::to_string(fewest) + " threads";
  return {.title = "Speed-up against " + one,
          .x = linear_axis("threads", most_threads, true),
          .y = linear_axis("speed-up", most, false),
          .series = lines};
}

Panel time_panel(const BenchRuns& bench, const Summaries& summaries) {
  const int threads = fewest_threads(bench);
  double least = 1e300;
  double most = 0;
  std::vector<Series> lines;
  for (const std::string& way : ways_of(bench)) {
    Series series{.name = way, .points = {}};
    for (std::size_t i = 0; i < bench.variants.size(); ++i) {
      const Variant& variant = bench.variants[i].variant;
      if (way_text(variant) != way || variant.threads != threads || !summaries[i]) continue;
      series.points.push_back({double(variant.n), summaries[i]->median});
      least = std::min(least, summaries[i]->median);
      most = std::max(most, summaries[i]->median);
    }
    if (!series.points.empty()) lines.push_back(series);
  }
  if (lines.empty()) least = most = 1;
  const int first = bench.variants.front().variant.n;  // they are sorted
  const int last = bench.variants.back().variant.n;
  return {.title = fmt::format("Time on {} thread{}", threads, threads == 1 ? "" : "s"),
          .x = whole_axis("n", first, last),
          .y = seconds_axis("median time", least, most),
          .series = lines};
}

}  // namespace

std::string bench_chart(const BenchRuns& bench, const Summaries& summaries,
                        const std::string& note) {
  const int runs = bench.settings.repeat;
  const std::string title = runs == 1 ? "single runs" : fmt::format("medians of {} runs", runs);
  return chart_svg("queens bench: " + title, note,
                   {speed_up_panel(bench, summaries), time_panel(bench, summaries)});
}

std::string simulation_chart(const std::string& subject, const std::string& note,
                             const std::vector<SimulatedPoint>& points) {
  Series speed_up{.name = "predicted", .points = {}};
  Series counting{.name = "counting alone", .points = {}};
  Series whole{.name = "with start-up", .points = {}};
  double least = 1;
  for (const SimulatedPoint& point : points) {
    const double x = point.workers;
    speed_up.points.push_back({x, point.speed_up});
    counting.points.push_back({x, point.counting_efficiency});
    whole.points.push_back({x, point.efficiency});
    least = std::min(least, point.speed_up);
  }
  const double first = points.front().workers;
  const double last = points.back().workers;
  Series line = {.name = "ideal", .points = {{first, first}, {last, last}}, .reference = true};
  return chart_svg("queens bench: " + subject, note,
                   {{.title = "Speed-up against 1 worker",
                     .x = doubling_axis("workers", first, last),
                     .y = doubling_axis("speed-up", least, last),
                     .series = {line, speed_up}},
                    {.title = "Efficiency",
                     .x = doubling_axis("workers", first, last),
                     .y = linear_axis("work / (workers x time)", 1, false),
                     .series = {counting, whole}}});
}

}  // namespace queens::cli
