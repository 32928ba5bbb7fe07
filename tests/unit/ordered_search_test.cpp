#include "kernel/ordered_search.hpp"

#include <gtest/gtest.h>

#include "support/boards.hpp"

namespace queens::test {
namespace {

std::vector<Solution> run(OrderedSearch search) {
  std::vector<Solution> found;
  const CancelToken cancel;
  while (search.next(cancel)) found.emplace_back(search.columns().begin(), search.columns().end());
  return found;
}

TEST(OrderedSearch, FindsAllSolutionsInOrder) {
  for (int n = 1; n <= 8; ++n) {
    EXPECT_EQ(run(OrderedSearch(Board(n), {}, n)), all_solutions(Board(n))) << n;
  }
}

TEST(OrderedSearch, ContinuesEveryPrefix) {
  std::mt19937_64 random(seed());
  for (const auto& generators : symmetry_generators()) {
    const Board board = random_board(random, 8, 0.1, generators);
    for (int rows = 1; rows <= 8; ++rows) {
      std::vector<Solution> found;
      for (const Solution& prefix : run(OrderedSearch(board, {}, rows))) {
        ASSERT_EQ(prefix.size(), static_cast<std::size_t>(rows));
        const std::vector<Solution> branch = run(OrderedSearch(board, prefix, 8));
        found.insert(found.end(), branch.begin(), branch.end());
      }
      EXPECT_EQ(found, all_solutions(board)) << rows << " rows of\n" << text(board);
    }
  }
}

TEST(OrderedSearch, StaysExhausted) {
  OrderedSearch search(Board(4), {}, 4);
  const CancelToken cancel;
  EXPECT_TRUE(search.next(cancel));
  EXPECT_TRUE(search.next(cancel));
  EXPECT_FALSE(search.next(cancel));
  EXPECT_FALSE(search.next(cancel));
}

TEST(OrderedSearch, FindsNothingWhenCancelled) {
  OrderedSearch search(Board(8), {}, 8);
  const CancelToken cancel;
  cancel.request();
  EXPECT_FALSE(search.next(cancel));
}

TEST(OrderedSearch, SeesAHopelessBoardAtOnce) {
  Board board(32);
  for (int column = 0; column < 32; ++column) board.block({31, column});
  EXPECT_TRUE(run(OrderedSearch(board, {}, 32)).empty());
}

}  // namespace
}  // namespace queens::test
