#include "cli/bench_json.hpp"

#include <nlohmann/json.hpp>

namespace queens::cli {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json runs_json(const VariantRuns& runs) {
  Json all = Json::array();
  for (const TimedRun& run : runs.runs) {
    Json one = {{"seconds", run.seconds}};
    if (run.cycles) one["cycles"] = *run.cycles;
    all.push_back(one);
  }
  return all;
}

Json variant_json(const VariantRuns& runs, const std::optional<BenchSummary>& summary) {
  Json json = {{"n", runs.variant.n},
               {"kernel", runs.variant.kernel},
               {"method", runs.variant.method},
               {"threads", runs.variant.threads}};
  if (!summary) {
    json["left_out"] = runs.left_out;
    return json;
  }
  json["total"] = runs.total.to_string();
  json["nodes"] = runs.nodes;
  json["runs"] = runs_json(runs);
  json["median_seconds"] = summary->median;
  json["spread"] = summary->spread;
  json["speed_up"] = or_null(summary->speed_up);
  json["efficiency"] = or_null(summary->efficiency);
  json["nodes_per_second"] = summary->nodes_per_second;
  json["solutions_per_second"] = summary->solutions_per_second;
  json["cycles_per_node"] = or_null(summary->cycles_per_node);
  return json;
}

}  // namespace

std::string bench_json(const json::Machine& machine, const BenchRuns& bench,
                       const std::vector<std::optional<BenchSummary>>& summaries) {
  Json json = json::machine_json(machine);
  json["repeat"] = bench.settings.repeat;
  json["most_seconds"] = bench.settings.most.count();
  json["no_cycles"] = bench.no_cycles.empty() ? Json(nullptr) : Json(bench.no_cycles);
  Json& variants = json["variants"] = Json::array();
  for (std::size_t i = 0; i < bench.variants.size(); ++i) {
    variants.push_back(variant_json(bench.variants[i], summaries[i]));
  }
  constexpr int kIndent = 1;
  return json.dump(kIndent) + '\n';
}

}  // namespace queens::cli
