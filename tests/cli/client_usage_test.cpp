// The commands that talk to a server, where there is none, or none of ours.

#include <csignal>
#include <utility>

#include "cli/queens_program.hpp"
#include "support/scripted_server.hpp"

namespace queens::test {
namespace {

using testing::HasSubstr;

Words to(const ScriptedServer& server, Words words) {
  words.insert(words.end(), {"--server", "http://127.0.0.1:" + std::to_string(server.port())});
  return words;
}

TEST(Client, RefusesWrongUsage) {
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"submit"}, "N is missing"},
      {{"submit", "0"}, "from 1 to 32"},
      {{"submit", "33"}, "from 1 to 32"},
      {{"submit", "8", "--board", "-"}, "not both"},
      {{"submit", "8", "--first", "1001"}, "--first"},
      {{"submit", "8", "--priority", "urgent"}, "--priority"},
      {{"submit", "8", "--key", ""}, "--key"},
      {{"submit", "8", "--key", "a b"}, "--key"},
      {{"submit", "8", "--key", std::string(201, 'a')}, "--key"},
      {{"submit", "8", "--format", "csv"}, "--format"},
      {{"status", "1", "2"}, "one word too many"},
      {{"status", "1", "--limit", "5"}, "--limit"},
      {{"status", "1", "--state", "done"}, "--state"},
      {{"status", "--limit", "0"}, "--limit"},
      {{"status", "--state", "ready"}, "--state"},
      {{"status", "--state", "done,"}, "--state"},
      {{"status", "--format", "csv"}, "--format"},
      {{"status", "a/b"}, "'a/b'"},
      {{"status", ""}, "''"},
      {{"watch"}, "ID is missing"},
      {{"watch", "1", "2"}, "one word too many"},
      {{"watch", "../1"}, "'../1'"},
      {{"watch", "1", "--progress", "often"}, "--progress"},
      {{"cancel"}, "ID is missing"},
      {{"cancel", "1", "a b"}, "'a b'"},
      {{"cancel", "1", "--force"}, "force"},
      {{"status", "--server", "https://localhost"}, "tunnel"},
      {{"status", "--server", "localhost:8080"}, "http://"},
      {{"status", "--server", ""}, "--server"}};
  for (const auto& [words, naming] : wrong) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_refused(run_queens(words), naming);
  }
  expect_refused(run("/usr/bin/env", {"QUEENS_SERVER=nowhere", kProgram, "status"}),
                 "QUEENS_SERVER");
}

// Before it asks anybody.
TEST(Client, NamesTheLineOfAWrongBoard) {
  const Words words = {"submit", "--board", "-"};
  expect_refused(run_queens(words, {.input = "***\n*x*\n***\n"}), "line 2, column 2");
  expect_refused(run_queens(words, {.input = "***\n***\n"}), "2 of 3 rows");
}

const std::string kAnswer =
    R"({"id":"5","state":"queued","n":8,"first":3,"priority":"normal","total":null,)"
    R"("solutions":null,"progress":null,"created":"2026-01-02T03:04:05.678Z","started":null,)"
    R"("finished":null,"error":null})";

std::string created(const std::string& body) {
  return "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string key_in(const std::string& request) {
  const std::size_t at = request.find("Idempotency-Key: ");
  return at == std::string::npos ? "" : request.substr(at, request.find('\r', at) - at);
}

TEST(Client, SubmitsTheSameOnceMoreWhereTheAnswerIsLost) {
  ScriptedServer server({ScriptedServer::say(""), ScriptedServer::say(created(kAnswer))});
  EXPECT_EQ(output_of(to(server, {"submit", "8"})), "5\n");
  ASSERT_EQ(server.requests().size(), 2U);
  EXPECT_EQ(server.requests()[0], server.requests()[1]);
  EXPECT_NE(key_in(server.requests()[0]), "");
}

TEST(Client, SaysThatASubmittedJobMayBeThere) {
  const auto close = ScriptedServer::say("");
  ScriptedServer server({close, close});
  const Outcome outcome = run_queens(to(server, {"submit", "8"}));
  expect_message(outcome, 1, "may have taken the job");
  const std::string key = key_in(server.requests().at(0)).substr(17);
  EXPECT_THAT(outcome.err, HasSubstr("--key " + key + ' '));
}

TEST(Client, EndsWaitingForAnAnswer) {
  for (const Words& command :
       {Words{"submit", "8"}, Words{"status"}, Words{"watch", "1"}, Words{"cancel", "1"}}) {
    SCOPED_TRACE(command.front());
    ScriptedServer server(ScriptedServer::hold);
    EXPECT_EQ(cancel_queens(to(server, command), SIGINT).out, "");
  }
}

TEST(Client, DistrustsOtherServers) {
  const std::vector<std::string> answers = {
      "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
      "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
      created("<p>"),
      created("{}"),
      created("[]"),
      created(R"({"id":5})"),
      created(R"({"jobs":[5]})"),
      created(R"({"jobs":{}})")};
  for (const std::string& answer : answers) {
    for (const Words& command : {Words{"submit", "8"}, Words{"status"}, Words{"status", "1"}}) {
      SCOPED_TRACE(answer + testing::PrintToString(command));
      ScriptedServer server(ScriptedServer::say(answer));
      expect_message(run_queens(to(server, command)), 1, "answer");
    }
  }
}

}  // namespace
}  // namespace queens::test
