#pragma once

// The join: counting solutions without visiting them.
//
// A search places queens row by row and walks to every solution, one after another. The join cuts
// the board between two rows, lists what each half can look like, and counts which halves fit.
//
//     . . Q . . . . .        The top half takes the columns C = {2, 3, 5, 8}, so the bottom half
//     . . . . Q . . .        must take the others. Rows and columns are then settled; what can
//     . Q . . . . . .        still go wrong are diagonals that cross the cut:
//     . . . . . . . Q
//    -----------------           \ \ \ \ \ \ \     / / / / / / /
//     Q . . . . . . .             n - 1 of them      n - 1 of them
//     . . . . . . Q .
//     . . . Q . . . .        A half's key is the set of crossing diagonals that its queens are
//     . . . . . Q . .        on, a word of 2 (n - 1) bits. Two halves fit if their keys have no
//                            bit in common.
//
// So the number of solutions is the sum, over the column sets C, of the number of disjoint pairs of
// keys from two lists: the top halves on C and the bottom halves on its complement. Symmetry leaves
// a quarter of the sets (plan/column_sets.hpp). For n = 20 there are 46,508 sets to count, with two
// lists of some 39,000 keys each: 3.6e9 keys stand for 3.9e10 solutions, and each row more makes
// the ratio better. What remains is to look at few of the 7e13 pairs, and to do that fast.
//
// 1. Keys. Each half is cut again (quarter_lists.hpp), so a half is a pair of quarters on C1 and C2
//    = C \ C1 that share no diagonal between them, and its key is the union of theirs. That is a
//    small join in itself: a vector compare tells which of up to 64 inner quarters an outer one
//    fits, 9 to 12 pairs a key, and all lists stay in a near cache. (half_keys.hpp)
//
// 2. Order. Which diagonals tell most pairs apart differs much from set to set: queens on
//    neighbouring columns of one half crowd some of them. A sample of pairs finds, greedily, the
//    ten or so bits that together leave 0.5 to 2 % of the pairs, where those that are best on
//    average leave 5 to 7 %. They become the highest bits of the keys. (KeyOrder)
//
// 3. Filters. The highest few bits make a trie of the bottom's keys. Walking down it, the list of
//    the top is filtered at each 1: keys with that bit cannot fit any key below. What comes to a
//    leaf is a list packed anew, compared with the leaf's bottom keys alone. (descend)
//
// 4. Buckets. By the next bits both lists are sorted, so that bucket b of the top meets only the
//    buckets of the bottom that have no bit in common with b: the subsets of its complement, which
//    are enumerated, not tested. (list_groups)
//
// 5. Comparison. Blocks of 32 or 64 top keys meet groups of 8 bottom keys. The bits left, some 28
//    to 36, are cut in windows of 4 (or 7): a group has a table for each window that says, for each
//    of the window's 16 (128) values, which of its 8 keys are disjoint from it, a byte. One shuffle
//    looks up the values of all the block's keys, so one instruction tests a window of 256 (512)
//    pairs; the AND over the windows has a bit for each pair that fits, and these are counted.
//    (compare in join_lanes_*.hpp)
//
// Cost, in cycles: k keys cost about 12 k to make and 8 k to order and sort; with all but a share f
// of the pairs excluded by steps 2 to 4, the comparison costs f k^2 / 40. Splitting by one bit more
// takes a third of f away, but a bucket should still fill a block, so f is about k^-0.5 at best:
// the comparison is a third of the time at n = 20 and more above. More columns settled in a batch
// make its lists of quarters smaller and quicker to reach, but fewer sets share them.
//
// Odd n: the middle row belongs to the top half, whose lists are longer, so that a solution costs
// more than at either even neighbour; the flip is used by way of the first column instead.
//
// Padding. Blocks and groups are filled up with keys that fit nothing: bit 0 of a key is no
// diagonal; it is clear in the top's keys and set in the bottom's when they are compared, and set
// in what fills up a block. What fills up a group is taken out of its first table.
//
// Memory is bounded whatever the lists: where one has more than a part's worth of keys, parts are
// joined with parts. Nothing but lists of quarters is kept from one set to the next.
//
// The idea of joining parts of the board and testing many pairs at once by transposed bits is known
// from Kluev's N-Queens-Count-Sol (2022), which joins four quadrants.
//
// All that depends on the instruction set is in Lanes: see join_lanes_avx2.hpp.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "core/method.hpp"
#include "kernel/half_keys.hpp"
#include "kernel/join_scratch.hpp"
#include "kernel/key_order.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// Counts the solutions whose top half takes given columns.
template <typename Lanes>
class HalfJoin {
 public:
  HalfJoin(JoinScratch& scratch, const CancelToken& cancel) : s_(scratch), cancel_(cancel) {}

  /// The scratch is prepared for these columns and the complement. When the token is triggered
  /// before the return, the tally is worthless. It is asked every few milliseconds, but not while a
  /// part is sorted, which takes some 10 ns a key.
  Tally count(std::uint32_t top_columns, std::uint32_t bottom_columns) {
    HalfKeys<Lanes> bottom(s_.bottom(), bottom_columns, s_.bottom_splits, s_.split_table);
    while (!bottom.done() && !cancel_.requested()) {
      const std::size_t bottom_keys = make_part(bottom, s_.bottom_keys, s_.bottom_capacity);
      if (bottom_keys == 0) break;
      HalfKeys<Lanes> top(s_.top(), top_columns, s_.top_splits, s_.split_table);
      bool prepared = false;
      while (!top.done() && !cancel_.requested()) {
        const std::size_t top_keys = make_part(top, s_.top_keys, s_.top_capacity);
        if (top_keys == 0) break;
        if (!prepared) prepare_bottom(top_keys, bottom_keys);
        prepared = true;
        join(top_keys);
      }
    }
    return tally_;
  }

 private:
  using Key = std::uint64_t;

  static constexpr std::size_t kFirstCapacity = std::size_t{1} << 14U;
  static constexpr std::size_t kSlice = std::size_t{1}
                                        << 20U;  // keys made between two looks at the token
  static constexpr std::size_t kAhead = 64;      // elements that vectors may write or read beyond
  static constexpr auto kBlockKeys = static_cast<std::uint32_t>(Lanes::kBlockKeys);
  static constexpr auto kGroupKeys = static_cast<std::uint32_t>(Lanes::kGroupKeys);

  std::size_t make_part(HalfKeys<Lanes>& half, Buffer& buffer, std::size_t& capacity) {
    if (capacity == 0) grow(buffer, capacity, 0);
    std::size_t made = 0;
    while (!cancel_.requested()) {
      const std::size_t limit = std::min(capacity, made + kSlice);
      made = half.append(buffer.as<Key>(), made, limit);
      if (half.done()) break;
      if (limit < capacity) continue;  // only to ask whether to go on
      if (capacity >= s_.most_keys()) break;
      grow(buffer, capacity, made);
    }
    tally_.nodes += made;
    return made;
  }

  void grow(Buffer& buffer, std::size_t& capacity, std::size_t kept) {
    capacity = std::min(std::max(2 * capacity, kFirstCapacity), s_.most_keys());
    buffer.reserve(sizeof(Key) * (capacity + kAhead), sizeof(Key) * kept);
  }

  // Brings keys into the new order and sorts them by bits from tested_bits_ on, below `buckets`.
  // Bucket b is then from offsets[b] to offsets[b + 1].
  template <bool kExtract>
  void sort(Key* keys, std::size_t count, std::size_t buckets, Buffer& sorted, Buffer& offsets) {
    offsets.reserve(sizeof(std::uint32_t) * (buckets + 2));
    sorted.reserve(sizeof(Key) * (count + kAhead));
    auto* const end = offsets.as<std::uint32_t>() + 1;  // of each bucket, when all is done
    auto* const out = sorted.as<Key>();
    const int shift = tested_bits_;
    const Key mask = buckets - 1;
    std::fill(end - 1, end + buckets + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const Key key = order_.template reordered<kExtract>(keys[i]);
      keys[i] = key;
      ++end[((key >> shift) & mask) + 1];
    }
    for (std::size_t b = 1; b < buckets; ++b) end[b + 1] += end[b];
    for (std::size_t i = 0; i < count; ++i) out[end[(keys[i] >> shift) & mask]++] = keys[i];
  }

  void sort(Key* keys, std::size_t count, std::size_t buckets, Buffer& sorted, Buffer& offsets) {
    if constexpr (Lanes::kCanExtract) {
      if (s_.extract()) return sort<true>(keys, count, buckets, sorted, offsets);
    }
    sort<false>(keys, count, buckets, sorted, offsets);
  }

  // Decides how both lists are split, and sorts the bottom's.
  void prepare_bottom(std::size_t top_keys, std::size_t bottom_keys) {
    const int bits = s_.key_bits();
    split_ =
        choose_split(top_keys, bottom_keys, bits, Lanes::kWindowBits * Lanes::kMostWindows - 1);
    tested_bits_ = bits + 1 - split_.filters - split_.buckets;
    auto* const keys = s_.bottom_keys.template as<Key>();
    order_.choose(s_.top_keys.template as<Key>(), top_keys, keys, bottom_keys, bits, split_,
                  Lanes::kCanExtract && s_.extract());
    const std::size_t buckets = std::size_t{1} << (split_.filters + split_.buckets);
    sort(keys, bottom_keys, buckets, s_.bottom_sorted, s_.bottom_offsets);
    with_windows([&]<int kWindows>() {
      make_groups<kWindows>(buckets);
      return std::uint64_t{0};
    });
  }

  template <int kWindows>
  void make_groups(std::size_t buckets) {
    const auto* const offsets = s_.bottom_offsets.template as<std::uint32_t>();
    const auto* const keys = s_.bottom_sorted.template as<Key>();
    s_.group_offsets.reserve(sizeof(std::uint32_t) * (buckets + 1));
    auto* const group_offsets = s_.group_offsets.template as<std::uint32_t>();
    std::uint32_t total = 0;
    for (std::size_t b = 0; b < buckets; ++b) {
      group_offsets[b] = total;
      total += (offsets[b + 1] - offsets[b] + kGroupKeys - 1) / kGroupKeys;
    }
    group_offsets[buckets] = total;
    s_.groups.reserve((total + 1) * Lanes::group_bytes(kWindows));
    s_.group_list.reserve(sizeof(std::uint32_t) * (total + kAhead));
    auto* const groups = s_.groups.template as<std::uint8_t>();
    std::uint8_t* group = groups;
    for (std::size_t b = 0; b < buckets; ++b) {
      for (std::uint32_t i = offsets[b]; i < offsets[b + 1]; i += kGroupKeys) {
        Lanes::template make_group<kWindows>(keys + i, std::min(kGroupKeys, offsets[b + 1] - i),
                                             group);
        group += Lanes::group_bytes(kWindows);
      }
    }
    Lanes::template make_group<kWindows>(keys, 0, group);
    no_group_ = total;
  }

  void join(std::size_t top_keys) {
    sort(s_.top_keys.template as<Key>(), top_keys, std::size_t{1} << split_.buckets, s_.top_sorted,
         s_.top_offsets);
    tally_.solutions += with_windows([&]<int kWindows>() {
      return descend<kWindows>(0, 0, s_.top_sorted.template as<Key>(),
                               s_.top_offsets.template as<std::uint32_t>());
    });
  }

  // Calls with the least number of windows that hold the bits to be tested.
  template <std::size_t kChoice = 0, typename Call>
  std::uint64_t with_windows(Call call) {
    constexpr int kWindows = Lanes::kWindowCounts[kChoice];
    if constexpr (kChoice + 1 < Lanes::kWindowCounts.size()) {
      if (kWindows * Lanes::kWindowBits < tested_bits_) return with_windows<kChoice + 1>(call);
    }
    return call.template operator()<kWindows>();
  }

  // Groups of the bottom's keys that begin with the `level` bits of `pattern`.
  [[nodiscard]] bool any_groups(int level, std::uint32_t pattern) const {
    const int shift = split_.filters - level + split_.buckets;
    const auto* const offsets = s_.group_offsets.template as<std::uint32_t>();
    return offsets[std::size_t{pattern} << shift] != offsets[(std::size_t{pattern} + 1) << shift];
  }

  // Joins the given keys of the top half, those that fit `pattern`, with all keys of the bottom
  // half that begin with it.
  template <int kWindows>
  std::uint64_t descend(int level, std::uint32_t pattern, const Key* keys,
                        const std::uint32_t* offsets) {
    const std::size_t buckets = std::size_t{1} << split_.buckets;
    if (offsets[buckets] == offsets[0] || !any_groups(level, pattern) || cancel_.requested())
      return 0;
    if (level == split_.filters) return compare<kWindows>(pattern, keys, offsets);
    std::uint64_t solutions = descend<kWindows>(level + 1, 2 * pattern, keys, offsets);
    if (!any_groups(level + 1, 2 * pattern + 1)) return solutions;
    Buffer& filtered = s_.filtered[static_cast<std::size_t>(level)];
    Buffer& filtered_offsets = s_.filtered_offsets[static_cast<std::size_t>(level)];
    filtered.reserve(sizeof(Key) * (offsets[buckets] + kAhead));
    filtered_offsets.reserve(sizeof(std::uint32_t) * (buckets + 1));
    auto* const begin = filtered.as<Key>();
    auto* const ends = filtered_offsets.as<std::uint32_t>();
    Key* out = begin;
    const int diagonal = s_.key_bits() - level;
    for (std::size_t b = 0; b < buckets; ++b) {
      ends[b] = static_cast<std::uint32_t>(out - begin);
      out = Lanes::keep_clear(keys + offsets[b], offsets[b + 1] - offsets[b], diagonal, out);
    }
    ends[buckets] = static_cast<std::uint32_t>(out - begin);
    return solutions + descend<kWindows>(level + 1, 2 * pattern + 1, begin, ends);
  }

  template <int kWindows>
  std::uint64_t compare(std::uint32_t pattern, const Key* keys, const std::uint32_t* offsets) {
    const auto buckets = static_cast<std::uint32_t>(1U << split_.buckets);
    make_blocks<kWindows>(keys, offsets, buckets);
    const auto* const ends = s_.block_offsets.template as<std::uint32_t>();
    const auto* const blocks = s_.blocks.template as<std::uint8_t>();
    const auto* const groups = s_.groups.template as<std::uint8_t>();
    const auto* const list = s_.group_list.template as<std::uint32_t>();
    std::uint64_t solutions = 0;
    for (std::uint32_t b = 0; b < buckets; ++b) {
      if (ends[b] == ends[b + 1]) continue;
      const std::size_t count = list_groups(pattern, b);
      if (count == 0) continue;
      for (std::uint32_t i = ends[b]; i < ends[b + 1]; ++i) {
        solutions += Lanes::template compare<kWindows>(blocks + i * Lanes::block_bytes(kWindows),
                                                       groups, list, count);
      }
    }
    return solutions;
  }

  template <int kWindows>
  void make_blocks(const Key* keys, const std::uint32_t* offsets, std::uint32_t buckets) {
    const std::size_t most = (offsets[buckets] - offsets[0]) / kBlockKeys + buckets;
    s_.blocks.reserve(most * Lanes::block_bytes(kWindows));
    s_.block_offsets.reserve(sizeof(std::uint32_t) * (buckets + 1));
    auto* const ends = s_.block_offsets.template as<std::uint32_t>();
    auto* block = s_.blocks.template as<std::uint8_t>();
    std::uint32_t made = 0;
    for (std::uint32_t b = 0; b < buckets; ++b) {
      ends[b] = made;
      for (std::uint32_t i = offsets[b]; i < offsets[b + 1]; i += kBlockKeys, ++made) {
        Lanes::template make_block<kWindows>(keys + i, std::min(kBlockKeys, offsets[b + 1] - i),
                                             block);
        block += Lanes::block_bytes(kWindows);
      }
    }
    ends[buckets] = made;
  }

  // The groups that begin with `pattern` and fit bucket b of the top half: those of the buckets
  // that have no bit in common with b.
  std::size_t list_groups(std::uint32_t pattern, std::uint32_t b) {
    const std::uint32_t free = low_bits(split_.buckets) & ~b;
    const auto* const offsets =
        s_.group_offsets.template as<std::uint32_t>() + (std::size_t{pattern} << split_.buckets);
    auto* const list = s_.group_list.template as<std::uint32_t>();
    std::size_t count = 0;
    std::uint32_t other = 0;
    do {
      for (std::uint32_t i = offsets[other]; i < offsets[other + 1]; ++i) list[count++] = i;
      other = (other - free) & free;
    } while (other != 0);
    if (count > 0) {
      while (count % Lanes::kGroupsTogether != 0) list[count++] = no_group_;
    }
    return count;
  }

  JoinScratch& s_;
  const CancelToken& cancel_;
  JoinSplit split_;
  KeyOrder<Lanes> order_;
  int tested_bits_ = 0;  // of a key, those neither filtered nor sorted by, and the padding bit
  std::uint32_t no_group_ = 0;  // a group that fits no block
  Tally tally_;
};

}  // namespace queens
