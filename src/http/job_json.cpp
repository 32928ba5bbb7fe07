#include "http/job_json.hpp"

#include <spdlog/fmt/fmt.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "http/problem.hpp"
#include "json/result.hpp"

namespace queens::http {
namespace {

using Json = nlohmann::ordered_json;

// "2026-01-02T03:04:05.678Z" (RFC 3339).
std::string time_text(job::Time time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const std::time_t whole = std::chrono::system_clock::to_time_t(seconds);
  std::tm parts{};
  ::gmtime_r(&whole, &parts);
  constexpr int kFirstYear = 1900;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + kFirstYear,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     (time - seconds).count());
}

Json time_json(const std::optional<job::Time>& time) {
  return time ? Json(time_text(*time)) : Json(nullptr);
}

Json rows_json(const std::string& rows) {
  Json array = Json::array();
  for (std::size_t begin = 0; begin < rows.size();) {
    const std::size_t end = rows.find('\n', begin);
    array.push_back(rows.substr(begin, end - begin));
    begin = end + 1;
  }
  return array;
}

Json solutions_of(const job::Job& job) {
  if (job.answer) return json::solutions_json(job.answer->solutions);
  if (job.first_solutions) return json::solutions_json(*job.first_solutions);
  return nullptr;
}

Json failure_json(const job::Failure& failure) {
  const ProblemType* type = &problems::kInternal;
  for (const ProblemType* known : problem_types()) {
    if (known->name == failure.code) type = known;
  }
  return {{"type", problem_path(*type)}, {"title", type->title}, {"detail", failure.message}};
}

}  // namespace

Json job_json(const job::Job& job, bool with_solutions) {
  const job::Request& request = job.request;
  const job::Answer* const answer = job.answer ? &*job.answer : nullptr;
  Json json = {{"id", std::to_string(job.id)}, {"state", job::state_name(job.state)}};
  json["n"] = request.n;
  if (!request.rows.empty()) json["board"] = rows_json(request.rows);
  json["first"] = request.first;
  json["priority"] = job::priority_name(request.priority);
  json["total"] = answer != nullptr ? Json(answer->total.to_string()) : Json(nullptr);
  if (request.fundamental) {
    json["fundamental"] = answer != nullptr && answer->fundamental
                              ? Json(answer->fundamental->to_string())
                              : Json(nullptr);
  }
  if (with_solutions) json["solutions"] = solutions_of(job);
  json["progress"] = job.progress ? json::progress_json(*job.progress) : Json(nullptr);
  json["created"] = time_text(job.created);
  json["started"] = time_json(job.started);
  json["finished"] = time_json(job.finished);
  json["error"] = job.failure ? failure_json(*job.failure) : Json(nullptr);
  if (answer == nullptr) return json;
  json["seconds"] = answer->seconds;
  json["threads"] = answer->threads;
  json["method"] = answer->method;
  json["kernel"] = answer->kernel;
  json["subproblems"] = answer->subproblems;
  json["nodes"] = answer->nodes;
  return json;
}

}  // namespace queens::http
