// The client against servers that answer, and do not answer, in every way.

#include "http/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "queens/error.hpp"
#include "support/scripted_server.hpp"

namespace queens::http {
namespace {

using std::chrono::milliseconds;
using test::ScriptedServer;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Patience kShort{
    .connect = milliseconds(2000), .answer = milliseconds(100), .silence = milliseconds(100)};

ServerUrl url_of(const ScriptedServer& server) {
  return {.host = "127.0.0.1", .port = server.port()};
}

Client client_of(const ScriptedServer& server, const CancelToken& cancel = {},
                 Patience patience = {}) {
  return {url_of(server), "secret", cancel, patience};
}

const std::string kStream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

Answer stream_from(const Client& client, std::vector<std::string>& data) {
  return client.stream("/events", "5", [&data](const ServerEvent& event) {
    data.push_back(event.data);
    return event.data != "enough";
  });
}

template <typename Call>
ConnectionError error_of(const Call& call) {
  try {
    call();
  } catch (const ConnectionError& error) {
    return error;
  }
  throw std::logic_error("no error");
}

TEST(HttpClient, SendsARequestAndReadsItsAnswer) {
  ScriptedServer server(
      ScriptedServer::say("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"
                          "Retry-After: 7\r\nContent-Length: 4\r\n\r\n\"ab\""));
  const Answer answer =
      client_of(server).request("POST", "/v1/jobs?a=b", "{\"n\":8}", {{"Idempotency-Key", "k"}});
  EXPECT_EQ(answer.status, 201U);
  EXPECT_TRUE(answer.good());
  EXPECT_EQ(answer.content_type, "application/json");
  EXPECT_EQ(answer.retry_after, "7");
  EXPECT_EQ(answer.body, "\"ab\"");
  const std::string host = "Host: " + url_of(server).authority() + "\r\n";
  EXPECT_THAT(server.requests().front(), testing::StartsWith("POST /v1/jobs?a=b HTTP/1.1\r\n"));
  EXPECT_THAT(server.requests().front(), HasSubstr(host));
  EXPECT_THAT(server.requests().front(), HasSubstr("Authorization: Bearer secret\r\n"));
  EXPECT_THAT(server.requests().front(), HasSubstr("Idempotency-Key: k\r\n"));
  EXPECT_THAT(server.requests().front(), HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(server.requests().front(), testing::EndsWith("\r\n\r\n{\"n\":8}"));
}

TEST(HttpClient, ReadsABodyInChunksAndOneThatEndsWithTheConnection) {
  ScriptedServer chunked(ScriptedServer::say(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"));
  EXPECT_EQ(client_of(chunked).request("GET", "/").body, "abc");
  ScriptedServer open(ScriptedServer::say("HTTP/1.1 200 OK\r\n\r\nabc"));
  EXPECT_EQ(client_of(open).request("GET", "/").body, "abc");
}

TEST(HttpClient, SaysThatNobodyIsThere) {
  ServerUrl url;
  {
    const ScriptedServer server(ScriptedServer::say(""));
    url = url_of(server);
  }
  const Client client(url, std::nullopt, {});
  const ConnectionError error = error_of([&] { static_cast<void>(client.request("GET", "/")); });
  EXPECT_THAT(error.what(), HasSubstr("cannot connect to " + url.text()));
  EXPECT_FALSE(error.sent());
}

TEST(HttpClient, SaysThatTheConnectionBroke) {
  for (const char* const text :
       {"", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"}) {
    SCOPED_TRACE(text);
    ScriptedServer server(ScriptedServer::say(text));
    const ConnectionError error =
        error_of([&] { static_cast<void>(client_of(server).request("POST", "/", "{}")); });
    EXPECT_THAT(error.what(), HasSubstr("broke off"));
    EXPECT_TRUE(error.sent());
  }
}

TEST(HttpClient, RefusesWhatIsNoHttpAndWhatIsTooMuch) {
  for (const std::string& text :
       {std::string("SSH-2.0-OpenSSH\r\n\r\n"), "HTTP/1.1 200 OK\r\nA: " + std::string(20'000, 'a'),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n")}) {
    ScriptedServer server(ScriptedServer::say(text));
    EXPECT_THAT(error_of([&] { static_cast<void>(client_of(server).request("GET", "/")); }).what(),
                HasSubstr("does not answer as it should"));
  }
  ScriptedServer server([](int connection) {
    ScriptedServer::write(connection, "HTTP/1.1 200 OK\r\n\r\n");
    const std::string piece(1'000'000, 'a');
    for (int i = 0; i < 20; ++i) ScriptedServer::write(connection, piece);
  });
  EXPECT_THAT(error_of([&] { static_cast<void>(client_of(server).request("GET", "/")); }).what(),
              HasSubstr("answers with more than"));
}

TEST(HttpClient, LosesPatience) {
  for (const char* const text :
       {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"}) {
    SCOPED_TRACE(text);
    ScriptedServer server([text](int connection) {
      ScriptedServer::write(connection, text);
      ScriptedServer::hold(connection);
    });
    const Client client = client_of(server, {}, kShort);
    EXPECT_THAT(error_of([&] { static_cast<void>(client.request("GET", "/")); }).what(),
                HasSubstr("does not answer"));
  }
}

// Whatever the network: nobody has this name.
TEST(HttpClient, SaysThatThereIsNoSuchHost) {
  const Client client({.host = "-", .port = 80}, std::nullopt, {});
  EXPECT_THAT(error_of([&] { static_cast<void>(client.request("GET", "/")); }).what(),
              HasSubstr("cannot find the host '-'"));
}

TEST(HttpClient, ReadsAStreamToItsEnd) {
  ScriptedServer server([](int connection) {
    ScriptedServer::write(connection, kStream + "id: 6\ndata: a\n\nda");
    std::this_thread::sleep_for(milliseconds(20));
    ScriptedServer::write(connection, "ta: b\n\n: beat\n\ndata: never");
  });
  std::vector<std::string> data;
  EXPECT_EQ(stream_from(client_of(server), data).status, 200U);
  EXPECT_THAT(data, ElementsAre("a", "b"));
  EXPECT_THAT(server.requests().front(), HasSubstr("Last-Event-ID: 5\r\n"));
  EXPECT_THAT(server.requests().front(), HasSubstr("Accept: text/event-stream"));
}

TEST(HttpClient, ReadsNoMoreOfAStreamThanItsReaderWants) {
  ScriptedServer server([](int connection) {
    ScriptedServer::write(connection, kStream + "data: a\n\ndata: enough\n\ndata: b\n\n");
    ScriptedServer::hold(connection);
  });
  std::vector<std::string> data;
  EXPECT_EQ(stream_from(client_of(server), data).status, 200U);
  EXPECT_THAT(data, ElementsAre("a", "enough"));
}

TEST(HttpClient, LeavesASilentStream) {
  ScriptedServer server([](int connection) {
    ScriptedServer::write(connection, kStream + "data: a\n\n");
    ScriptedServer::hold(connection);
  });
  std::vector<std::string> data;
  EXPECT_EQ(stream_from(client_of(server, {}, kShort), data).status, 200U);
  EXPECT_THAT(data, ElementsAre("a"));
}

TEST(HttpClient, HeedsTheHeartbeatsOfAStream) {
  ScriptedServer server([](int connection) {
    ScriptedServer::write(connection, kStream);
    for (int i = 0; i < 10; ++i) {
      std::this_thread::sleep_for(milliseconds(30));
      ScriptedServer::write(connection, ":\n");
    }
    ScriptedServer::write(connection, "data: enough\n\n");
    ScriptedServer::hold(connection);
  });
  std::vector<std::string> data;
  Patience patience = kShort;
  patience.silence = milliseconds(250);  // of 300 in all
  EXPECT_EQ(stream_from(client_of(server, {}, patience), data).status, 200U);
  EXPECT_THAT(data, ElementsAre("enough"));
}

TEST(HttpClient, TellsARefusedStreamFromOneWithoutMore) {
  std::vector<std::string> data;
  ScriptedServer finished(ScriptedServer::say("HTTP/1.1 204 No Content\r\n\r\n"));
  EXPECT_EQ(stream_from(client_of(finished), data).status, 204U);
  ScriptedServer full(
      ScriptedServer::say("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n"
                          "Content-Type: application/problem+json\r\n\r\n{}"));
  const Answer answer = stream_from(client_of(full), data);
  EXPECT_EQ(answer.status, 503U);
  EXPECT_TRUE(problem_of(answer));
  ScriptedServer other(
      ScriptedServer::say("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"));
  EXPECT_THROW(stream_from(client_of(other), data), ConnectionError);
  EXPECT_THAT(data, testing::IsEmpty());
}

TEST(HttpClient, RefusesAnEndlessEvent) {
  ScriptedServer server([](int connection) {
    ScriptedServer::write(connection, kStream);
    const std::string line = "data: " + std::string(100'000, 'a') + '\n';
    for (int i = 0; i < 20; ++i) ScriptedServer::write(connection, line);
  });
  std::vector<std::string> data;
  EXPECT_THAT(error_of([&] { stream_from(client_of(server), data); }).what(),
              HasSubstr("an event of more than"));
}

TEST(HttpClient, HandsOnWhatItsReaderThrows) {
  ScriptedServer server(ScriptedServer::say(kStream + "data: a\n\n"));
  const Client client = client_of(server);
  EXPECT_THROW(static_cast<void>(client.stream(
                   "/", "", [](const ServerEvent&) -> bool { throw std::domain_error("x"); })),
               std::domain_error);
}

// Wherever it waits: for a beginning, for a body, for an event.
TEST(HttpClient, EndsSoonWhenItIsCancelled) {
  for (const std::string& text :
       {std::string(), std::string("HTTP/1.1 200 OK\r\n\r\nabc"), kStream + "data: a\n\n"}) {
    SCOPED_TRACE(text);
    ScriptedServer server([&text](int connection) {
      ScriptedServer::write(connection, text);
      ScriptedServer::hold(connection);
    });
    const CancelToken cancel;
    const Client client = client_of(server, cancel);
    std::thread thread([&cancel] {
      std::this_thread::sleep_for(milliseconds(100));
      cancel.request();
    });
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::string> data;
    try {
      if (text.starts_with(kStream)) {
        stream_from(client, data);
      } else {
        static_cast<void>(client.request("GET", "/"));
      }
      ADD_FAILURE() << "not cancelled";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(1000));
    thread.join();
  }
}

TEST(ServerProblem, IsReadFromAnAnswer) {
  Answer answer{.status = 422,
                .content_type = "application/problem+json",
                .body = R"({"type":"/problems/malformed-board","title":"t","status":422,)"
                        R"("detail":"d","place":"/board/2"})"};
  const auto problem = problem_of(answer);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->name, "malformed-board");
  EXPECT_EQ(problem->detail, "d");
  EXPECT_EQ(problem->place, "/board/2");
  answer.body = R"({"type":5,"title":"t"})";
  ASSERT_TRUE(problem_of(answer));
  EXPECT_EQ(problem_of(answer)->name, "");
  EXPECT_EQ(problem_of(answer)->detail, "t");
}

TEST(ServerProblem, IsNotReadFromAnythingElse) {
  Answer answer{.status = 500, .content_type = "text/html", .body = "{}"};
  EXPECT_FALSE(problem_of(answer));
  answer.content_type = "application/problem+json";
  for (const char* const body : {"", "<p>", "[]", "5", "{"}) {
    answer.body = body;
    EXPECT_FALSE(problem_of(answer)) << body;
  }
}

}  // namespace
}  // namespace queens::http
