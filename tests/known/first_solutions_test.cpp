#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"

namespace queens::test {
namespace {

class FirstSolutions : public testing::TestWithParam<int> {};

TEST_P(FirstSolutions, AreKnownUpTo29) {
  ASSERT_EQ(known_answers().first.rbegin()->first, 29);
  for (const auto& [n, solutions] : known_answers().first) {
    EXPECT_EQ(first_solutions(Board(n), 3, {.threads = GetParam()}), solutions) << "n = " << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, FirstSolutions, testing::Values(1, 2, 7));

}  // namespace
}  // namespace queens::test
