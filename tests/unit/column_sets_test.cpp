// The join's plan: that every set of columns is counted once, whatever the symmetry.

#include "plan/column_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "queens/error.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"

namespace queens::test {
namespace {

// Solutions of a case whose top half takes a set.
std::uint64_t solutions_of(const std::vector<Solution>& solutions, const JoinCase& join_case,
                           std::uint32_t set) {
  const Halves& halves = join_case.halves;
  return static_cast<std::uint64_t>(
      std::count_if(solutions.begin(), solutions.end(), [&](const Solution& solution) {
        std::uint32_t columns = 0;
        for (int row = 0; row < halves.top.rows; ++row) {
          const auto at = static_cast<std::size_t>(row);
          if ((halves.top.free[at] & bit(solution[at])) == 0) return false;
          columns |= bit(solution[at]);
        }
        return columns == set;
      }));
}

std::uint64_t counted_by_plan(const Board& board) {
  const std::vector<Solution> solutions = all_solutions(board);
  const ColumnSets sets(board);
  std::uint64_t total = 0;
  for (const WorkUnit& unit : sets.units({})) {
    const Batch batch = sets.batch(unit);
    for_each_set(batch, [&](std::uint32_t set) {
      total += solutions_of(solutions, *batch.join_case, set) * sets.factor(*batch.join_case, set) *
               unit.weight;
    });
  }
  return total;
}

TEST(ColumnSetsTest, CoverTheEmptyBoard) {
  for (int n = 1; n <= 10; ++n) {
    EXPECT_EQ(std::to_string(counted_by_plan(Board(n))), known_answers().total.at(n)) << n;
  }
}

TEST(ColumnSetsTest, CoverBoardsOfEverySymmetry) {
  std::mt19937_64 random(seed());
  for (int round = 0; round < 60; ++round) {
    const auto& generators = symmetry_generators();
    const auto& symmetries = generators[static_cast<std::size_t>(round) % generators.size()];
    const Board board = random_board(random, 5 + round % 5, 0.1, symmetries);
    EXPECT_EQ(counted_by_plan(board), all_solutions(board).size()) << "seed " << seed() << '\n'
                                                                   << text(board);
  }
}

TEST(ColumnSetsTest, CountOneSetOfFour) {
  const ColumnSets sets((Board(12)));
  std::size_t counted = 0;
  for (const WorkUnit& unit : sets.units({})) {
    const Batch batch = sets.batch(unit);
    for_each_set(batch, [&](std::uint32_t set) {
      counted += sets.factor(*batch.join_case, set) != 0 ? 1 : 0;
    });
  }
  // Of 12 over 6 sets the mirror leaves 20 alone, the flip none, the half turn 64 (Burnside).
  EXPECT_EQ(counted, (924U + 20 + 0 + 64) / 4);
}

TEST(ColumnSetsTest, ListTheMostExpensiveFirst) {
  const auto units = ColumnSets(Board(17)).units({});
  EXPECT_TRUE(std::is_sorted(units.begin(), units.end(),
                             [](const auto& a, const auto& b) { return a.cost > b.cost; }));
  EXPECT_GT(units.size(), 200U);
}

TEST(ColumnSetsTest, StayFewOnTheLargestBoard) {
  EXPECT_LT(ColumnSets(Board(32)).units({}).size(), 1'100'000U);
}

TEST(ColumnSetsTest, CanBeCancelled) {
  const CancelToken cancel;
  cancel.request();
  EXPECT_THROW(static_cast<void>(ColumnSets(Board(20)).units(cancel)), Error);
}

}  // namespace
}  // namespace queens::test
