// HTTP/1.1 at its edges: where a request ends, whom it is for, and what must not pass through.

#include "http/http_test.hpp"

namespace queens::test {
namespace {

class ProtocolTest : public HttpTest {
 protected:
  void SetUp() override { start({"--request-timeout", "2s"}); }
  void TearDown() override { expect_alive(); }

  // All that comes after these bytes, with the end of what is sent.
  std::string exchange(const std::string& bytes) {
    Connection connection(port_);
    try {
      connection.send(bytes);
      connection.finish_sending();
    } catch (const Disconnected&) {  // a refusal may come before all is sent
    }
    return connection.read_to_end(kPatience);
  }

  static int status(const std::string& text) {
    return text.starts_with("HTTP/1.1 ") ? std::stoi(text.substr(9, 3)) : 0;
  }

  static int responses(const std::string& text) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find("HTTP/1.1 ", at)) != std::string::npos; ++at) ++found;
    return found;
  }

  // Refused with that status, or, for 0, with any of 4xx, and nothing after it answered.
  void expect_refused(const std::string& bytes, int expected = 0) {
    const std::string answer = exchange(bytes + kSmuggled);
    const int got = status(answer);
    EXPECT_TRUE(expected != 0 ? got == expected : got / 100 == 4) << bytes << '\n' << answer;
    EXPECT_EQ(responses(answer), 1) << "what follows is no request\n" << bytes << '\n' << answer;
  }

  const std::string kHost = "Host: localhost\r\n";
  const std::string kPost =
      "POST /v1/solve HTTP/1.1\r\n" + kHost + "Content-Type: application/json\r\n";
  const std::string kSmuggled = "GET /healthz HTTP/1.1\r\n" + kHost + "\r\n";
};

TEST_F(ProtocolTest, ARequestHasOneLength) {
  const std::string body = "{\"n\":4}";
  for (const std::string lengths : {"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n",
                                    "Transfer-Encoding: chunked\r\nContent-Length: 7\r\n",
                                    "Content-Length: 7\r\nContent-Length: 8\r\n",
                                    "Content-Length: 7, 8\r\n",
                                    "Content-Length: +7\r\n",
                                    "Content-Length: -7\r\n",
                                    "Content-Length: 0x7\r\n",
                                    "Content-Length: 7 7\r\n",
                                    "Content-Length: \r\n",
                                    "Content-Length: 7.0\r\n",
                                    "Content-Length: 99999999999999999999\r\n",
                                    "Content-Length : 7\r\n",
                                    "Transfer-Encoding: xchunked\r\n",
                                    "Transfer-Encoding: chunked, gzip\r\n",
                                    "Transfer-Encoding: gzip, chunked\r\n",
                                    "Transfer-Encoding: identity\r\n",
                                    "Transfer-Encoding: \"chunked\"\r\n",
                                    "Transfer-Encoding: chunked, chunked\r\n",
                                    "Transfer-Encoding:\x0b chunked\r\n",
                                    "Transfer-Encoding : chunked\r\n",
                                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                                    "Content-Length:\x0b 7\r\n"}) {
    expect_refused(kPost + lengths + "\r\n" + body);
  }
}

TEST_F(ProtocolTest, ChunksAreWellFormed) {
  const std::string head = kPost + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(status(exchange(head + "7\r\n{\"n\":4}\r\n0\r\n\r\n")), 200);
  EXPECT_EQ(status(exchange(head + "3;a=b\r\n{\"n\r\n4\r\n\":4}\r\n0\r\nX: y\r\n\r\n")), 200);
  for (const std::string chunks :
       {"-1\r\n", "x\r\n", "\r\n", "0x7\r\n{\"n\":4}\r\n0\r\n\r\n", "7{\"n\":4}",
        "7\r\n{\"n\":4}0\r\n\r\n", "8\r\n{\"n\":4}\r\n0\r\n\r\n", "6\r\n{\"n\":4}\r\n0\r\n\r\n",
        "fffffffffffffffff\r\n{", "ffffffffffffffff\r\n{", "7 \r\n{\"n\":4}\r\n0 \r\n\r\nx"}) {
    const std::string answer = exchange(head + chunks);
    const int got = status(answer);
    EXPECT_TRUE(got == 0 || got / 100 == 4 || (got == 200 && chunks.starts_with("7 ")))
        << chunks << '\n'
        << answer;
  }
}

TEST_F(ProtocolTest, BodiesAreBounded) {
  const std::string whole = "{\"n\":4}" + std::string(65'536 - 7, ' ');
  EXPECT_EQ(request(port_, "POST", "/v1/solve", whole, kJson).status, 200) << "64 KiB";
  expect_refused(kPost + "Content-Length: 65537\r\n\r\n" + whole + " ", 413);
  expect_refused(kPost + "Content-Length: 10000000000\r\n\r\n{", 413);
  expect_refused(kPost + "Content-Length: 18446744073709551615\r\n\r\n{", 0);
  EXPECT_EQ(status(exchange(kPost + "Expect: 100-continue\r\nContent-Length: 65537\r\n\r\n")), 413);
  const std::string get = "GET /healthz HTTP/1.1\r\n" + kHost;
  EXPECT_EQ(status(exchange(get + "Content-Length: 100000\r\n\r\n" + std::string(100'000, 'x'))),
            413);
}

TEST_F(ProtocolTest, HeadersAreBounded) {
  const std::string get = "GET /healthz HTTP/1.1\r\n" + kHost;
  EXPECT_EQ(status(exchange(get + "X: " + std::string(100'000, 'x') + "\r\n\r\n")), 431);
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "X: y\r\n";
  EXPECT_EQ(status(exchange(get + many + "\r\n")), 431);
  EXPECT_EQ(
      status(exchange("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n" + kHost + "\r\n")),
      431);
  EXPECT_EQ(status(exchange(get + "X: " + std::string(3'000, 'x') + "\r\n\r\n")), 200);
}

TEST_F(ProtocolTest, ARequestIsForSomeHost) {
  expect_refused("GET /healthz HTTP/1.1\r\n\r\n", 400);
  expect_refused("GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400);
  expect_refused("GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400);
  for (const std::string host : {"", "localhost, evil.example", "localhost evil.example"}) {
    const std::string answer = exchange("GET /v1/jobs HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    EXPECT_EQ(status(answer) / 100, 4) << host << '\n' << answer;
  }
}

TEST_F(ProtocolTest, TargetsInTheirOtherForms) {
  const std::string port = std::to_string(port_);
  const std::string end = " HTTP/1.1\r\n" + kHost + "\r\n";
  const int absolute = status(exchange("GET http://localhost:" + port + "/healthz" + end));
  EXPECT_TRUE(absolute == 200 || absolute == 400) << absolute;
  for (const std::string start :
       {"GET http://evil.example/v1/jobs", "GET https://evil.example/", "GET *", "OPTIONS *",
        "CONNECT evil.example:80", "CONNECT /", "GET v1/jobs", "GET //evil.example/v1/jobs",
        "GET http://", "GET ?x", "GET #", "GET /v1/jobs#x", "GET /\x7f", "GET /\xc3\xa9",
        "GET /v1/jobs?limit=%zz", "GET /v1/jobs?limit=%", "GET /%", "GET /%zz"}) {
    const std::string answer = exchange(start + end);
    EXPECT_EQ(status(answer) / 100, 4) << start << '\n' << answer;
  }
}

TEST_F(ProtocolTest, OtherVersions) {
  const std::string old = exchange("GET /healthz HTTP/1.0\r\n" + kHost + "\r\n" + kSmuggled);
  EXPECT_TRUE(old.starts_with("HTTP/1.0 200") || old.starts_with("HTTP/1.1 200") ||
              status(old) / 100 == 4 || status(old) == 505)
      << old;
  EXPECT_LE(responses(old), 1) << "HTTP/1.0 has one request to a connection\n" << old;
  for (const std::string version : {"HTTP/2.0", "HTTP/0.9", "HTTP/1.10", "HTTP/11", "http/1.1",
                                    "HTTP/1", "HTTP/1.1x", "", "ICY/1.1", "HTTP/9.9"}) {
    expect_refused("GET /healthz " + version + "\r\n" + kHost + "\r\n");
  }
  expect_refused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
}

TEST_F(ProtocolTest, Expectations) {
  Connection connection(port_);
  connection.send(kPost + "Expect: 100-continue\r\nContent-Length: 7\r\n\r\n");
  EXPECT_EQ(connection.read_response().status, 100);
  connection.send("{\"n\":4}");
  EXPECT_EQ(connection.read_response().status, 200);
  for (const std::string other : {"200-ok", "100-continue, x", "x"}) {
    const std::string head = kPost + "Expect: " + other + "\r\nContent-Length: 7\r\n\r\n";
    EXPECT_EQ(status(exchange(head + "{\"n\":4}")), 417) << other;
  }
}

// Nothing that a client sends becomes a header or a line of its own.
TEST_F(ProtocolTest, NothingIsInjected) {
  const auto expect_clean = [](const std::string& answer, const std::string& sent) {
    const std::string head = answer.substr(0, answer.find("\r\n\r\n"));
    EXPECT_EQ(head.find("\nX-Evil"), std::string::npos) << sent << '\n' << answer;
    EXPECT_EQ(head.find("\rX-Evil"), std::string::npos) << sent << '\n' << answer;
  };
  for (const std::string path :
       {"/%0d%0aX-Evil:%20yes", "/v1/jobs/1%0d%0aX-Evil:%20yes", "/problems/x%0aX-Evil:%20yes",
        "/v1/jobs?cursor=%0d%0aX-Evil:%20yes", "/?%0d%0aX-Evil:%20yes"}) {
    const std::string answer = exchange("GET " + path + " HTTP/1.1\r\n" + kHost + "\r\n");
    EXPECT_LT(status(answer), 500) << answer;
    expect_clean(answer, path);
  }
  for (const std::string name : {"Idempotency-Key", "X-Request-Id", "Origin", "Last-Event-ID"}) {
    for (const std::string& value :
         {std::string("a\rX-Evil: yes"), std::string("a\nX-Evil: yes"),
          std::string("a\0X-Evil: yes", 13), std::string("%0d%0aX-Evil: y"),
          std::string("\x1b[2JX-Evil: yes")}) {
      const std::string sent =
          kPost + name + ": " + value + "\r\nContent-Length: 7\r\n\r\n{\"n\":4}";
      const std::string answer = exchange(sent);
      EXPECT_LT(status(answer), 500) << answer;
      expect_clean(answer, sent);
    }
  }
}

TEST_F(ProtocolTest, NothingIsInjectedIntoTheLog) {
  stop();
  start({"--log-level", "trace"});
  exchange("GET /v1/jobs/%0aFORGED HTTP/1.1\r\n" + kHost + "User-Agent: a\x1b[31m\r\n\r\n");
  exchange("G\x1b[31mET /\x1b[31m HTTP/1.1\r\n" + kHost + "\r\n");
  const Response one = request(port_, "GET", "/healthz", "", {{"X-Request-Id", "a\x1b[31m"}});
  EXPECT_EQ(one.header("X-Request-Id").find('\x1b'), std::string::npos);
  const std::string log = service_->log();
  EXPECT_EQ(log.find('\x1b'), std::string::npos) << log;
  EXPECT_EQ(log.find("\nFORGED"), std::string::npos) << log;
}

TEST_F(ProtocolTest, MalformedHeaders) {
  const std::string get = "GET /healthz HTTP/1.1\r\n" + kHost;
  for (const std::string& header :
       {std::string("no colon\r\n"), std::string(": nameless\r\n"), std::string("a b: c\r\n"),
        std::string("a\x01: c\r\n"), std::string("a: b\0c\r\n", 8), std::string("a: b\rc\r\n"),
        std::string("a\r\n: b\r\n"), std::string("(a): b\r\n"), std::string("\r: b\r\n")}) {
    expect_refused(get + header + "\r\n");
  }
  expect_refused("GET  /healthz HTTP/1.1\r\n" + kHost + "\r\n");
  expect_refused("GET /healthz  HTTP/1.1\r\n" + kHost + "\r\n");
  expect_refused("GET\t/healthz\tHTTP/1.1\r\n" + kHost + "\r\n");
  expect_refused(" GET /healthz HTTP/1.1\r\n" + kHost + "\r\n");
  expect_refused("G(T /healthz HTTP/1.1\r\n" + kHost + "\r\n");
}

TEST_F(ProtocolTest, RequestsOneAfterTheOther) {
  std::string requests;
  for (int i = 0; i < 50; ++i) {
    requests += "GET /healthz HTTP/1.1\r\n" + kHost + "\r\n";
    requests += "GET /v1/none HTTP/1.1\r\n" + kHost + "\r\n";
    requests += kPost + "Content-Length: 7\r\n\r\n{\"n\":4}";
    requests += "HEAD /healthz HTTP/1.1\r\n" + kHost + "\r\n";
  }
  Connection connection(port_);
  connection.send(requests);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(connection.read_response().status, 200);
    EXPECT_EQ(connection.read_response().status, 404);
    EXPECT_THAT(connection.read_response().body, testing::HasSubstr("\"total\""));
    EXPECT_EQ(connection.read_response(true).status, 200);
  }
}

TEST_F(ProtocolTest, ConnectionsEndWhenAsked) {
  const std::string one = "GET /healthz HTTP/1.1\r\n" + kHost;
  EXPECT_EQ(responses(exchange(one + "Connection: close\r\n\r\n" + kSmuggled)), 1);
  EXPECT_EQ(responses(exchange(one + "\r\n" + kSmuggled)), 2);
  EXPECT_EQ(responses(exchange(one + "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n")), 1);
}

TEST_F(ProtocolTest, SlowRequestsAreToldSo) {
  for (const std::string& begun : {std::string("GET /hea"), kPost + "Content-Length: 7\r\n\r\n{"}) {
    Connection connection(port_, kPatience);
    connection.send(begun);
    const std::string answer = connection.read_to_end(kPatience);
    EXPECT_EQ(status(answer), 408) << begun << '\n' << answer;
  }
}

// A cut at any byte is a request that does not come, and not another one.
TEST_F(ProtocolTest, RequestsThatAreCut) {
  const std::string whole = kPost + "Content-Length: 7\r\n\r\n{\"n\":4}";
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const int got = status(exchange(whole.substr(0, length)));
    EXPECT_TRUE(got == 0 || got / 100 == 4) << length << ": " << got;
  }
  EXPECT_EQ(status(exchange(whole)), 200);
}

}  // namespace
}  // namespace queens::test
