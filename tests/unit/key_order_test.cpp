// The order of a key's bits that the join chooses for two lists.

#include "kernel/key_order.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "kernel/join_lanes_portable.hpp"

namespace queens::test {
namespace {

// Gathers bits one by one.
struct SlowLanes : PortableJoinLanes {
  static std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
    std::uint64_t result = 0;
    for (std::uint64_t to = 1; mask != 0; mask &= mask - 1, to <<= 1U) {
      if ((word & mask & (~mask + 1)) != 0) result |= to;
    }
    return result;
  }
};

std::vector<std::uint64_t> random_keys(std::mt19937_64& random, int diagonals) {
  std::vector<std::uint64_t> keys(500);
  for (std::uint64_t& key : keys) {
    key = random() & random() & (((std::uint64_t{2} << diagonals) - 1) & ~kPaddingBit);
  }
  return keys;
}

TEST(KeyOrderTest, IsTheSameByTablesAndByGathering) {
  std::mt19937_64 random(1);
  for (const int diagonals : {10, 30, 38, 62}) {
    const auto top = random_keys(random, diagonals);
    const auto bottom = random_keys(random, diagonals);
    KeyOrder<SlowLanes> order;
    order.choose(top.data(), top.size(), bottom.data(), bottom.size(), diagonals,
                 {.filters = 3, .buckets = 5}, false);
    for (const std::uint64_t key : top) {
      EXPECT_EQ(order.reordered<false>(key), order.reordered<true>(key));
    }
  }
}

TEST(KeyOrderTest, KeepsWhatKeysHaveInCommon) {
  std::mt19937_64 random(2);
  const auto top = random_keys(random, 40);
  const auto bottom = random_keys(random, 40);
  KeyOrder<SlowLanes> order;
  order.choose(top.data(), top.size(), bottom.data(), bottom.size(), 40,
               {.filters = 4, .buckets = 6}, false);
  for (std::size_t i = 0; i < top.size(); ++i) {
    const std::uint64_t both = order.reordered<false>(top[i]) & order.reordered<false>(bottom[i]);
    EXPECT_EQ(std::popcount(both), std::popcount(top[i] & bottom[i]));
    EXPECT_EQ(order.reordered<false>(top[i] | kPaddingBit) & kPaddingBit, kPaddingBit);
  }
}

TEST(KeyOrderTest, PutsTheLikeliestConflictFirst) {
  // All keys of both lists have diagonal 7, half of them in common diagonal 3.
  std::vector<std::uint64_t> keys(100, std::uint64_t{1} << 7U);
  for (std::size_t i = 0; i < keys.size(); i += 2) keys[i] |= std::uint64_t{1} << 3U;
  KeyOrder<SlowLanes> order;
  order.choose(keys.data(), keys.size(), keys.data(), keys.size(), 12, {.filters = 1, .buckets = 1},
               false);
  EXPECT_EQ(order.reordered<false>(std::uint64_t{1} << 7U), std::uint64_t{1} << 12U);
}

}  // namespace
}  // namespace queens::test
