// Which method counts a board, and the two against each other.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

TEST(MethodTest, IsTheSearchForSmallBoards) {
  EXPECT_EQ(chosen_method(Board(17)).name, "search");
}

TEST(MethodTest, IsTheJoinForLargeBoards) {
  EXPECT_EQ(chosen_method(Board(18), {.threads = 1, .memory = 1U << 30U}).name, "join");
  EXPECT_EQ(chosen_method(Board(24), {.threads = 1, .memory = 1U << 30U}).name, "join");
}

TEST(MethodTest, IsTheSearchWhereLittleIsFree) {
  Board board(20);
  for (int row = 0; row < 3; ++row) board.place_queen({row, 2 * row});
  EXPECT_EQ(chosen_method(board).name, "search");
}

TEST(MethodTest, IsTheSearchForKernelsThatCannotJoin) {
  EXPECT_EQ(chosen_method(Board(20), {.kernel = "scalar"}).name, "search");
  EXPECT_THROW(chosen_method(Board(8), {.kernel = "scalar", .method = "join"}), Error);
}

TEST(MethodTest, MustBeKnown) {
  EXPECT_THROW(chosen_method(Board(8), {.method = "guess"}), Error);
}

TEST(MethodTest, FallsBackToTheSearchForWantOfMemoryAndSaysSo) {
  const MethodInfo info = chosen_method(Board(20), {.threads = 2, .memory = 16'000'000});
  EXPECT_EQ(info.name, "search");
  EXPECT_THAT(info.remark, testing::HasSubstr("MB of memory a thread"));
  EXPECT_EQ(chosen_method(Board(20), {.threads = 2, .memory = 64'000'000}).name, "join");
}

TEST(MethodTest, OfACountIsInItsResult) {
  const CountResult join = count(Board(10), {.method = "join"});
  EXPECT_EQ(join.method, "join");
  EXPECT_EQ(join.total, Count(724));
  EXPECT_GT(join.nodes, 0U);
  EXPECT_EQ(count(Board(10), {.method = "search"}).method, "search");
}

TEST(MethodTest, DoubleCheckComparesPartsOfBothKinds) {
  for (const int n : {1, 2, 5, 8, 11}) {
    const DoubleCheck check = double_check(Board(n), {}, 7);
    EXPECT_EQ(check.difference, "") << n;
    EXPECT_GE(check.column_sets, 3U);
    EXPECT_GE(check.edge_classes, 3U);
  }
  EXPECT_THROW(double_check(Board(8), {}, 7, {.kernel = "scan"}), Error);
}

TEST(MethodTest, DoubleCheckTakesBlockedBoards) {
  std::mt19937_64 random(seed());
  for (int round = 0; round < 10; ++round) {
    const Board board = random_board(random, 4 + round % 8, 0.15, {});
    EXPECT_EQ(double_check(board, {}, random()).difference, "") << "seed " << seed() << '\n'
                                                                << text(board);
  }
}

}  // namespace
}  // namespace queens::test
