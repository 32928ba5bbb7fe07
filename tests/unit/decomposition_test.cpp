#include "plan/decomposition.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "kernel/search_kernels.hpp"
#include "queens/error.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"

namespace queens::test {
namespace {

// Splits every part down to a single node as far as ids reach.
constexpr Granularity kFinest{.largest_share = 0, .smallest_split = 1};

Count weighted_sum(const Decomposition& decomposition) {
  Count sum;
  Scratch scratch;
  const CancelToken cancel;
  for (const WorkUnit& unit : decomposition.units(cancel)) {
    const Tally tally = count_scan(decomposition.subproblem(unit), scratch, cancel);
    sum += Count(tally.solutions) * unit.weight;
  }
  return sum;
}

std::string name_of(WorkDivision division) {
  return division == WorkDivision::edge_classes ? "edge_classes" : "whole_board";
}

class Decompositions : public testing::TestWithParam<WorkDivision> {};

TEST_P(Decompositions, AddUpToTheTotal) {
  for (int n = 1; n <= 9; ++n) {
    const std::string& total = known_answers().total.at(n);
    EXPECT_EQ(weighted_sum(Decomposition(Board(n), GetParam())).to_string(), total);
    EXPECT_EQ(weighted_sum(Decomposition(Board(n), GetParam(), kFinest)).to_string(), total);
  }
}

TEST_P(Decompositions, AddUpOnRandomBoardsHoweverFineTheSplit) {
  std::mt19937_64 random(seed());
  for (const auto& generators : symmetry_generators()) {
    const Board board = random_board(random, 8, 0.1, generators);
    const Count total = all_solutions(board).size();
    for (const double smallest : {1.0, 5.0, 20.0, 1e9}) {
      const Granularity granularity{.largest_share = 0, .smallest_split = smallest};
      EXPECT_EQ(weighted_sum(Decomposition(board, GetParam(), granularity)), total)
          << text(board) << smallest;
    }
  }
}

TEST_P(Decompositions, HaveDistinctUnitsMostExpensiveFirst) {
  const Decomposition decomposition(Board(11), GetParam(), kFinest);
  const std::vector<WorkUnit> units = decomposition.units(CancelToken());
  ASSERT_GT(units.size(), 100U);
  std::set<std::uint64_t> ids;
  for (std::size_t i = 0; i < units.size(); ++i) {
    EXPECT_TRUE(ids.insert(units[i].id).second);
    if (i > 0) {
      EXPECT_LE(units[i].cost, units[i - 1].cost);
    }
  }
}

TEST_P(Decompositions, SplitUntilNoPartIsTooLarge) {
  const Granularity granularity{.largest_share = 1.0 / 500, .smallest_split = 100};
  double total = 0;
  double largest = 0;
  for (const WorkUnit& unit :
       Decomposition(Board(13), GetParam(), granularity).units(CancelToken())) {
    total += unit.cost;
    largest = std::max<double>(largest, unit.cost);
  }
  // The parts' estimates do not add up to their parent's exactly.
  EXPECT_LT(largest, 2 * total / 500);
}

TEST_P(Decompositions, StopWhenCancelled) {
  const CancelToken cancel;
  cancel.request();
  const Decomposition decomposition(Board(12), GetParam(), kFinest);
  EXPECT_THROW(static_cast<void>(decomposition.units(cancel)), Error);
}

INSTANTIATE_TEST_SUITE_P(Both, Decompositions,
                         testing::Values(WorkDivision::edge_classes, WorkDivision::whole_board),
                         [](const auto& tested) { return name_of(tested.param); });

// Unit ids are written to files and sent to other machines. Whoever changes the estimate or the
// split changes the plan, and these numbers: they only ask that it be the same on all machines.
TEST(Plan, IsTheSameOnEveryMachine) {
  const auto fingerprint = [](const Board& board) {
    std::uint64_t hash = 0;
    for (const WorkUnit& unit :
         Decomposition(board, WorkDivision::edge_classes).units(CancelToken())) {
      for (const std::uint64_t part :
           {unit.id, std::uint64_t{std::bit_cast<std::uint32_t>(unit.cost)},
            std::uint64_t{unit.weight}}) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29U;
      }
    }
    return hash;
  };
  EXPECT_EQ(fingerprint(Board(12)), 316996498187138163U);
  EXPECT_EQ(fingerprint(Board(17)), 5311369417490728183U);
  Board holes(15);
  for (const Square square : {Square{1, 4}, {3, 3}, {7, 12}, {14, 2}}) holes.block(square);
  EXPECT_EQ(fingerprint(holes), 14595575691638317485U);
}

TEST(Orientation, LeavesFewerNodesThanTheBoardAsGiven) {
  Scratch scratch;
  const CancelToken cancel;
  std::uint64_t oriented = 0;
  std::uint64_t as_given = 0;
  const Decomposition decomposition(Board(11), WorkDivision::edge_classes);
  for (WorkUnit unit : decomposition.units(cancel)) {
    oriented += count_scan(decomposition.subproblem(unit), scratch, cancel).nodes;
    constexpr std::uint64_t kEdgeQueens = (1U << 20U) - 1;  // of an unsplit id: side 0
    unit.id &= kEdgeQueens;
    as_given += count_scan(decomposition.subproblem(unit), scratch, cancel).nodes;
  }
  EXPECT_LT(oriented * 5, as_given * 4);
}

}  // namespace
}  // namespace queens::test
