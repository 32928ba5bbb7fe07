#include "http/router.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <nlohmann/json.hpp>

#include "http/problem.hpp"
#include "job/store.hpp"

namespace queens::test {
namespace {

using http::Action;
using http::Call;
using http::Place;
using http::Request;
using http::Response;

class RouterTest : public testing::Test {
 protected:
  // A router with one route, and what it answers.
  Response ask(const Request& request, const Action& action, Place place = Place::server) {
    http::Router router(access_, metrics_, 1);
    router.add("GET", "/v1/jobs/{id}", place, action);
    router.add("DELETE", "/v1/jobs/{id}", place, action);
    return ask(router, request);
  }

  static Response ask(http::Router& router, const Request& request) {
    std::promise<Response> response;
    router.handle(request, [&response](Response answer) { response.set_value(std::move(answer)); });
    return response.get_future().get();
  }

  static Response fine(const Call& call) { return {.body = call.parameter}; }

  static std::string type_of(const Response& response) {
    return nlohmann::json::parse(response.body).at("type");
  }

  static std::string header(const Response& response, const std::string& name) {
    for (const http::Header& one : response.headers) {
      if (one.name == name) return one.value;
    }
    return "none";
  }

  http::Metrics metrics_;
  http::Access access_;
};

TEST_F(RouterTest, HandsOnThePathsPart) {
  for (const Place place : {Place::server, Place::database, Place::solving, Place::patient}) {
    const Response response = ask({.method = "GET", .path = "/v1/jobs/17"}, fine, place);
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "17");
  }
  EXPECT_EQ(ask({.method = "HEAD", .path = "/v1/jobs/17"}, fine).status, 200);
}

TEST_F(RouterTest, KnowsItsPathsAndMethods) {
  for (const std::string path :
       {"/", "/v1", "/v1/jobs", "/v1/jobs/", "/v1/jobs/1/2", "//v1/jobs/1", ""}) {
    EXPECT_EQ(ask({.method = "GET", .path = path}, fine).status, 404) << path;
  }
  const Response response = ask({.method = "POST", .path = "/v1/jobs/1"}, fine);
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(header(response, "Allow"), "GET, HEAD, DELETE");
}

TEST_F(RouterTest, TurnsWhatIsThrownIntoProblems) {
  const Request request{.method = "GET", .path = "/v1/jobs/1"};
  const auto thrown = [&](const auto& error) {
    return ask(request, [error](const Call&) -> Response { throw error; });
  };
  EXPECT_EQ(type_of(thrown(job::DiskFull("full"))), "/problems/disk-full");
  EXPECT_EQ(thrown(job::DiskFull("full")).status, 507);
  EXPECT_EQ(type_of(thrown(job::StoreError("broken"))), "/problems/internal");
  EXPECT_EQ(type_of(thrown(job::KeyConflict())), "/problems/idempotency-conflict");
  EXPECT_EQ(type_of(thrown(Error(ErrorCode::invalid_input, "wrong"))), "/problems/invalid-request");
  EXPECT_EQ(type_of(thrown(std::runtime_error("?"))), "/problems/internal");
  const Response full = thrown(job::QueueFull());
  EXPECT_EQ(full.status, 429);
  EXPECT_EQ(header(full, "Retry-After"), "1");
  EXPECT_EQ(full.type, "application/problem+json");
}

TEST_F(RouterTest, WantsTheToken) {
  access_.token = "0123456789abcdef";
  const auto status = [&](const std::string& given) {
    return ask({.method = "GET", .path = "/v1/jobs/1", .authorization = given}, fine).status;
  };
  EXPECT_EQ(status("Bearer 0123456789abcdef"), 200);
  for (const std::string wrong :
       {"", "Bearer ", "Bearer 0123456789abcde", "Bearer 0123456789abcdeg", "0123456789abcdef",
        "Basic 0123456789abcdef", "Bearer 0123456789abcdef0123456789abcdef"}) {
    EXPECT_EQ(status(wrong), 401) << wrong;
  }
  const Response refused = ask({.method = "GET", .path = "/v1/jobs/1"}, fine);
  EXPECT_EQ(header(refused, "WWW-Authenticate"), "Bearer");
  EXPECT_EQ(ask({.method = "GET", .path = "/metrics"}, fine).status, 401);
  EXPECT_EQ(ask({.method = "GET", .path = "/v1/none"}, fine).status, 401);
  EXPECT_EQ(ask({.method = "GET", .path = "/page"}, fine).status, 404) << "pages need no token";
}

TEST_F(RouterTest, AnswersToItsOwnNamesAlone) {
  access_.hosts = {"localhost", "127.0.0.1", "[::1]"};
  const auto status = [&](const std::string& host) {
    return ask({.method = "GET", .path = "/v1/jobs/1", .host = host}, fine).status;
  };
  for (const std::string own :
       {"localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "[::1]"}) {
    EXPECT_EQ(status(own), 200) << own;
  }
  for (const std::string other :
       {"", "example.org", "localhost.example.org", "127.0.0.1.nip.io:80", "[::2]:80"}) {
    EXPECT_EQ(status(other), 421) << other;
  }
}

TEST_F(RouterTest, SendsAwayWhileItStops) {
  http::Router router(access_, metrics_, 1);
  router.add("GET", "/waits", Place::database, fine);
  router.add("GET", "/does-not", Place::server, fine);
  router.stop();
  EXPECT_EQ(ask(router, {.method = "GET", .path = "/waits"}).status, 503);
  EXPECT_EQ(ask(router, {.method = "GET", .path = "/does-not"}).status, 200);
}

TEST_F(RouterTest, SendsAwayWhoWouldWaitTooLong) {
  http::Router router(access_, metrics_, 1);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  router.add("GET", "/slow", Place::patient, [released](const Call&) -> Response {
    released.wait();
    return {};
  });
  std::atomic<int> answered = 0;
  std::atomic<int> refused = 0;
  constexpr int kRequests = 40;
  for (int i = 0; i < kRequests; ++i) {
    router.handle({.method = "GET", .path = "/slow"}, [&](const Response& response) {
      (response.status == 429 ? refused : answered)++;
    });
  }
  EXPECT_GT(refused, 0);
  release.set_value();
  router.finish();
  EXPECT_LE(answered + refused, kRequests);
}

TEST_F(RouterTest, CountsRequestsByRouteNotByPath) {
  http::Router router(access_, metrics_, 1);
  router.add("GET", "/v1/jobs/{id}", Place::server, fine);
  ask(router, {.method = "GET", .path = "/v1/jobs/1"});
  ask(router, {.method = "GET", .path = "/v1/jobs/2"});
  ask(router, {.method = "<script>", .path = "/<script>"});
  const std::string text = metrics_.text({{job::State::queued, 3}});
  EXPECT_THAT(text, testing::HasSubstr("queens_http_requests_total{method=\"GET\",route=\"/v1/jobs/"
                                       "{id}\",status=\"200\"} 2"));
  EXPECT_THAT(text, testing::HasSubstr("method=\"other\",route=\"none\",status=\"404\""));
  EXPECT_THAT(text, testing::HasSubstr("queens_jobs{state=\"queued\"} 3"));
  EXPECT_THAT(text, testing::HasSubstr("queens_queue_depth 3"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("script")));
}

}  // namespace
}  // namespace queens::test
