#include "kernel/kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "core/bits.hpp"
#include "kernel/registry.hpp"
#include "plan/decomposition.hpp"
#include "queens/error.hpp"
#include "support/boards.hpp"
#include "unit/tested_kernels.hpp"

namespace queens::test {
namespace {

using testing::HasSubstr;

Tally run(const Kernel& kernel, const Subproblem& problem) {
  const auto scratch = kernel.make_scratch(problem.size);
  return kernel.count(problem, *scratch, CancelToken());
}

const Kernel& kernel_named(const std::string& name) {
  return *std::ranges::find(all_kernels(), name, &Kernel::name);
}

class EveryKernel : public testing::TestWithParam<std::string> {
 protected:
  const Kernel& kernel_ = kernel_named(GetParam());
};

// Settles queens in random open rows, on random free squares, until `open_rows` are left. A row
// that has no free square left stays open: then there is no solution.
Subproblem settled_at_random(std::mt19937_64& random, const Board& board, int open_rows) {
  Subproblem problem = whole_board(board);
  for (int tries = 0; problem.open_rows > open_rows && tries < 1000; ++tries) {
    const int i = std::uniform_int_distribution(0, problem.open_rows - 1)(random);
    const int column = std::uniform_int_distribution(0, problem.size - 1)(random);
    if ((problem.free[static_cast<std::size_t>(i)] & bit(column)) != 0) settle(problem, i, column);
  }
  return problem;
}

TEST_P(EveryKernel, FindsOneSolutionWhereNothingIsOpen) {
  Subproblem settled = whole_board(Board(1));
  settle(settled, 0, 0);
  EXPECT_EQ(run(kernel_, settled).solutions, 1U);
}

TEST_P(EveryKernel, CountsBoardsOfAllSizesUpToEight) {
  constexpr std::array<std::uint64_t, 9> kTotals = {0, 1, 0, 0, 2, 10, 4, 40, 92};
  for (int n = 1; n <= 8; ++n) {
    EXPECT_EQ(run(kernel_, whole_board(Board(n))).solutions, kTotals[static_cast<std::size_t>(n)]);
  }
}

TEST_P(EveryKernel, AgreesWithScanOnEverySubproblem) {
  std::mt19937_64 random(seed());
  const Kernel& scan = kernel_named("scan");
  constexpr Granularity kFine{.largest_share = 0, .smallest_split = 30};
  for (const auto& generators : symmetry_generators()) {
    for (const int size : {4, 5, 7, 9}) {
      const Board board = random_board(random, size, 0.08, generators);
      const Decomposition decomposition(board, WorkDivision::edge_classes, kFine);
      for (const WorkUnit& unit : decomposition.units(CancelToken())) {
        const Subproblem problem = decomposition.subproblem(unit);
        ASSERT_EQ(run(kernel_, problem).solutions, run(scan, problem).solutions)
            << text(board) << "unit " << unit.id;
      }
    }
  }
}

// On the largest board all 32 bits of a row are in use, and every shift reaches the last one.
TEST_P(EveryKernel, CountsTheLargestBoardWithMostRowsSettled) {
  const Board board(32);
  Subproblem problem = whole_board(board);
  // A solution by Hoffman, Loessi and Moore's construction for n = 2 modulo 6 (1969): the odd
  // columns (from 0) in order, then 2, 0, 6, 8 and so on, and 4 last.
  std::vector<int> columns;
  for (int column = 1; column < 32; column += 2) columns.push_back(column);
  for (const int column : {2, 0, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 4}) {
    columns.push_back(column);
  }
  for (int row = 0; row < 20; ++row) settle(problem, 0, columns[static_cast<std::size_t>(row)]);
  const Tally tally = run(kernel_, problem);
  EXPECT_GE(tally.solutions, 1U);
  EXPECT_EQ(tally.solutions, run(kernel_named("scan"), problem).solutions);
}

// Open columns far apart and rows with gaps: every width of lanes, and columns settled to fit one.
TEST_P(EveryKernel, AgreesWithScanOnLargeBoardsWithFewOpenRows) {
  std::mt19937_64 random(seed());
  const Kernel& scan = kernel_named("scan");
  for (int size = 12; size <= 32; ++size) {
    for (int i = 0; i < 40; ++i) {
      const Board board = random_board(random, size, 0.02, {});
      const int open_rows = std::uniform_int_distribution(1, 9)(random);
      const Subproblem problem = settled_at_random(random, board, open_rows);
      if (problem.open_rows > 12) continue;  // the queens settled first blocked the others' rows
      ASSERT_EQ(run(kernel_, problem).solutions, run(scan, problem).solutions)
          << "seed " << seed() << ", size " << size << ", board " << i;
    }
  }
}

// The first three rows are fully open, the others all but closed: 23 thousand states, each with up
// to 32 candidates, arrive at a level before the first one is done with.
TEST_P(EveryKernel, KeepsWithinItsBuffersWhereRowsAreFullyOpen) {
  std::mt19937_64 random(seed());
  for (const int size : {16, 18, 22, 26, 32}) {
    Board board(size);
    for (int row = 3; row < size; ++row) {
      // Two free squares a row, of which one is not attacked by the others' first.
      const int one = (row * 2 + row / (size / 2)) % size;
      const int other = std::uniform_int_distribution(0, size - 1)(random);
      for (int column = 0; column < size; ++column) {
        if (column != one && column != other) board.block({row, column});
      }
    }
    const Subproblem problem = whole_board(board);
    ASSERT_EQ(run(kernel_, problem).solutions, run(kernel_named("bitmask"), problem).solutions)
        << "seed " << seed() << '\n'
        << text(board);
  }
}

TEST_P(EveryKernel, CountsAWholeBoardOfManyStates) {
  EXPECT_EQ(run(kernel_, whole_board(Board(11))).solutions, 2680U);
}

TEST_P(EveryKernel, CanBeRunAgainAfterACancelledCount) {
  const auto scratch = kernel_.make_scratch(12);
  const CancelToken cancel;
  std::jthread later([&cancel] { cancel.request(); });
  kernel_.count(whole_board(Board(12)), *scratch, cancel);
  EXPECT_EQ(kernel_.count(whole_board(Board(8)), *scratch, CancelToken()).solutions, 92U);
}

TEST_P(EveryKernel, ReturnsSoonWhenCancelled) {
  const CancelToken cancel;
  cancel.request();
  const auto scratch = kernel_.make_scratch(32);
  kernel_.count(whole_board(Board(32)), *scratch, cancel);  // else it would take for ever
}

INSTANTIATE_TEST_SUITE_P(All, EveryKernel, testing::ValuesIn(names_of_tested_kernels()),
                         [](const auto& tested) { return tested.param; });

std::string nothing() {
  return "";
}
std::string a_wider_cpu() {
  return "512-bit vectors";
}

TEST(Registry, TakesTheBestThatCanRun) {
  const std::array kernels = {Kernel{.name = "wide", .summary = "", .missing = a_wider_cpu},
                              Kernel{.name = "narrow", .summary = "", .missing = nothing}};
  EXPECT_EQ(select_kernel("", kernels).name, "narrow");
  EXPECT_EQ(select_kernel("narrow", kernels).name, "narrow");
}

TEST(Registry, SaysWhyAKernelCannotRun) {
  const std::array kernels = {Kernel{.name = "wide", .summary = "", .missing = a_wider_cpu},
                              Kernel{.name = "narrow", .summary = "", .missing = nothing}};
  try {
    select_kernel("wide", kernels);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported_kernel);
    EXPECT_THAT(error.what(), HasSubstr("512-bit vectors"));
  }
}

TEST(Registry, NamesAllKernelsWhenOneIsUnknown) {
  try {
    select_kernel("nosuch");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unknown_kernel);
    for (const Kernel& kernel : all_kernels()) {
      EXPECT_THAT(error.what(), HasSubstr(std::string(kernel.name)));
    }
  }
}

}  // namespace
}  // namespace queens::test
