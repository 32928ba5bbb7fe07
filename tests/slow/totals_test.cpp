// Totals of larger boards, on all CPUs.

#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "support/known_answers.hpp"

namespace queens::test {
namespace {

class LargerBoards : public testing::TestWithParam<int> {};

TEST_P(LargerBoards, HaveTheirKnownTotals) {
  EXPECT_EQ(count(Board(GetParam())).total.to_string(), known_answers().total.at(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(N, LargerBoards, testing::Values(16, 17, 18));

TEST(LargerBoards, HaveTheSameTotalWithEveryFastKernel) {
  for (const KernelInfo& kernel : kernels()) {
    // From the plain search on, the kernels that are left take minutes.
    if (kernel.name == "bitmask") break;
    if (!kernel.missing.empty()) continue;
    EXPECT_EQ(count(Board(16), {.kernel = kernel.name}).total.to_string(),
              known_answers().total.at(16))
        << kernel.name;
  }
}

}  // namespace
}  // namespace queens::test
