// Memory does not grow with the board, the threads or the number of solutions.

#include "cli/queens_program.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

void expect_small(const Outcome& outcome) {
  constexpr long kMostKib = 32 * 1024;
  EXPECT_GT(outcome.peak_kib, 0);
  if (kSanitized) return;  // a sanitizer takes a multiple of the program's memory for itself
  EXPECT_LE(outcome.peak_kib, kMostKib);
}

// A run that ends.
void expect_small(const Words& words) {
  SCOPED_TRACE(testing::PrintToString(words));
  const Outcome outcome = run_queens(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  expect_small(outcome);
}

// A run that would not end in years.
void expect_small_after(std::chrono::milliseconds time, const Words& words) {
  SCOPED_TRACE(testing::PrintToString(words));
  expect_small(cancel_queens(
      words, SIGINT, {}, [time](Process& process) { EXPECT_FALSE(process.ends_within(time)); }));
}

TEST(ResourcesTest, CountsInLittleMemory) {
  expect_small({"count", "14"});
}

TEST(ResourcesTest, ListsInLittleMemory) {
  expect_small({"list", "11"});
}

TEST(ResourcesTest, SolvesInLittleMemory) {
  expect_small({"solve", "13"});
}

TEST(ResourcesTest, CountsInLittleMemoryOnManyThreads) {
  expect_small({"count", "15", "--threads", "7"});
}

TEST(ResourcesTest, ListsInLittleMemoryOnManyThreads) {
  expect_small({"list", "11", "--threads", "256"});
}

TEST(ResourcesTest, SaysSoWhereTheSystemGrantsTooFewThreads) {
  if (kSanitized) return;  // a sanitizer does not start in so little memory
  const Outcome outcome =
      run("/bin/sh", {"-c", "ulimit -v 120000; exec \"$0\" count 13 -t 64", kProgram});
  expect_message(outcome, 1, "of 64 threads");
}

TEST(ResourcesTest, CountsTheLargestBoardInLittleMemory) {
  expect_small_after(std::chrono::milliseconds(1000), {"count", "32"});
}

// Without a symmetry there is the most to plan, some seconds of it.
TEST(ResourcesTest, CountsTheLargestAsymmetricBoardInLittleMemory) {
  std::string board;
  for (int row = 1; row <= 32; ++row) board += std::string(32, '*') + '\n';
  board[1 * 33 + 2] = '.';
  const TemporaryFolder folder;
  expect_small_after(std::chrono::milliseconds(8000),
                     {"count", "--board", folder.write("board", board)});
}

TEST(ResourcesTest, ListsTheLargestBoardInLittleMemory) {
  const TemporaryFolder folder;
  Process process(kProgram, {"list", "24"}, {.output_file = "/dev/null"});
  process.wait_until_handled(SIGINT);
  EXPECT_FALSE(process.ends_within(std::chrono::milliseconds(1000)));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome;
  expect_small(outcome);
}

}  // namespace
}  // namespace queens::test
