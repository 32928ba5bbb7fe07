// The join's steps, each against a loop over bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "unit/tested_joins.hpp"

namespace queens::test {
namespace {

using JoinLanes = TestedJoinLanes;

constexpr std::size_t kAhead = 80;

// Keys of so many bits, about a third of them set; bit 0 is not.
std::vector<std::uint64_t> random_keys(std::mt19937_64& random, std::size_t count, int bits) {
  std::vector<std::uint64_t> keys(count + kAhead, ~std::uint64_t{0});
  for (std::size_t i = 0; i < count; ++i) {
    keys[i] = 0;
    for (int bit = 1; bit < bits; ++bit) {
      if (random() % 3 == 0) keys[i] |= std::uint64_t{1} << bit;
    }
  }
  return keys;
}

TEST(JoinLanesTest, TellsWhichMasksAreDisjoint) {
  std::mt19937_64 random(1);
  for (const std::size_t count : {1U, 7U, 8U, 16U, 33U, 64U}) {
    std::array<std::uint32_t, 64 + kAhead> likely{};
    std::array<std::uint32_t, 64 + kAhead> unlikely{};
    for (std::size_t i = 0; i < count; ++i) {
      likely[i] = static_cast<std::uint32_t>(random() & random() & random());
      unlikely[i] = static_cast<std::uint32_t>(random() & random() & random() & random());
    }
    const auto a = static_cast<std::uint32_t>(random() & random());
    const auto b = static_cast<std::uint32_t>(random() & random() & random());
    const auto both = JoinLanes::disjoint<true>(likely.data(), unlikely.data(), count, a, b);
    const auto one = JoinLanes::disjoint<false>(likely.data(), unlikely.data(), count, a, b);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ((both >> i) & 1U, (likely[i] & a) == 0 && (unlikely[i] & b) == 0 ? 1U : 0U);
      EXPECT_EQ((one >> i) & 1U, (likely[i] & a) == 0 ? 1U : 0U);
    }
  }
}

TEST(JoinLanesTest, KeepsKeysWhoseBitIsClear) {
  std::mt19937_64 random(2);
  for (std::size_t count = 0; count < 40; ++count) {
    const std::vector<std::uint64_t> keys = random_keys(random, count, 63);
    for (const int bit : {1, 31, 32, 62}) {
      std::vector<std::uint64_t> kept(count + kAhead);
      kept.resize(static_cast<std::size_t>(
          JoinLanes::keep_clear(keys.data(), count, bit, kept.data()) - kept.data()));
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        if (((keys[i] >> bit) & 1U) == 0) expected.push_back(keys[i]);
      }
      EXPECT_EQ(kept, expected) << count << " keys, bit " << bit;
    }
  }
}

template <int kWindows>
void compare_blocks_with_groups() {
  std::mt19937_64 random(3);
  const int bits = std::min(63, kWindows * JoinLanes::kWindowBits);
  for (int round = 0; round < 40; ++round) {
    // The last block and the last groups are padded.
    const std::size_t top_count = 1 + random() % JoinLanes::kBlockKeys;
    constexpr std::size_t kGroups = 9;
    auto top = random_keys(random, top_count, bits);
    if (round % 4 == 0) top[0] = 0;  // fits all, but no padding
    alignas(64) std::array<std::uint8_t, JoinLanes::block_bytes(kWindows)> block;
    JoinLanes::make_block<kWindows>(top.data(), top_count, block.data());

    alignas(64) std::array<std::uint8_t, kGroups * JoinLanes::group_bytes(kWindows)> memory;
    std::uint8_t* const first = memory.data();
    std::vector<std::uint32_t> list;
    std::uint64_t expected = 0;
    for (std::uint32_t g = 0; g < kGroups; ++g) {
      const std::size_t count = std::min<std::size_t>(g, JoinLanes::kGroupKeys);
      auto bottom = random_keys(random, count, bits);
      if (count > 0 && round % 3 == 0) bottom[0] = 0;
      JoinLanes::make_group<kWindows>(bottom.data(), count,
                                      first + g * JoinLanes::group_bytes(kWindows));
      if (count == 0) continue;
      list.push_back(g);
      for (std::size_t i = 0; i < top_count; ++i) {
        for (std::size_t k = 0; k < count; ++k) expected += (top[i] & bottom[k]) == 0 ? 1 : 0;
      }
    }
    while (list.size() % JoinLanes::kGroupsTogether != 0) list.push_back(0);  // which has no keys
    EXPECT_EQ(JoinLanes::compare<kWindows>(block.data(), first, list.data(), list.size()),
              expected);
  }
}

TEST(JoinLanesTest, CountsDisjointPairs) {
  compare_blocks_with_groups<JoinLanes::kWindowCounts[0]>();
  compare_blocks_with_groups<JoinLanes::kWindowCounts[1]>();
  compare_blocks_with_groups<JoinLanes::kWindowCounts[2]>();
  compare_blocks_with_groups<JoinLanes::kWindowCounts[3]>();
  compare_blocks_with_groups<JoinLanes::kWindowCounts[4]>();
}

}  // namespace
}  // namespace queens::test
