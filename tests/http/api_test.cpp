// All that is no job: kernels, estimates, benchmarks, health, metrics, the page, problems.

#include "http/http_test.hpp"

namespace queens::test {
namespace {

class ApiTest : public HttpTest {
 protected:
  void SetUp() override { start(); }
};

TEST_F(ApiTest, TellsThatItIsWell) {
  EXPECT_EQ(get(port_, "/healthz"), (Json{{"status", "ok"}}));
  EXPECT_EQ(get(port_, "/readyz").value("status", ""), "ready");
}

TEST_F(ApiTest, NamesTheKernels) {
  const Json kernels = get(port_, "/v1/kernels").at("kernels");
  ASSERT_FALSE(kernels.empty());
  for (const Json& kernel : kernels) {
    for (const char* const field : {"name", "summary", "needs", "missing", "joins", "reference"}) {
      EXPECT_TRUE(kernel.contains(field)) << field << '\n' << kernel;
    }
  }
}

TEST_F(ApiTest, Estimates) {
  const Json estimate = get(port_, "/v1/estimate?n=20&seed=1");
  EXPECT_EQ(estimate.at("n"), 20);
  EXPECT_EQ(estimate.at("seed"), 1);
  EXPECT_LT(estimate.at("solutions").at("low").get<double>(), 39029188884.0 * 1.2);
  EXPECT_GT(estimate.at("solutions").at("high").get<double>(), 39029188884.0 / 1.2);
  EXPECT_EQ(estimate.at("methods").size(), 2U);
  const Json board = get(port_, "/v1/estimate?board=**.*,****,****,****");
  EXPECT_EQ(board.at("n"), 4);
  EXPECT_EQ(board.at("solutions").at("expected"), 1);
  for (const std::string query :
       {"", "?n=0", "?n=33", "?n=8&board=*", "?n=x", "?board=", "?board=**,*", "?n=8&n=9", "?m=8",
        "?n=8&seed=-1", "?n=8&seed=x", "?n=%38%00", "?n", "?&", "?n=8&"}) {
    const int status = request(port_, "GET", "/v1/estimate" + query).status;
    EXPECT_TRUE(status == 400 || status == 422 || (status == 200 && query == "?n=8&"))
        << query << ": " << status;
  }
}

TEST_F(ApiTest, KeepsABenchmark) {
  expect_problem(request(port_, "GET", "/v1/bench"), 404, "not-found");
  const std::string file = folder_.path("bench.json");
  const Outcome made = run(QUEENS_PROGRAM, {"bench", "-n", "8", "--repeat", "1", "--json", file});
  ASSERT_EQ(made.exit_code, 0) << made;
  const std::string text = read_file(file);
  EXPECT_EQ(request(port_, "PUT", "/v1/bench", text, kJson).status, 204);
  EXPECT_EQ(get(port_, "/v1/bench"), Json::parse(text));
  for (const std::string wrong : {"", "{", "[]", "{}", "7", "null", "{\"variants\":7}"}) {
    const int status = request(port_, "PUT", "/v1/bench", wrong, kJson).status;
    EXPECT_TRUE(status == 400 || status == 422) << wrong << ": " << status;
  }
  EXPECT_EQ(get(port_, "/v1/bench"), Json::parse(text));
  stop();
  start();
  EXPECT_EQ(get(port_, "/v1/bench"), Json::parse(text));
}

TEST_F(ApiTest, DescribesItself) {
  const Json description = get(port_, "/openapi.json");
  EXPECT_THAT(description.value("openapi", ""), testing::StartsWith("3."));
  for (const char* const path : {"/v1/jobs", "/v1/jobs/{id}", "/v1/jobs/{id}/events", "/v1/solve",
                                 "/v1/estimate", "/v1/kernels", "/v1/bench", "/healthz"}) {
    EXPECT_TRUE(description.at("paths").contains(path)) << path;
  }
}

TEST_F(ApiTest, CountsWhatItDoes) {
  job_when_done(port_, submit(port_, {{"n", 8}}));
  const Response metrics = request(port_, "GET", "/metrics");
  EXPECT_EQ(metrics.status, 200);
  EXPECT_THAT(metrics.header("Content-Type"), testing::StartsWith("text/plain"));
  EXPECT_THAT(metrics.body, testing::HasSubstr("# TYPE queens_"));
  EXPECT_THAT(metrics.body, testing::EndsWith("\n"));
}

TEST_F(ApiTest, ServesThePage) {
  const Response page = request(port_, "GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.header("Content-Type"), testing::StartsWith("text/html"));
  const std::string tag = page.header("ETag");
  EXPECT_NE(tag, "");
  const Response again = request(port_, "GET", "/", "", {{"If-None-Match", tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(request(port_, "GET", "/", "", {{"If-None-Match", "\"other\""}}).status, 200);
}

TEST_F(ApiTest, ExplainsItsProblems) {
  for (const std::string name :
       {"bad-request",        "unauthorized",         "not-found",         "method-not-allowed",
        "request-timeout",    "already-finished",     "payload-too-large", "unsupported-media-type",
        "expectation-failed", "misdirected-request",  "invalid-request",   "malformed-board",
        "too-long",           "idempotency-conflict", "queue-full",        "header-too-large",
        "internal",           "too-many-streams",     "shutting-down",     "disk-full"}) {
    const Response explained = request(port_, "GET", "/problems/" + name);
    EXPECT_EQ(explained.status, 200) << name;
    EXPECT_THAT(explained.header("Content-Type"), testing::StartsWith("text/plain"));
    EXPECT_GT(explained.body.size(), 20U) << name;
  }
  expect_problem(request(port_, "GET", "/problems/none"), 404, "not-found");
}

TEST_F(ApiTest, RefusesOtherMethods) {
  for (const auto& [path, allowed] :
       std::vector<std::pair<std::string, std::string>>{{"/v1/jobs", "GET"},
                                                        {"/v1/jobs/1", "DELETE"},
                                                        {"/v1/solve", "POST"},
                                                        {"/v1/bench", "PUT"},
                                                        {"/healthz", "GET"},
                                                        {"/", "GET"}}) {
    for (const std::string method : {"PATCH", "TRACE", "OPTIONS", "PROPFIND"}) {
      const Response refused = request(port_, method, path);
      expect_problem(refused, 405, "method-not-allowed");
      EXPECT_THAT(refused.header("Allow"), testing::HasSubstr(allowed)) << method << ' ' << path;
    }
  }
}

TEST_F(ApiTest, AnswersHeadAsGetWithoutABody) {
  submit(port_, {{"n", 4}});
  for (const std::string path : {"/", "/healthz", "/readyz", "/openapi.json", "/metrics",
                                 "/v1/jobs", "/v1/kernels", "/v1/none"}) {
    const Response got = request(port_, "GET", path);
    Connection connection(port_);
    const Response head = connection.request("HEAD", path);
    EXPECT_EQ(head.status, got.status) << path;
    EXPECT_EQ(head.header("Content-Type"), got.header("Content-Type")) << path;
    EXPECT_EQ(connection.request("GET", "/healthz").status, 200) << "no body came with " << path;
  }
}

TEST_F(ApiTest, NumbersItsRequests) {
  std::set<std::string> ids;
  for (int i = 0; i < 10; ++i) ids.insert(request(port_, "GET", "/healthz").header("X-Request-Id"));
  EXPECT_EQ(ids.size(), 10U);
  EXPECT_EQ(ids.count(""), 0U);
}

TEST_F(ApiTest, WantsJson) {
  Connection connection(port_);
  const std::string body = "{\"n\":4}";
  for (const std::string type : {"text/plain", "", "application/x-www-form-urlencoded",
                                 "application/jsonx", "multipart/form-data; boundary=x"}) {
    const Response refused = request(port_, "POST", "/v1/solve", body, {{"Content-Type", type}});
    expect_problem(refused, 415, "unsupported-media-type");
  }
  expect_problem(request(port_, "POST", "/v1/solve", body), 415, "unsupported-media-type");
  for (const std::string type :
       {"application/json; charset=utf-8", "Application/JSON", "application/json;charset=UTF-8"}) {
    EXPECT_EQ(request(port_, "POST", "/v1/solve", body, {{"Content-Type", type}}).status, 200)
        << type;
  }
}

}  // namespace
}  // namespace queens::test
