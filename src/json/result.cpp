#include "json/result.hpp"

#include <nlohmann/json.hpp>

#include "queens/queens.hpp"

namespace queens::json {

nlohmann::ordered_json columns_json(std::span<const std::uint8_t> columns) {
  auto array = nlohmann::ordered_json::array();
  for (const std::uint8_t column : columns) array.push_back(column + 1);
  return array;
}

nlohmann::ordered_json solutions_json(const std::vector<Solution>& solutions) {
  auto array = nlohmann::ordered_json::array();
  for (const Solution& solution : solutions) array.push_back(columns_json(solution));
  return array;
}

nlohmann::ordered_json result_json(int board_size, const CountResult& result,
                                   const std::vector<Solution>* solutions, bool stats) {
  nlohmann::ordered_json json = {{"n", board_size}, {"total", result.total.to_string()}};
  if (result.fundamental) json["fundamental"] = result.fundamental->to_string();
  if (solutions != nullptr) json["solutions"] = solutions_json(*solutions);
  json["seconds"] = result.elapsed.count();
  json["threads"] = result.threads;
  json["method"] = result.method;
  json["kernel"] = result.kernel;
  json["subproblems"] = result.subproblems;
  if (result.resumed > 0) json["resumed"] = result.resumed;
  json["nodes"] = result.nodes;
  if (stats) {
    auto& array = json["stats"] = nlohmann::ordered_json::array();
    for (const ThreadStats& thread : result.per_thread) {
      array.push_back({{"subproblems", thread.subproblems},
                       {"nodes", thread.nodes},
                       {"solutions", thread.solutions.to_string()},
                       {"seconds", thread.busy.count()}});
    }
    const CpuLimits limits = cpu_limits();
    json["cpus"] = available_cpus();
    json["cpu_affinity"] = limits.affinity;
    json["cpu_quota"] = nullptr;
    if (limits.quota) json["cpu_quota"] = *limits.quota;
  }
  return json;
}

nlohmann::ordered_json progress_json(const Progress& progress) {
  nlohmann::ordered_json json = {{"share", progress.share},
                                 {"elapsed", progress.elapsed.count()},
                                 {"left", nullptr},
                                 {"solutions", progress.solutions.to_string()},
                                 {"subproblems_done", progress.subproblems_done},
                                 {"subproblems", progress.subproblems},
                                 {"nodes", progress.nodes}};
  if (progress.left) json["left"] = progress.left->count();
  return json;
}

}  // namespace queens::json
