// Who may ask what.

#include <filesystem>
#include <fstream>

#include "http/http_test.hpp"

namespace queens::test {
namespace {

constexpr const char* kToken = "s3cret-Token.of_the~house";

class SecurityTest : public HttpTest {
 protected:
  void start_with_token(const Words& more = {}) {
    Words arguments = {"--token-file", folder_.write("token", std::string(kToken) + "\n")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    start(arguments);
  }

  static Headers authorization(const std::string& value) { return {{"Authorization", value}}; }

  // What becomes of `serve` on an address that others can reach.
  [[nodiscard]] Outcome serve_openly(const Words& more) const {
    Words words = {"serve", "--listen", "0.0.0.0:0", "--data", data()};
    words.insert(words.end(), more.begin(), more.end());
    Process process(QUEENS_PROGRAM, words);
    if (process.read_error_until("listening on http://")) process.send(SIGTERM);
    return process.wait();
  }
};

TEST_F(SecurityTest, WithoutTheTokenThereIsNothing) {
  start_with_token();
  const std::string right = kToken;
  for (const std::string& value :
       {std::string(), std::string("Bearer"), std::string("Bearer "), "Bearer x" + right,
        "Bearer " + right + "x", "Bearer " + right.substr(1), "Basic " + right, right,
        "Bearer " + right.substr(0, right.size() - 1), "Bearer S" + right.substr(1),
        "Bearer " + right + " " + right, "Token " + right, "Bearer " + std::string(5000, 'x'),
        std::string("Bearer \xff\xfe")}) {
    for (const std::string path : {"/v1/jobs", "/v1/jobs/1", "/v1/jobs/1/events", "/v1/kernels",
                                   "/v1/bench", "/v1/estimate?n=8", "/metrics", "/v1/none"}) {
      const Response refused = request(port_, "GET", path, "", authorization(value));
      expect_problem(refused, 401, "unauthorized");
      EXPECT_THAT(refused.header("WWW-Authenticate"), testing::StartsWith("Bearer")) << path;
    }
  }
  expect_problem(post(port_, "/v1/jobs", {{"n", 8}}), 401, "unauthorized");
  expect_problem(post(port_, "/v1/solve", {{"n", 8}}), 401, "unauthorized");
  expect_problem(request(port_, "DELETE", "/v1/jobs/1"), 401, "unauthorized");
  expect_problem(request(port_, "PUT", "/v1/bench", "{}", kJson), 401, "unauthorized");
  expect_problem(request(port_, "GET", "/metrics"), 401, "unauthorized");
}

TEST_F(SecurityTest, WithTheTokenThereIsAll) {
  start_with_token();
  const Headers right = authorization(std::string("Bearer ") + kToken);
  for (const std::string path : {"/v1/jobs", "/v1/kernels", "/v1/estimate?n=8", "/metrics"}) {
    EXPECT_EQ(request(port_, "GET", path, "", right).status, 200) << path;
  }
  EXPECT_EQ(post(port_, "/v1/jobs", {{"n", 8}}, right).status, 201);
  EXPECT_EQ(post(port_, "/v1/solve", {{"n", 8}}, right).status, 200);
  const Headers lower = authorization(std::string("bearer ") + kToken);
  EXPECT_EQ(request(port_, "GET", "/v1/jobs", "", lower).status, 200) << "a scheme has no case";
  Headers two = right;
  two.emplace_back("Authorization", "Bearer other");
  EXPECT_EQ(request(port_, "GET", "/v1/jobs", "", two).status / 100, 4);
}

TEST_F(SecurityTest, SomeThingsAreForAll) {
  start_with_token();
  for (const std::string path : {"/", "/page.css", "/page.js", "/healthz", "/readyz",
                                 "/openapi.json", "/problems/unauthorized"}) {
    EXPECT_EQ(request(port_, "GET", path).status, 200) << path;
  }
}

TEST_F(SecurityTest, PathsDoNotLeadAround) {
  start_with_token();
  for (const std::string path :
       {"/v1//jobs", "//v1/jobs", "/./v1/jobs", "/healthz/../v1/jobs", "/%761/jobs", "/V1/jobs",
        "/v1/jobs/", "/v1%2fjobs", "/healthz/../../etc/passwd", "/%2e%2e/v1/jobs", "/\\v1\\jobs",
        "/page.css/../v1/jobs", "/v1/../v1/jobs", "/v1/jobs;x", "/v1/jobs%00", "/v1"}) {
    const int status = request(port_, "GET", path).status;
    EXPECT_TRUE(status == 400 || status == 401 || status == 404) << path << ": " << status;
  }
}

TEST_F(SecurityTest, TheTokenIsNeverLogged) {
  start_with_token({"--log-level", "trace"});
  const std::string bearer = std::string("Bearer ") + kToken;
  EXPECT_EQ(request(port_, "GET", "/v1/jobs", "", authorization(bearer)).status, 200);
  EXPECT_EQ(request(port_, "GET", "/v1/none", "", authorization(bearer)).status, 404);
  request(port_, "GET", "/v1/jobs", "", authorization("Basic " + std::string(kToken)));
  Connection broken(port_);
  broken.send("GET /v1/jobs HTTP/1.1\r\nAuthorization: " + bearer + "\r\nbroken\r\n\r\n");
  broken.read_to_end(std::chrono::seconds(10));
  const Outcome outcome = stop();
  EXPECT_THAT(outcome.err, testing::HasSubstr("listening"));
  EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr(kToken)));
}

TEST_F(SecurityTest, IsNotOpenToAllUnasked) {
  const Outcome refused = serve_openly({});
  EXPECT_EQ(refused.exit_code, 2) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr("--token-file"));
  EXPECT_THAT(refused.err, testing::HasSubstr("--allow-anonymous"));
  EXPECT_THAT(refused.err, testing::Not(testing::HasSubstr("listening")));
  EXPECT_EQ(serve_openly({"--allow-anonymous"}).exit_code, 0);
  const std::string file = folder_.write("token", std::string(kToken));
  EXPECT_EQ(serve_openly({"--token-file", file}).exit_code, 0);
}

TEST_F(SecurityTest, MakesATokenOnceAndShowsItOnce) {
  const std::string file = folder_.path("new/token");
  const Outcome first = serve_openly({"--create-token", "--token-file", file});
  EXPECT_EQ(first.exit_code, 0) << first;
  std::string token;
  std::ifstream(file) >> token;
  EXPECT_THAT(token, testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(token.size(), 32U);
  EXPECT_THAT(first.err, testing::HasSubstr("\n    " + token + "\n"));
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const Outcome second = serve_openly({"--create-token", "--token-file", file});
  EXPECT_EQ(second.exit_code, 0) << second;
  EXPECT_THAT(second.err, testing::Not(testing::HasSubstr(token)));

  std::filesystem::remove(file);
  const Outcome anonymous =
      serve_openly({"--create-token", "--allow-anonymous", "--token-file", file});
  EXPECT_EQ(anonymous.exit_code, 0) << anonymous;
  EXPECT_FALSE(std::filesystem::exists(file));

  const Outcome nowhere = serve_openly({"--create-token"});
  EXPECT_EQ(nowhere.exit_code, 2) << nowhere;
  EXPECT_THAT(nowhere.err, testing::HasSubstr("--create-token needs --token-file"));
  const Outcome refused = serve_openly({"--create-token", "--token-file", "/proc/none/token"});
  EXPECT_EQ(refused.exit_code, 1) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr("/proc/none/token"));
}

TEST_F(SecurityTest, MetricsMayBeOpen) {
  start_with_token({"--open-metrics"});
  EXPECT_EQ(request(port_, "GET", "/metrics").status, 200);
  expect_problem(request(port_, "GET", "/v1/jobs"), 401, "unauthorized");
}

TEST_F(SecurityTest, ATokenFileHoldsAToken) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("a-token of-two-words\n"),
        std::string("a-token-of\ntwo-lines\n"), std::string("short\n"),
        std::string("a-token-with-nothing\0inside", 27)}) {
    const std::string file = folder_.write("token", text);
    const Outcome refused = serve_openly({"--token-file", file});
    EXPECT_EQ(refused.exit_code, 2) << refused;
    EXPECT_THAT(refused.err, testing::HasSubstr(file));
  }
  const std::string none = folder_.path("none");
  const Outcome refused = serve_openly({"--token-file", none});
  EXPECT_EQ(refused.exit_code, 2) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr(none));
}

// A page of another site must not reach a service on this machine under a name of its own.
TEST_F(SecurityTest, AnswersToItsOwnNamesOnly) {
  start();
  const std::string port = std::to_string(port_);
  for (const std::string& host :
       {"127.0.0.1:" + port, "localhost:" + port, "LOCALHOST:" + port, "[::1]:" + port}) {
    EXPECT_EQ(request(port_, "GET", "/v1/jobs", "", {{"Host", host}}).status, 200) << host;
  }
  for (const std::string& host :
       {std::string("evil.example"), "evil.example:" + port, "127.0.0.1.evil.example:" + port,
        "localhost.evil.example:" + port, "evil.example@127.0.0.1:" + port,
        std::string("localhostx"), "127.0.0.1:" + port + ".evil.example", std::string("192.0.2.1"),
        "xlocalhost:" + port}) {
    for (const std::string path : {"/", "/v1/jobs", "/healthz"}) {
      const Response refused = request(port_, "GET", path, "", {{"Host", host}});
      const bool is_health = path == "/healthz";  // of no use to anybody
      EXPECT_TRUE(refused.status == 421 || refused.status == 400 ||
                  (is_health && refused.status == 200))
          << host << path << '\n'
          << refused;
      if (refused.status == 421) expect_problem(refused, 421, "misdirected-request");
    }
  }
  expect_problem(request(port_, "GET", "/v1/jobs", "", {{"Host", "evil.example"}}), 421,
                 "misdirected-request");
}

TEST_F(SecurityTest, ThePageLoadsNothingFromElsewhere) {
  start();
  for (const std::string path : {"/", "/page.css", "/page.js"}) {
    const Response page = request(port_, "GET", path);
    EXPECT_EQ(page.status, 200) << path;
    EXPECT_EQ(page.header("Content-Security-Policy"),
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
              "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(page.header("Referrer-Policy"), "no-referrer");
    EXPECT_EQ(page.header("Cache-Control"), "no-cache");
  }
  const Response page = request(port_, "GET", "/");
  EXPECT_THAT(page.body, testing::Not(testing::HasSubstr("=\"http")));
  EXPECT_THAT(page.body, testing::Not(testing::HasSubstr("=\"//")));
  EXPECT_THAT(page.body, testing::Not(testing::HasSubstr("onclick")));
}

// No other site may read answers, whatever it asks for.
TEST_F(SecurityTest, GrantsNothingToOtherOrigins) {
  start();
  const Headers foreign = {{"Origin", "https://evil.example"}};
  for (const std::string path : {"/v1/jobs", "/", "/healthz"}) {
    EXPECT_FALSE(
        request(port_, "GET", path, "", foreign).has_header("Access-Control-Allow-Origin"));
  }
  const Headers preflight = {{"Origin", "https://evil.example"},
                             {"Access-Control-Request-Method", "POST"}};
  const Response asked = request(port_, "OPTIONS", "/v1/jobs", "", preflight);
  EXPECT_EQ(asked.status, 405);
  EXPECT_FALSE(asked.has_header("Access-Control-Allow-Origin"));
}

}  // namespace
}  // namespace queens::test
