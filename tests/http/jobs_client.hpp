#pragma once

// What tests ask of the service in JSON.

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>

#include "support/service.hpp"

namespace queens::test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// For what is bound to happen, on a machine that has other things to do.
inline constexpr std::chrono::seconds kPatience{60};

inline const Headers kJson = {{"Content-Type", "application/json"}};

inline Response post(int port, const std::string& target, const Json& body,
                     const Headers& more = {}) {
  Headers headers = kJson;
  headers.insert(headers.end(), more.begin(), more.end());
  return request(port, "POST", target, body.dump(), headers);
}

/// The body, with the expectation of a status.
inline Json body_of(const Response& response, int status = 200) {
  EXPECT_EQ(response.status, status) << response;
  EXPECT_EQ(response.header("Content-Type").substr(0, 16), "application/json") << response;
  return Json::parse(response.body, nullptr, false);
}

inline Json get(int port, const std::string& target) {
  return body_of(request(port, "GET", target));
}

/// Expects a problem document; returns it.
inline Json expect_problem(const Response& response, int status, const std::string& name) {
  EXPECT_EQ(response.status, status) << response;
  EXPECT_EQ(response.header("Content-Type").substr(0, 24), "application/problem+json") << response;
  EXPECT_NE(response.header("X-Request-Id"), "") << response;
  const Json problem = Json::parse(response.body, nullptr, false);
  EXPECT_TRUE(problem.is_object()) << response;
  if (!problem.is_object()) return Json::object();
  EXPECT_EQ(problem.value("type", ""), "/problems/" + name);
  EXPECT_EQ(problem.value("status", 0), status);
  EXPECT_NE(problem.value("title", ""), "");
  EXPECT_NE(problem.value("detail", ""), "");
  return problem;
}

/// Submits a job; returns its id.
inline std::string submit(int port, const Json& body, const Headers& headers = {}) {
  return body_of(post(port, "/v1/jobs", body, headers), 201).value("id", "");
}

inline Json job(int port, const std::string& id) {
  return get(port, "/v1/jobs/" + id);
}

/// Waits until the job is in one of these states; the job as it is then, or after kPatience.
inline Json job_when(int port, const std::string& id, const std::set<std::string>& states) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  Json now = job(port, id);
  while (states.count(now.value("state", "")) == 0 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    now = job(port, id);
  }
  EXPECT_EQ(states.count(now.value("state", "")), 1U) << now;
  return now;
}

inline Json job_when_done(int port, const std::string& id) {
  return job_when(port, id, {"done", "failed", "cancelled"});
}

/// Waits until the job runs and has done something, or is done.
inline Json job_in_progress(int port, const std::string& id) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  Json now = job_when(port, id, {"running", "done"});
  while (now.at("state") == "running" && now.at("progress").is_null() &&
         std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    now = job(port, id);
  }
  return now;
}

inline Response cancel(int port, const std::string& id) {
  return request(port, "DELETE", "/v1/jobs/" + id);
}

}  // namespace queens::test
