// Totals and first solutions of boards with blocked squares, for every kernel and several numbers
// of threads.

#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"

namespace queens::test {
namespace {

class BlockedBoards : public testing::TestWithParam<int> {};

TEST_P(BlockedBoards, HaveTheirKnownTotals) {
  ASSERT_FALSE(blocked_boards().empty());
  for (const BlockedBoard& known : blocked_boards()) {
    for (const KernelInfo& kernel : kernels()) {
      if (!kernel.missing.empty()) continue;
      const Options options{.threads = GetParam(), .kernel = kernel.name};
      EXPECT_EQ(count(known.board, options).total.to_string(), known.total) << kernel.name << '\n'
                                                                            << text(known.board);
    }
  }
}

TEST_P(BlockedBoards, HaveTheirKnownTotalsByTheJoin) {
  for (const BlockedBoard& known : blocked_boards()) {
    for (const KernelInfo& kernel : kernels()) {
      if (!kernel.missing.empty() || !kernel.joins) continue;
      const Options options{.threads = GetParam(), .kernel = kernel.name, .method = "join"};
      EXPECT_EQ(count(known.board, options).total.to_string(), known.total) << kernel.name << '\n'
                                                                            << text(known.board);
    }
  }
}

TEST_P(BlockedBoards, HaveTheirKnownFirstSolutions) {
  for (const BlockedBoard& known : blocked_boards()) {
    EXPECT_EQ(first_solutions(known.board, 3, {.threads = GetParam()}), known.first)
        << text(known.board);
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, BlockedBoards, testing::Values(1, 2, 7));

}  // namespace
}  // namespace queens::test
