#include "json/estimate.hpp"

#include <nlohmann/json.hpp>

#include "json/machine.hpp"

namespace queens::json {
namespace {

Range in_hours(const Range& seconds) {
  constexpr double kHour = 3600;
  return {seconds.low / kHour, seconds.expected / kHour, seconds.high / kHour};
}

nlohmann::ordered_json range_json(const Range& range) {
  return {{"low", range.low}, {"expected", range.expected}, {"high", range.high}};
}

nlohmann::ordered_json method_json(const MethodEstimate& method) {
  if (!method.missing.empty()) return {{"method", method.method}, {"missing", method.missing}};
  return {{"method", method.method},
          {"nodes", range_json(method.nodes)},
          {"core_hours", range_json(in_hours(method.seconds))},
          {"elapsed_seconds", range_json(method.elapsed)},
          {"samples", method.samples},
          {"extrapolated", method.extrapolated}};
}

}  // namespace

nlohmann::ordered_json estimate_json(int n, std::uint64_t seed, const CountEstimate& estimate) {
  nlohmann::ordered_json json = machine_json(this_machine());
  json["n"] = n;
  json["threads"] = estimate.threads;
  json["kernel"] = estimate.kernel;
  json["seed"] = seed;
  json["chosen"] = estimate.chosen;
  json["solutions"] = range_json(estimate.solutions);
  auto& all = json["methods"] = nlohmann::ordered_json::array();
  for (const MethodEstimate& method : estimate.methods) all.push_back(method_json(method));
  return json;
}

}  // namespace queens::json
