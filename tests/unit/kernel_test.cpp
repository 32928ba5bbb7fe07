#include "kernel/kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel/registry.hpp"
#include "plan/decomposition.hpp"
#include "queens/error.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

using testing::HasSubstr;

Tally run(const Kernel& kernel, const Subproblem& problem) {
  const auto scratch = kernel.make_scratch(problem.size);
  return kernel.count(problem, *scratch, CancelToken());
}

class EveryKernel : public testing::TestWithParam<std::string> {
 protected:
  const Kernel& kernel_ = select_kernel(GetParam());
};

std::vector<std::string> names_of_those_that_can_run() {
  std::vector<std::string> names;
  for (const Kernel& kernel : all_kernels()) {
    if (kernel.missing().empty()) names.emplace_back(kernel.name);
  }
  return names;
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
  const Kernel& scan = select_kernel("scan");
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
  EXPECT_EQ(tally.solutions, run(select_kernel("scan"), problem).solutions);
}

TEST_P(EveryKernel, ReturnsSoonWhenCancelled) {
  const CancelToken cancel;
  cancel.request();
  const auto scratch = kernel_.make_scratch(32);
  kernel_.count(whole_board(Board(32)), *scratch, cancel);  // else it would take for ever
}

INSTANTIATE_TEST_SUITE_P(All, EveryKernel, testing::ValuesIn(names_of_those_that_can_run()),
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
