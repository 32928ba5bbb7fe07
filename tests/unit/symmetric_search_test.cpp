#include "kernel/symmetric_search.hpp"

#include <gtest/gtest.h>

#include "support/known_answers.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

constexpr int kLargestSearched = kSanitized ? 14 : 20;

TEST(SymmetricSearch, HalfTurnsAreKnown) {
  for (int n = 2; n <= kLargestSearched; ++n) {
    EXPECT_EQ(std::to_string(count_half_turn(Board(n), CancelToken())),
              known_answers().half_turn.at(n))
        << n;
  }
}

TEST(SymmetricSearch, QuarterTurnsAreKnown) {
  for (int n = 1; n <= kLargestSearched; ++n) {
    EXPECT_EQ(std::to_string(count_quarter_turn(Board(n), CancelToken())),
              known_answers().quarter_turn.at(n))
        << n;
  }
}

TEST(SymmetricSearch, TheSingleSquareIsSymmetric) {
  EXPECT_EQ(count_half_turn(Board(1), CancelToken()), 1U);
  EXPECT_EQ(count_quarter_turn(Board(1), CancelToken()), 1U);
}

TEST(SymmetricSearch, ReturnsSoonWhenCancelled) {
  const CancelToken cancel;
  cancel.request();
  count_half_turn(Board(32), cancel);  // else it would take for ever
}

}  // namespace
}  // namespace queens::test
