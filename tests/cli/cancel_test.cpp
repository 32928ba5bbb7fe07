// SIGINT and SIGTERM end the program soon and in order, whatever it is doing.

#include <sys/stat.h>

#include "cli/queens_program.hpp"

namespace queens::test {
namespace {

class CancelTest : public testing::TestWithParam<int> {};

TEST_P(CancelTest, EndsACount) {
  EXPECT_EQ(cancel_queens({"count", "20"}, GetParam()).out, "");
}

TEST_P(CancelTest, EndsTheCountOfFundamentalSolutions) {
  EXPECT_EQ(cancel_queens({"count", "20", "--fundamental"}, GetParam()).out, "");
}

TEST_P(CancelTest, EndsTheLargestCount) {
  EXPECT_EQ(cancel_queens({"count", "32"}, GetParam()).out, "");
}

TEST_P(CancelTest, EndsSolvingAfterTheSolutions) {
  EXPECT_EQ(lines_of(cancel_queens({"solve", "20"}, GetParam()).out).size(), 3U);
  EXPECT_EQ(cancel_queens({"solve", "20", "--format", "json"}, GetParam()).out, "");
}

// The pipe is full soon, and then the program waits for its reader.
TEST_P(CancelTest, EndsAListThatNobodyReads) {
  const Outcome outcome = cancel_queens({"list", "20"}, GetParam());
  auto lines = lines_of(outcome.out);
  ASSERT_GT(lines.size(), 1U);
  lines.pop_back();  // may be cut
  for (const std::string& line : lines) EXPECT_EQ(lines_of(line, ' ').size(), 20U) << line;
}

TEST_P(CancelTest, EndsEveryKernel) {
  for (const std::string kernel : {"scalar", "bitmask", "arrays", "scan"}) {
    SCOPED_TRACE(kernel);
    EXPECT_EQ(cancel_queens({"count", "20", "--kernel", kernel}, GetParam()).out, "");
  }
}

TEST_P(CancelTest, EndsWaitingForInput) {
  for (const Words& words :
       {Words{"judge", "usaco"}, Words{"judge", "hdu-2553"}, Words{"judge", "luogu-p1562"},
        Words{"count", "--board", "-"}, Words{"list", "--board", "-"}}) {
    SCOPED_TRACE(testing::PrintToString(words));
    EXPECT_EQ(cancel_queens(words, GetParam(), {.keep_input_open = true}).out, "");
    const Streams half = {.input = "4\n", .keep_input_open = true};
    if (words.back() == "usaco") continue;  // that was all it waits for
    EXPECT_EQ(cancel_queens(words, GetParam(), half).out, "");
  }
}

// Opening a named pipe waits for its other end.
TEST_P(CancelTest, EndsWaitingForTheOtherEndOfAPipe) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", "6\n");
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const Words& words : {Words{"count", "--board", pipe}, Words{"judge", "usaco", pipe},
                             Words{"judge", "usaco", in, pipe}}) {
    SCOPED_TRACE(testing::PrintToString(words));
    EXPECT_EQ(cancel_queens(words, GetParam()).out, "");
  }
}

// timeout(1) signals the program and then its group, which the program is in.
TEST_P(CancelTest, TakesTwoSignalsInARowForOne) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", "20\n");
  for (int i = 0; i < 5; ++i) {
    Process process(kProgram, {"judge", "usaco", in, folder.path("out")});
    process.wait_until_handled(SIGTERM);
    EXPECT_FALSE(process.ends_within(std::chrono::milliseconds(100)));
    process.send(GetParam());
    process.send(SIGTERM);
    EXPECT_EQ(process.wait().exit_code, 130);
    EXPECT_THAT(folder.names(), testing::ElementsAre("in"));
  }
}

// The shell command's standard error is what the test makes of it, and nobody reads it.
Outcome cancel_shell_command(const std::string& command, int signal, bool terminal,
                             const std::string& keys = "") {
  Process process("/bin/sh", {"-c", command, kProgram}, {.terminal = terminal});
  process.wait_until_handled(SIGTERM);
  if (!keys.empty()) process.type(keys);
  EXPECT_FALSE(process.ends_within(std::chrono::milliseconds(1500)));
  process.send(signal);
  EXPECT_TRUE(process.ends_within(std::chrono::seconds(3))) << command;
  return process.wait();
}

TEST_P(CancelTest, EndsWhereStandardErrorIsFull) {
  const Outcome outcome = cancel_shell_command(
      "dd if=/dev/zero bs=65536 count=1 status=none >&2; exec \"$0\" count 20", GetParam(), false);
  EXPECT_EQ(outcome.exit_code, 130);
}

TEST_P(CancelTest, EndsWhereTheTerminalOfItsProgressIsStopped) {
  const std::string stop = "\x13";  // Ctrl-S
  const Outcome outcome = cancel_shell_command("exec \"$0\" count 20", GetParam(), true, stop);
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_EQ(outcome.err.find('%'), std::string::npos) << outcome.err;
}

TEST_P(CancelTest, EndsAListToATerminalThatNobodyReads) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cancel_shell_command("exec \"$0\" list 20 >&2", GetParam(), true).exit_code, 130);
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, CancelTest, testing::Values(SIGINT, SIGTERM),
                         [](const testing::TestParamInfo<int>& test) {
                           return test.param == SIGINT ? "Interrupt" : "Terminate";
                         });

}  // namespace
}  // namespace queens::test
