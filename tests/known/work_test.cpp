// The work that edge classes and orientation leave to the search, against the plain recursion.

#include <gtest/gtest.h>

#include "queens/queens.hpp"

namespace queens::test {
namespace {

std::uint64_t nodes(int n, const std::string& kernel) {
  return count(Board(n), {.kernel = kernel}).nodes;
}

TEST(Work, PlainRecursionPlaces27MillionQueensAt14) {
  EXPECT_GT(nodes(14, "bitmask"), 27'000'000);
}

TEST(Work, EdgeClassesLeaveAFifthAt14) {
  EXPECT_LE(nodes(14, "scalar"), 5'400'000);
}

TEST(Work, EdgeClassesLeaveAFifthAt16) {
  EXPECT_LE(nodes(16, "scalar"), 215'000'000);
}

}  // namespace
}  // namespace queens::test
