// Totals of the empty board for every kernel and several numbers of threads.

#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "support/known_answers.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

constexpr int kLargest = kSanitized ? 11 : 15;

class EmptyBoard : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(EmptyBoard, HasItsKnownTotal) {
  const auto& [kernel, threads] = GetParam();
  for (int n = 1; n <= kLargest; ++n) {
    const CountResult result = count(Board(n), {.threads = threads, .kernel = kernel});
    EXPECT_EQ(result.total.to_string(), known_answers().total.at(n)) << "n = " << n;
    EXPECT_EQ(result.kernel, kernel);
    EXPECT_EQ(result.threads, threads);
  }
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels()) {
    if (kernel.missing.empty()) names.push_back(kernel.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(KernelsAndThreads, EmptyBoard,
                         testing::Combine(testing::ValuesIn(kernel_names()),
                                          testing::Values(1, 2, 7)),
                         [](const auto& tested) {
                           return std::get<0>(tested.param) + "_" +
                                  std::to_string(std::get<1>(tested.param)) + "_threads";
                         });

TEST(EmptyBoardFundamental, IsKnown) {
  for (int n = 1; n <= kLargest; ++n) {
    const CountResult result = count(Board(n), {.fundamental = true});
    ASSERT_TRUE(result.fundamental.has_value());
    EXPECT_EQ(result.fundamental->to_string(), known_answers().fundamental.at(n)) << "n = " << n;
  }
}

}  // namespace
}  // namespace queens::test
