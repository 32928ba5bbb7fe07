#include "http/job_routes.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "http/input.hpp"
#include "http/job_events.hpp"
#include "http/job_json.hpp"
#include "http/problem.hpp"

namespace queens::http {
namespace {

using Json = nlohmann::ordered_json;

Response job_response(const job::Job& job, int status = 200) {
  return {.status = status, .body = job_json(job, true).dump()};
}

Problem no_such_job() {
  return {problems::kNotFound, "there is no such job"};
}

Response submit(job::Jobs& jobs, const Call& call, int most_rows) {
  static_cast<void>(read_query(call.request.query, {}));
  const std::string key = read_key(call.request);
  const job::Submitted submitted = jobs.submit(read_job_request(call.request, most_rows), key);
  constexpr int kCreated = 201;
  Response response = job_response(submitted.job, submitted.existed ? 200 : kCreated);
  response.headers.push_back({"Location", "/v1/jobs/" + std::to_string(submitted.job.id)});
  return response;
}

job::Filter read_filter(const std::string& query) {
  const auto parameters = read_query(query, {"state", "limit", "cursor"});
  job::Filter filter;
  constexpr std::uint64_t kMostListed = 100;
  if (const auto limit = parameters.find("limit"); limit != parameters.end()) {
    filter.limit = static_cast<int>(read_number("limit", limit->second, 1, kMostListed));
  }
  if (const auto cursor = parameters.find("cursor"); cursor != parameters.end()) {
    filter.before = read_number("cursor", cursor->second, 1, INT64_MAX);
  }
  const auto states = parameters.find("state");
  if (states == parameters.end()) return filter;
  for (std::size_t begin = 0; begin <= states->second.size();) {
    const std::size_t end = std::min(states->second.find(',', begin), states->second.size());
    const auto state = job::state_named(states->second.substr(begin, end - begin));
    if (!state) {
      throw Problem{problems::kInvalidRequest,
                    "state must be a list of queued, running, done, failed and cancelled", "state"};
    }
    filter.states.push_back(*state);
    begin = end + 1;
  }
  return filter;
}

Response list(job::Jobs& jobs, const Call& call) {
  const job::Page page = jobs.list(read_filter(call.request.query));
  Json json = {{"jobs", Json::array()}, {"next", nullptr}};
  for (const job::Job& job : page.jobs) json["jobs"].push_back(job_json(job, false));
  if (page.next) json["next"] = std::to_string(*page.next);
  return {.body = json.dump()};
}

Response show(job::Jobs& jobs, const Call& call) {
  static_cast<void>(read_query(call.request.query, {}));
  const std::optional<job::Job> job = jobs.find(read_id(call.parameter));
  if (!job) throw no_such_job();
  return job_response(*job);
}

Response cancel(job::Jobs& jobs, const Call& call) {
  static_cast<void>(read_query(call.request.query, {}));
  const std::optional<job::Job> job = jobs.cancel(read_id(call.parameter));
  if (!job) throw no_such_job();
  if (job->state != job::State::cancelled) {
    throw Problem{problems::kAlreadyFinished,
                  "the job is " + std::string(job::state_name(job->state))};
  }
  return job_response(*job);
}

// What a reader has seen; 0 where it does not say so in a number of ours.
std::int64_t seen_by(const Request& request) {
  try {
    return static_cast<std::int64_t>(read_number("id", request.last_event_id, 0, INT64_MAX));
  } catch (const Problem&) {
    return 0;
  }
}

Response follow(job::Jobs& jobs, const Call& call) {
  static_cast<void>(read_query(call.request.query, {}));
  const std::uint64_t id = read_id(call.parameter);
  const std::int64_t seen = seen_by(call.request);
  // Subscribed before it is read, so that no change is missed in between.
  const auto events = std::make_shared<JobEvents>(jobs, id, seen);
  const std::optional<job::Job> job = jobs.find(id);
  if (!job) throw no_such_job();
  if (job::is_final(job->state) && job->revision == seen) return {.status = 204, .type = ""};
  events->receive(std::make_shared<const job::Job>(*job));
  return {.type = "text/event-stream",
          .headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}},
          .events = events};
}

Response keep_bench(job::Jobs& jobs, const Call& call) {
  static_cast<void>(read_query(call.request.query, {}));
  const std::string text = read_object(call.request);
  const Json json = Json::parse(text);
  if (!json.contains("variants") || !json["variants"].is_array()) {
    throw Problem{problems::kInvalidRequest, "this is not the file of 'queens bench --json FILE'",
                  "/variants"};
  }
  jobs.set_document(kBenchDocument, text);
  return {.status = 204, .type = ""};
}

Response show_bench(job::Jobs& jobs, const Call& call) {
  static_cast<void>(read_query(call.request.query, {}));
  const std::optional<std::string> text = jobs.document(kBenchDocument);
  if (!text) throw Problem{problems::kNotFound, "no benchmark was given to this server yet"};
  return {.body = *text};
}

}  // namespace

void add_job_routes(Router& router, job::Jobs& jobs, int most_rows) {
  const auto add = [&](const std::string& method, const std::string& path, const auto& action) {
    router.add(method, path, Place::database,
               [&jobs, action](const Call& call) { return action(jobs, call); });
  };
  add("POST", "/v1/jobs",
      [most_rows](job::Jobs& all, const Call& call) { return submit(all, call, most_rows); });
  add("GET", "/v1/jobs", list);
  add("GET", "/v1/jobs/{id}", show);
  add("DELETE", "/v1/jobs/{id}", cancel);
  add("GET", "/v1/jobs/{id}/events", follow);
  add("PUT", "/v1/bench", keep_bench);
  add("GET", "/v1/bench", show_bench);
}

}  // namespace queens::http
