#pragma once

// The first step of the join, see half_join.hpp: from quarters to the keys of halves.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/bits.hpp"
#include "kernel/join_scratch.hpp"
#include "kernel/quarter_lists.hpp"

namespace queens {

/// Makes the keys of all placements of a half on a set of columns, in parts of bounded size.
template <typename Lanes>
class HalfKeys {
 public:
  /// The buffers are the scratch's; they may serve one object at a time.
  HalfKeys(const HalfLists& lists, std::uint32_t columns, Buffer& splits, Buffer& table)
      : lists_(lists) {
    list_splits(lists.number_of(columns), splits, table);
  }

  [[nodiscard]] bool done() const { return split_ == split_count_; }

  /// Appends keys from `at` on, until all are made or `capacity` keys are there. Writes up to
  /// kUnasked further elements. Returns how many keys are there.
  std::size_t append(std::uint64_t* keys, std::size_t at, std::size_t capacity) noexcept {
    std::uint64_t* out = keys + at;
    for (; !done(); ++split_, next_ = 0) {
      const Split& split = splits_[split_];
      // One of the shorter list at a time, the longer one in vectors.
      QuarterList few = lists_.outer().at(split.outer);
      QuarterList many = lists_.inner().at(split.inner);
      if (few.size > many.size) std::swap(few, many);
      for (; next_ < few.size; ++next_) {
        if (many.size > capacity - static_cast<std::size_t>(out - keys)) {
          return static_cast<std::size_t>(out - keys);
        }
        out = lists_.has_unlikely() ? combine<true>(few, next_, many, out)
                                    : combine<false>(few, next_, many, out);
      }
    }
    return static_cast<std::size_t>(out - keys);
  }

 private:
  // Numbers of the columns that the quarters take.
  struct Split {
    std::uint32_t outer, inner;
  };

  static constexpr std::size_t kTogether = 64;  // placements compared before keys are made
  static constexpr int kUnasked = 4;
  static_assert(QuarterLists::kReadAhead > kTogether);

  // One placement of one quarter with all of the other.
  template <bool kUnlikely>
  [[gnu::always_inline]] static std::uint64_t* combine(const QuarterList& few, std::size_t which,
                                                       const QuarterList& many,
                                                       std::uint64_t* out) noexcept {
    const std::uint64_t key = few.key[which];
    for (std::size_t begin = 0; begin < many.size; begin += kTogether) {
      const std::size_t left = many.size - begin;
      std::uint64_t fit = Lanes::template disjoint<kUnlikely>(
          many.likely + begin, many.unlikely + begin, std::min(left, kTogether), few.likely[which],
          few.unlikely[which]);
      if (left < kTogether) fit &= (std::uint64_t{1} << left) - 1;
      const int count = std::popcount(fit);
      const std::uint64_t* const keys = many.key + begin;
      // A few at a time without asking whether there are as many: how many fit is hard to foresee,
      // and a wrong guess costs more than some keys made in vain.
      for (int made = 0; made < count; made += kUnasked) {
#pragma GCC unroll 8
        for (int k = 0; k < kUnasked; ++k, fit &= fit - 1) {
          out[made + k] = key | keys[std::countr_zero(fit)];
        }
      }
      out += count;
    }
    return out;
  }

  // All ways to give the half's columns to its quarters. A choice among the half's k columns is a
  // number of k bits; two tables spread its lower and its upper bits to the columns.
  void list_splits(std::uint32_t columns, Buffer& splits, Buffer& table) {
    const int rows = lists_.rows();
    const int outer_rows = lists_.outer_rows();
    if (population(columns) != rows) return;  // the half takes another number: no placement
    const int low = rows / 2;
    const std::uint32_t choices = bit(rows);  // rows <= 16
    table.reserve(sizeof(std::uint32_t) * (low_bits(low) + low_bits(rows - low) + 2));
    auto* const low_table = table.as<std::uint32_t>();
    auto* const high_table = low_table + low_bits(low) + 1;
    const std::uint32_t rest = spread(columns, low, low_table);
    spread(rest, rows - low, high_table);
    splits.reserve(sizeof(Split) * choices);
    splits_ = splits.as<Split>();
    for (std::uint32_t choice = 0; choice < choices; ++choice) {
      if (population(choice) != outer_rows) continue;
      const std::uint32_t outer = low_table[choice & low_bits(low)] | high_table[choice >> low];
      splits_[split_count_++] = {outer, columns & ~outer};
    }
  }

  // Spreads every number of so many bits to the lowest of the columns; returns the columns above.
  static std::uint32_t spread(std::uint32_t columns, int bits, std::uint32_t* table) {
    table[0] = 0;
    std::uint32_t filled = 1;
    for (int i = 0; i < bits; ++i, columns &= columns - 1, filled *= 2) {
      for (std::uint32_t k = 0; k < filled; ++k) table[filled + k] = table[k] | lowest_bit(columns);
    }
    return columns;
  }

  const HalfLists& lists_;
  Split* splits_ = nullptr;
  std::size_t split_count_ = 0;
  std::size_t split_ = 0;  // the next one,
  std::size_t next_ = 0;   // and the next placement of its shorter list
};

}  // namespace queens
