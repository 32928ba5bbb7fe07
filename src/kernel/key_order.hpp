#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "kernel/quarter_lists.hpp"

namespace queens {

/// A new order of the bits of two lists' keys, chosen for these lists: the highest bits are those
/// that, one after another, tell most of the pairs apart that those before them do not. For lists
/// of n = 20, ten bits leave 0.5 to 1 % of the pairs; ten diagonals that are likely in general, 5
/// to 8 %.
template <typename Lanes>
class KeyOrder {
 public:
  /// Chooses the `chosen` highest bits of keys of so many diagonals by a sample of pairs; the lists
  /// are not empty. Cost: some ten microseconds.
  void choose(const std::uint64_t* top, std::size_t top_count, const std::uint64_t* bottom,
              std::size_t bottom_count, int diagonals, int chosen) {
    take_sample(top, top_count, bottom, bottom_count);
    std::uint64_t left = ((std::uint64_t{2} << diagonals) - 1) & ~kPaddingBit;
    std::array<int, 64> order{};  // from the highest bit down
    int place = 0;
    for (; place < chosen; ++place) {
      const int best = likeliest_conflict(left);
      order[static_cast<std::size_t>(place)] = best;
      left &= ~(std::uint64_t{1} << best);
      drop_conflicts(best);
    }
    for (; left != 0; left &= left - 1) {
      order[static_cast<std::size_t>(place++)] = std::countr_zero(left);
    }
    make_tables(order, diagonals);
  }

  /// The key in the new order; the padding bit stays where it is.
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t reordered(std::uint64_t key) const {
    std::uint64_t result = 0;
    for (std::size_t byte = 0; byte < bytes_; ++byte) {
      result |= tables_[byte][(key >> (8 * byte)) & 0xffU];
    }
    return result;
  }

 private:
  static constexpr std::size_t kWords = 16;  // of 64 pairs each
  static constexpr std::size_t kPairs = 64 * kWords;

  // Both lists are walked with a stride that shares no factor with a power of two, so that pairs
  // come from everywhere: keys near each other are alike.
  void take_sample(const std::uint64_t* top, std::size_t top_count, const std::uint64_t* bottom,
                   std::size_t bottom_count) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr std::uint64_t kOther = 0xd1b54a32d192ed03;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    for (std::size_t word = 0; word < kWords; ++word) {
      std::array<std::uint64_t, 64> both;
      for (std::uint64_t& conflicts : both) {
        conflicts = top[scaled(a, top_count)] & bottom[scaled(b, bottom_count)];
        a += kGolden;
        b += kOther;
      }
      transpose(both);
      for (std::size_t bit = 0; bit < 64; ++bit) conflicts_[bit][word] = both[bit];
    }
    apart_.fill(0);
  }

  // A number below `count`, as far on its way as the fraction is.
  static std::size_t scaled(std::uint64_t fraction, std::size_t count) {
    return static_cast<std::size_t>(((fraction >> 32U) * count) >> 32U);
  }

  [[nodiscard]] int likeliest_conflict(std::uint64_t among) const {
    int best = std::countr_zero(among);
    int most = -1;
    for (; among != 0; among &= among - 1) {
      const int bit = std::countr_zero(among);
      int count = 0;
      for (std::size_t word = 0; word < kWords; ++word) {
        count += std::popcount(conflicts_[static_cast<std::size_t>(bit)][word] & ~apart_[word]);
      }
      if (count <= most) continue;
      most = count;
      best = bit;
    }
    return best;
  }

  void drop_conflicts(int bit) {
    for (std::size_t word = 0; word < kWords; ++word) {
      apart_[word] |= conflicts_[static_cast<std::size_t>(bit)][word];
    }
  }

  void make_tables(const std::array<int, 64>& order, int diagonals) {
    std::array<std::uint64_t, 64> moved{};
    moved[0] = kPaddingBit;
    for (int i = 0; i < diagonals; ++i) {
      moved[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = std::uint64_t{1}
                                                                            << (diagonals - i);
    }
    bytes_ = static_cast<std::size_t>(diagonals) / 8 + 1;
    for (std::size_t byte = 0; byte < bytes_; ++byte) {
      std::array<std::uint64_t, 256>& table = tables_[byte];
      table[0] = 0;
      for (std::size_t bit = 0; bit < 8; ++bit) {
        const std::size_t filled = std::size_t{1} << bit;
        for (std::size_t k = 0; k < filled; ++k)
          table[filled + k] = table[k] | moved[8 * byte + bit];
      }
    }
  }

  std::array<std::array<std::uint64_t, kWords>, 64> conflicts_;  // of the sample's pairs, by bit
  std::array<std::uint64_t, kWords> apart_;                      // pairs that need no further bit
  std::array<std::array<std::uint64_t, 256>, 8> tables_;
  std::size_t bytes_ = 0;
};

}  // namespace queens
