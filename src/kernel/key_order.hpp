#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "kernel/join_scratch.hpp"
#include "kernel/quarter_lists.hpp"

namespace queens {

/// A new order of the bits of two lists' keys, chosen for these lists: the highest bits, which
/// filter and sort, are those that, one after another, tell most of the pairs apart that those
/// before them do not. For lists of n = 20, ten bits leave 0.5 to 1 % of the pairs; ten diagonals
/// that are likely in general, 5 to 8 %.
template <typename Lanes>
class KeyOrder {
 public:
  /// Chooses the bits by a sample of pairs; the lists are not empty, their keys are sets of so many
  /// diagonals. Without `extract`, tables are made for reordered<false>(). Cost: some ten
  /// microseconds.
  void choose(const std::uint64_t* top, std::size_t top_count, const std::uint64_t* bottom,
              std::size_t bottom_count, int diagonals, JoinSplit split, bool extract) {
    take_sample(top, top_count, bottom, bottom_count);
    tested_ = (std::uint64_t{2} << diagonals) - 1;
    filters_ = 0;
    buckets_ = 0;
    for (int i = 0; i < split.filters + split.buckets; ++i) {
      const std::uint64_t best = likeliest_conflict(tested_ & ~kPaddingBit);
      (i < split.filters ? filters_ : buckets_) |= best;
      tested_ &= ~best;
    }
    bucket_shift_ = std::popcount(tested_);
    filter_shift_ = bucket_shift_ + std::popcount(buckets_);
    if (!extract) make_tables(diagonals);
  }

  /// The key with the bits that filter on top, then those that sort, then the others, each in their
  /// old order; the padding bit stays where it is. With kExtract by an instruction for it.
  template <bool kExtract>
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t reordered(std::uint64_t key) const {
    if constexpr (kExtract) {
      return Lanes::extract(key, tested_) | Lanes::extract(key, buckets_) << bucket_shift_ |
             Lanes::extract(key, filters_) << filter_shift_;
    } else {
      std::uint64_t result = 0;
      for (std::size_t byte = 0; byte < bytes_; ++byte) {
        result |= tables_[byte][(key >> (8 * byte)) & 0xffU];
      }
      return result;
    }
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

  // The bit among these that most of the remaining pairs have in common; such pairs remain no more.
  std::uint64_t likeliest_conflict(std::uint64_t among) {
    std::size_t best = 0;
    int most = -1;
    for (; among != 0; among &= among - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(among));
      int count = 0;
      for (std::size_t word = 0; word < kWords; ++word) {
        count += std::popcount(conflicts_[bit][word] & ~apart_[word]);
      }
      if (count <= most) continue;
      most = count;
      best = bit;
    }
    for (std::size_t word = 0; word < kWords; ++word) apart_[word] |= conflicts_[best][word];
    return std::uint64_t{1} << best;
  }

  void make_tables(int diagonals) {
    std::array<std::uint64_t, 64> moved{};
    std::uint64_t to = 1;
    for (const std::uint64_t part : {tested_, buckets_, filters_}) {
      for (std::uint64_t rest = part; rest != 0; rest &= rest - 1, to <<= 1U) {
        moved[static_cast<std::size_t>(std::countr_zero(rest))] = to;
      }
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
  std::uint64_t tested_ = 0;
  std::uint64_t buckets_ = 0;
  std::uint64_t filters_ = 0;
  int bucket_shift_ = 0;
  int filter_shift_ = 0;
  std::array<std::array<std::uint64_t, 256>, 8> tables_;  // by byte of the old key
  std::size_t bytes_ = 0;
};

}  // namespace queens
