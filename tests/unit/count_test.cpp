#include "queens/count.hpp"

#include <gtest/gtest.h>

#include "queens/error.hpp"

namespace queens::test {
namespace {

TEST(Count, PrintsAllItsRange) {
  EXPECT_EQ(Count().to_string(), "0");
  EXPECT_EQ(Count(UINT64_MAX).to_string(), "18446744073709551615");
  EXPECT_EQ(Count(1, 0).to_string(), "18446744073709551616");
  EXPECT_EQ(Count(UINT64_MAX, UINT64_MAX).to_string(), "340282366920938463463374607431768211455");
}

TEST(Count, CarriesBeyond64Bits) {
  EXPECT_EQ(Count(UINT64_MAX) + 1, Count(1, 0));
  EXPECT_EQ(Count(UINT64_MAX) * 8, Count(7, UINT64_MAX - 7));
  EXPECT_LT(Count(UINT64_MAX), Count(1, 0));
  EXPECT_DOUBLE_EQ(Count(1, 0).to_double(), 18446744073709551616.0);
}

TEST(Count, ThrowsBeyond128Bits) {
  const Count most(UINT64_MAX, UINT64_MAX);
  EXPECT_THROW(most + 1, Error);
  EXPECT_THROW(most * 2, Error);
  EXPECT_EQ(most + 0, most);
  EXPECT_EQ(most * 1, most);
}

TEST(Count, DividesExactlyOrNotAtAll) {
  EXPECT_EQ(Count(8, 16).divided_by(8), Count(1, 2));
  EXPECT_THROW(static_cast<void>(Count(9).divided_by(8)), Error);
  EXPECT_THROW(static_cast<void>(Count(9).divided_by(0)), Error);
}

}  // namespace
}  // namespace queens::test
