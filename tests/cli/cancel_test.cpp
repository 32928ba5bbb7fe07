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

INSTANTIATE_TEST_SUITE_P(Signals, CancelTest, testing::Values(SIGINT, SIGTERM),
                         [](const testing::TestParamInfo<int>& test) {
                           return test.param == SIGINT ? "Interrupt" : "Terminate";
                         });

}  // namespace
}  // namespace queens::test
