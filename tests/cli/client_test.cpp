// The commands that talk to a server: submit, status, watch, cancel.

#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/queens_program.hpp"
#include "support/service.hpp"

namespace queens::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// A board that no machine counts while a test lasts, and one that takes about a second on one
// thread.
const std::string kEndless = "26";
const std::string kBrief = kSanitized ? "16" : "17";

constexpr std::chrono::seconds kSoon{kSanitized ? 20 : 5};

std::string url_of(int port) {
  return "http://127.0.0.1:" + std::to_string(port);
}

class ClientTest : public testing::Test {
 protected:
  void start(const Words& arguments = {}) {
    Words all = {"--threads", "2"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    service_ = std::make_unique<Service>(kProgram, folder_.path("data"), all);
    server_ = url_of(service_->port());
  }

  [[nodiscard]] Words words(Words words) const {
    words.insert(words.end(), {"--server", server_});
    return words;
  }

  [[nodiscard]] Outcome client(const Words& rest, const Streams& streams = {}) const {
    return run_queens(words(rest), streams);
  }

  [[nodiscard]] std::string output(const Words& rest, const std::string& input = "") const {
    return output_of(words(rest), input);
  }

  // The new job's id.
  [[nodiscard]] std::string submit(Words rest, const std::string& input = "") const {
    rest.insert(rest.begin(), "submit");
    std::string id = output(rest, input);
    EXPECT_TRUE(id.ends_with('\n')) << id;
    if (!id.empty()) id.pop_back();
    return id;
  }

  [[nodiscard]] json status(const std::string& id) const {
    return json::parse(output({"status", id, "--format", "json"}));
  }

  void wait_for_state(const std::string& id, const std::string& state) const {
    const auto until = std::chrono::steady_clock::now() + kSoon;
    while (status(id)["state"] != state) {
      ASSERT_LT(std::chrono::steady_clock::now(), until) << "not " << state << " in time";
    }
  }

  TemporaryFolder folder_;
  std::unique_ptr<Service> service_;
  std::string server_;
};

TEST_F(ClientTest, SubmitsAndWatchesWhatSolvePrints) {
  start();
  const std::vector<Words> boards = {{"1"},
                                     {"2"},
                                     {"3"},
                                     {"8"},
                                     {"8", "--first", "0"},
                                     {"8", "--first", "1000"},
                                     {"8", "--fundamental"},
                                     {"12", "--first", "1"}};
  for (const Words& board : boards) {
    SCOPED_TRACE(testing::PrintToString(board));
    Words solve = {"solve"};
    solve.insert(solve.end(), board.begin(), board.end());
    EXPECT_EQ(output({"watch", submit(board)}), output_of(solve));
  }
}

TEST_F(ClientTest, SubmitsBoardFiles) {
  start();
  const std::vector<std::string> boards = {
      "*.***\n*****\n***.*\n*****\n****.\n",
      "6\n# a comment\n******\n*.**** # another\n\n***Q**\r\n******  \n******\n****.*",
      "\xEF\xBB\xBF****\n****\n****\n****\n", "Q...\n...Q\n....\n****\n", "QQ\n**\n"};
  for (const std::string& board : boards) {
    SCOPED_TRACE(board);
    const std::string id = submit({"--board", "-"}, board);
    EXPECT_EQ(output({"watch", id}), output_of({"solve", "--board", "-"}, board));
    const std::string file = folder_.write("board", board);
    EXPECT_EQ(output({"watch", submit({"--board", file})}), output_of({"solve", "--board", file}));
  }
  const std::string id = submit({"--board", "-"}, boards[1]);
  EXPECT_EQ(status(id)["board"],
            json({"******", "*.****", "***Q**", "******", "******", "****.*"}));
}

TEST_F(ClientTest, WatchesAtOnceWhereAskedTo) {
  start();
  const Outcome outcome = client({"submit", "10", "--watch"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  const std::size_t end = outcome.out.find('\n');
  EXPECT_EQ(status(outcome.out.substr(0, end))["state"], "done");
  EXPECT_EQ(outcome.out.substr(end + 1), output_of({"solve", "10"}));
}

TEST_F(ClientTest, PrintsTheJsonOfSolve) {
  start();
  const std::string id = submit({"9", "--fundamental"});
  json watched = json::parse(output({"watch", id, "--format", "json"}));
  json solved = json::parse(output_of({"solve", "9", "--fundamental", "--format", "json"}));
  EXPECT_GT(watched["seconds"], 0);
  for (json* const record : {&watched, &solved}) {
    for (const char* const measured : {"seconds", "threads"}) record->erase(measured);
  }
  EXPECT_EQ(watched, solved);
}

TEST_F(ClientTest, SubmitsOnceWithAKey) {
  start();
  const std::string id = submit({"8", "--key", "a-key"});
  EXPECT_EQ(submit({"8", "--key", "a-key"}), id);
  EXPECT_NE(submit({"8", "--key", "another"}), id);
  EXPECT_NE(submit({"8"}), submit({"8"}));
  expect_refused(client({"submit", "9", "--key", "a-key"}), "Idempotency-Key");
}

TEST_F(ClientTest, ListsJobs) {
  start();
  EXPECT_EQ(output({"status"}), "id  state  n  progress or total  created\n");
  const std::string first = submit({"8"});
  const std::string second = submit({kEndless, "--priority", "low"});
  static_cast<void>(output({"watch", first}));
  wait_for_state(second, "running");
  const auto lines = lines_of(output({"status"}));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[1], testing::MatchesRegex(" *" + second + "  running  26  .*Z"));
  EXPECT_THAT(lines[2], testing::MatchesRegex(" *" + first + "  done      8  92 .*Z"));
  const json list = json::parse(output({"status", "--format", "json"}));
  ASSERT_EQ(list["jobs"].size(), 2U);
  EXPECT_EQ(list["jobs"][0]["id"], second);
  EXPECT_EQ(list["jobs"][0]["priority"], "low");
  EXPECT_EQ(list["jobs"][1]["total"], "92");
  EXPECT_EQ(lines_of(output({"status", "--limit", "1"})).size(), 2U);
  EXPECT_EQ(lines_of(output({"status", "--state", "done,failed"})).size(), 2U);
  EXPECT_EQ(lines_of(output({"status", "--state", "failed"})).size(), 1U);
}

// More than the server hands out at once.
TEST_F(ClientTest, ListsManyJobs) {
  start();
  constexpr int kJobs = 103;
  const std::string body = R"({"n":4})";
  for (int i = 0; i < kJobs; ++i) {
    const Response response =
        request(service_->port(), "POST", "/v1/jobs", body, {{"Content-Type", "application/json"}});
    ASSERT_EQ(response.status, 201) << response;
  }
  EXPECT_EQ(lines_of(output({"status"})).size(), 21U);
  EXPECT_EQ(lines_of(output({"status", "--limit", "102"})).size(), 103U);
  EXPECT_EQ(lines_of(output({"status", "--limit", "1000"})).size(), 104U);
}

TEST_F(ClientTest, DescribesAJob) {
  start();
  const std::string id = submit({"8", "--fundamental"});
  static_cast<void>(output({"watch", id}));
  const auto lines = lines_of(output({"status", id}));
  EXPECT_THAT(
      lines, testing::IsSupersetOf({"id          " + id, std::string("state       done"),
                                    std::string("n           8"), std::string("priority    normal"),
                                    std::string("solution    1 5 8 6 3 7 2 4"),
                                    std::string("total       92"), std::string("fundamental 12")}));
}

TEST_F(ClientTest, CancelsJobs) {
  start();
  const std::string running = submit({kEndless});
  const std::string queued = submit({kEndless});
  wait_for_state(running, "running");
  EXPECT_EQ(output({"cancel", running, queued}), "");
  EXPECT_EQ(status(running)["state"], "cancelled");
  EXPECT_EQ(status(queued)["state"], "cancelled");
  EXPECT_EQ(output({"cancel", running}), "");
  const Outcome watched = client({"watch", queued});
  EXPECT_EQ(watched.exit_code, 130) << watched;
  EXPECT_THAT(watched.err, HasSubstr("was cancelled"));
}

TEST_F(ClientTest, CancelsWhatItCanOfSeveralJobs) {
  start();
  const std::string done = submit({"8"});
  static_cast<void>(output({"watch", done}));
  expect_message(client({"cancel", done}), 1, "job " + done + " was finished already");
  const std::string running = submit({kEndless});
  const Outcome outcome = client({"cancel", done, "999", running});
  EXPECT_EQ(outcome.exit_code, 2) << outcome;
  EXPECT_EQ(lines_of(outcome.err).size(), 2U) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("job 999"));
  EXPECT_EQ(status(running)["state"], "cancelled");
}

TEST_F(ClientTest, TellsOfAJobThatIsCancelledMeanwhile) {
  start();
  const std::string id = submit({kEndless, "--first", "1"});
  Process watch(kProgram, words({"watch", id}));
  EXPECT_EQ(lines_of(watch.read_line(), ' ').size(), 26U);
  EXPECT_EQ(output({"cancel", id}), "");
  const Outcome outcome = watch.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome;
  EXPECT_EQ(outcome.err, "queens: error: job " + id + " was cancelled\n");
  EXPECT_EQ(outcome.out, "");
}

TEST_F(ClientTest, TellsOfAJobThatFails) {
  start({"--job-time", "500ms"});
  const std::string id = submit({kEndless, "--first", "0"});
  expect_message(client({"watch", id}), 1, "job " + id + " failed: ");
  EXPECT_EQ(status(id)["state"], "failed");
  EXPECT_THAT(output({"status", id}), HasSubstr("error       "));
}

TEST_F(ClientTest, LeavesTheJobAloneWhenItsWatchingIsEnded) {
  start();
  const std::string id = submit({kEndless});
  for (const int signal : {SIGINT, SIGTERM}) {
    const Outcome outcome = cancel_queens(words({"watch", id}), signal);
    EXPECT_THAT(outcome.err, HasSubstr("job " + id + " goes on at the server"));
    EXPECT_EQ(status(id)["state"], "running");
  }
  const Outcome outcome = cancel_queens(words({"submit", kEndless, "--watch"}), SIGINT);
  EXPECT_EQ(status(lines_of(outcome.out).at(0))["state"], "queued");
}

TEST_F(ClientTest, EndsWhenNobodyReadsItsOutput) {
  start();
  const std::string id = submit({kEndless});
  Process watch(kProgram, words({"watch", id}));
  static_cast<void>(watch.read_line());
  watch.close_output();
  EXPECT_TRUE(watch.ends_within(kSoon));
  const Outcome outcome = watch.wait();
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(status(id)["state"], "running");
}

TEST_F(ClientTest, ShowsProgressOnATerminal) {
  start();
  const std::string id = submit({kEndless});
  Process watch(kProgram, words({"watch", id}), {.terminal = true});
  EXPECT_TRUE(watch.read_error_until(" %, "));
  const std::string next = submit({kEndless});
  Process queued(kProgram, words({"watch", next}), {.terminal = true});
  EXPECT_TRUE(queued.read_error_until("job " + next + " is queued"));
}

TEST_F(ClientTest, WritesProgressForPrograms) {
  start();
  const std::string id = submit({kEndless, "--first", "0"});
  Process watch(kProgram, words({"watch", id, "--progress-json", "1"}));
  EXPECT_THAT(watch.read_line(), StartsWith(R"({"event":"progress","share":)"));
}

TEST_F(ClientTest, WatchesOnWhenTheServerIsStartedAgain) {
  for (const int signal : {SIGTERM, SIGKILL}) {
    SCOPED_TRACE(signal);
    start({"--threads", "1", "--checkpoint-interval", "20ms"});
    const std::string listen = "127.0.0.1:" + std::to_string(service_->port());
    const std::string id = submit({kBrief});
    Process watch(kProgram, words({"watch", id}));
    const std::string first = watch.read_line();
    service_->stop(signal);
    service_.reset();
    EXPECT_FALSE(watch.ends_within(std::chrono::milliseconds(500)));
    start({"--listen", listen});
    const Outcome outcome = watch.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_EQ(first + outcome.out, output_of({"solve", kBrief}));
    EXPECT_THAT(outcome.err, HasSubstr("trying again"));
    EXPECT_THAT(outcome.err, HasSubstr("the server answers again"));
    service_.reset();
  }
}

TEST_F(ClientTest, NeedsTheToken) {
  const std::string token = folder_.write("token", "correct-horse-battery-staple-0123456789\n");
  const std::string wrong = folder_.write("wrong", "wrong-horse-battery-staple-0123456789\n");
  start({"--token-file", token});
  for (const Words& command :
       {Words{"submit", "8"}, Words{"status"}, Words{"watch", "1"}, Words{"cancel", "1"}}) {
    SCOPED_TRACE(command.front());
    expect_refused(client(command), "--token-file");
    Words with_token = command;
    with_token.insert(with_token.end(), {"--token-file", wrong});
    expect_refused(client(with_token), "--token-file");
  }
  const std::string id = submit({"8", "--token-file", token});
  EXPECT_EQ(output({"watch", id, "--token-file", token}), output_of({"solve", "8"}));
  const Outcome outcome = run("/usr/bin/env", {"QUEENS_TOKEN_FILE=" + token,
                                               "QUEENS_SERVER=" + server_, kProgram, "status", id});
  EXPECT_THAT(outcome.out, HasSubstr("total       92")) << outcome;
}

TEST_F(ClientTest, TellsWhetherAServerAnswers) {
  start({"--token-file", folder_.write("token", "correct-horse-battery-staple-0123456789\n")});
  EXPECT_EQ(output({"health"}), "ok\n");
  EXPECT_EQ(output({"health", "--ready"}), "ok\n");
  service_.reset();
  expect_message(client({"health"}), 1, server_);
}

TEST_F(ClientTest, RefusesATokenFileThatIsNone) {
  for (const char* const text : {"", "\n", "two words\n", "two\nlines\n", "t\xC3\xB6ken"}) {
    SCOPED_TRACE(text);
    expect_refused(run_queens({"status", "--token-file", folder_.write("token", text)}),
                   "must hold one line");
  }
  expect_refused(run_queens({"status", "--token-file", folder_.path("none")}), "cannot open");
  expect_refused(run_queens({"status", "--token-file", ""}), "empty");
}

TEST_F(ClientTest, SaysWhatTheServerRefuses) {
  start({"--max-n", "12"});
  expect_refused(client({"submit", "13"}), "/n)");
  expect_refused(client({"watch", "999"}), "no such job");
  expect_refused(client({"status", "999"}), "no such job");
}

TEST_F(ClientTest, SaysThatTheQueueIsFull) {
  start({"--queue", "1"});
  wait_for_state(submit({kEndless}), "running");
  static_cast<void>(submit({kEndless}));
  expect_message(client({"submit", kEndless}), 1, "try again in");
}

TEST_F(ClientTest, SaysThatNobodyAnswers) {
  start();
  service_->kill();
  const std::vector<Words> commands = {
      {"submit", "8"}, {"submit", "8", "--watch"}, {"status"}, {"watch", "1"}, {"cancel", "1"}};
  for (const Words& command : commands) {
    SCOPED_TRACE(testing::PrintToString(command));
    const Outcome outcome = client(command);
    expect_message(outcome, 1, "cannot connect to " + server_);
    EXPECT_LT(outcome.seconds, 3);
  }
}

}  // namespace
}  // namespace queens::test
