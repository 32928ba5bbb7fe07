// Means of many walks against the trees visited in full. The seeds are fixed: what is random is the
// choice of a test, not its outcome.

#include "plan/random_walk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/bits.hpp"
#include "kernel/search_kernels.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

// A mean and its standard error.
class Average {
 public:
  void add(double number) {
    ++count_;
    sum_ += number;
    squares_ += number * number;
  }
  [[nodiscard]] double mean() const { return sum_ / count_; }
  [[nodiscard]] double error() const {
    return std::sqrt(std::max(0.0, squares_ / count_ - mean() * mean()) / count_);
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

void expect_mean(const Average& average, double truth, const std::string& what) {
  // Five standard errors, and these small enough to tell a wrong factor.
  EXPECT_NEAR(average.mean(), truth, 5 * average.error() + 1e-9) << what;
  EXPECT_LT(average.error(), 0.03 * truth + 1e-9) << what;
}

int column_of_a_corner(const Subproblem& problem) {
  return (problem.columns & 1U) == 0 ? 0 : -1;
}

void expect_subtrees(const Board& board, FirstColumn first_column) {
  const Subproblem whole = whole_board(board);
  const CostModel model(board.size());
  const CancelToken cancel;
  Scratch scratch;
  Random random(1);
  Average solutions;
  for (int i = 0; i < 20'000; ++i) {
    const Subtree subtree = random_subtree(whole, model, first_column, 10, random);
    const bool dead = subtree.scale == 0;
    const Tally tally = dead ? Tally{} : count_scan(subtree.problem, scratch, cancel);
    solutions.add(subtree.scale * static_cast<double>(tally.solutions));
  }
  const Tally truth = count_scan(whole, scratch, cancel);
  expect_mean(solutions, static_cast<double>(truth.solutions), text(board));
}

TEST(RandomSubtree, HasTheTreesSolutionsAsItsMean) {
  expect_subtrees(Board(8), nullptr);
  expect_subtrees(Board(9), column_of_a_corner);
  std::mt19937_64 random(2);
  expect_subtrees(random_board(random, 9, 0.1, {}), nullptr);
}

TEST(RandomSubtree, EndsWhereFewEnoughNodesAreExpected) {
  const Subproblem whole = whole_board(Board(14));
  const CostModel model(14);
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Subtree subtree = random_subtree(whole, model, nullptr, 5000, random);
    EXPECT_LE(expected_nodes(subtree.problem, model), 5000);
    EXPECT_GE(subtree.scale, 1);
    EXPECT_LT(subtree.problem.open_rows, 14);
  }
  const Subtree all = random_subtree(whole, model, nullptr, 1e12, random);
  EXPECT_EQ(all.problem.open_rows, 14);
  EXPECT_EQ(all.scale, 1);
}

TEST(RandomSubtree, SettlesTheFirstColumnFirst) {
  const CostModel model(14);
  Random random(4);
  const Subtree subtree =
      random_subtree(whole_board(Board(14)), model, column_of_a_corner, 1e4, random);
  EXPECT_NE(subtree.problem.columns & 1U, 0U);
}

// A half on a set of columns, by trying everything.
std::size_t placements(const Half& half, std::uint32_t columns) {
  Subproblem rows{.size = 31};
  rows.open_rows = half.rows;
  std::uint32_t covered = 0;
  for (int i = 0; i < half.rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    rows.row[at] = static_cast<std::uint8_t>(i);
    rows.free[at] = half.free[at] & columns;
    covered |= rows.free[at];
  }
  if (covered != columns) return 0;
  rows.columns = low_bits(31) & ~columns;
  Scratch scratch;
  return count_scan(rows, scratch, CancelToken()).solutions;
}

// Calls visit(placements of the top half, of the bottom half) for all sets that a join counts.
template <typename Visit>
void for_each_counted_set(const ColumnSets& sets, Visit visit) {
  for (const JoinCase& join_case : sets.cases()) {
    const std::uint32_t all = low_bits(join_case.halves.size);
    for (std::uint32_t set = 0; set <= all; ++set) {
      if (population(set) != join_case.halves.top.rows || sets.factor(join_case, set) == 0)
        continue;
      visit(static_cast<double>(placements(join_case.halves.top, set)),
            static_cast<double>(placements(join_case.halves.bottom, all & ~set)));
    }
  }
}

void expect_join_walks(const Board& board) {
  const ColumnSets sets(board);
  JoinWalk truth;
  for_each_counted_set(sets, [&truth](double top, double bottom) {
    truth.top_keys += top;
    truth.bottom_keys += bottom;
    truth.pairs += top * bottom;
  });
  Random random(5);
  Average top_keys;
  Average bottom_keys;
  Average pairs;
  for (int i = 0; i < 50'000; ++i) {
    JoinWalk sum;
    for (const JoinCase& join_case : sets.cases()) {
      const JoinWalk walk = random_join_walk(sets, join_case, random);
      sum.top_keys += walk.top_keys;
      sum.bottom_keys += walk.bottom_keys;
      sum.pairs += walk.pairs;
    }
    top_keys.add(sum.top_keys);
    bottom_keys.add(sum.bottom_keys);
    pairs.add(sum.pairs);
  }
  expect_mean(top_keys, truth.top_keys, "top, " + text(board));
  expect_mean(bottom_keys, truth.bottom_keys, "bottom, " + text(board));
  expect_mean(pairs, truth.pairs, "pairs, " + text(board));
}

TEST(RandomJoinWalk, HasTheHalvesAndTheirPairsAsItsMeans) {
  expect_join_walks(Board(8));
  expect_join_walks(Board(9));
  std::mt19937_64 random(6);
  expect_join_walks(random_board(random, 8, 0.1, {}));
  expect_join_walks(random_board(random, 9, 0.1, {Symmetry::rotate180}));
}

}  // namespace
}  // namespace queens::test
