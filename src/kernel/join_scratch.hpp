#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/halves.hpp"
#include "core/method.hpp"
#include "kernel/diagonal_order.hpp"
#include "kernel/quarter_lists.hpp"

namespace queens {

/// Memory that grows and stays aligned for any vector.
class Buffer {
 public:
  /// At least so many bytes. The first `kept` of them keep their contents.
  void reserve(std::size_t bytes, std::size_t kept = 0);

  template <typename Element>
  [[gnu::always_inline]] [[nodiscard]] Element* as() const {
    return reinterpret_cast<Element*>(bytes_.get());
  }

 private:
  struct Free {
    void operator()(std::byte* bytes) const;
  };
  std::unique_ptr<std::byte, Free> bytes_;
  std::size_t size_ = 0;
};

/// How two lists of keys are split: see half_join.hpp.
struct JoinSplit {
  int filters =
      0;  ///< highest bits of a key, for which the top's list is filtered one after another
  int buckets = 0;  ///< the next bits, by which the lists are sorted
};

/// A good split for lists of so many keys of `bits` diagonals. More than `tested` of them left for
/// the comparison of blocks make it dearer, and are avoided if little more has to be split.
JoinSplit choose_split(std::size_t top_keys, std::size_t bottom_keys, int bits, int tested);

/// What one thread needs to join halves.
class JoinScratch final : public Scratch {
 public:
  static constexpr int kMostFilters = 12;

  /// Lists of halves are joined in parts of at most so many keys; a part must hold at least the
  /// longest list of a quarter. `extract` allows instructions
  /// that gather bits, which some CPUs have but take very long for.
  explicit JoinScratch(std::size_t most_keys, bool extract = has_fast_extract())
      : most_keys_(most_keys), extract_(extract) {}

  /// Whether this CPU gathers chosen bits of a word fast (PEXT of x86-64).
  static bool has_fast_extract();

  /// Makes ready to count sets of a board's columns: the top half will take some of `top_columns`,
  /// the bottom half some of `bottom_columns`. Cost: see HalfLists::list. When the
  /// token is triggered before the return, what is counted is worthless.
  void prepare(const Halves& halves, std::uint32_t top_columns, std::uint32_t bottom_columns,
               const CancelToken& cancel);

  [[nodiscard]] std::size_t most_keys() const { return most_keys_; }
  [[nodiscard]] bool extract() const { return extract_; }
  [[nodiscard]] const HalfLists& top() const { return top_; }
  [[nodiscard]] const HalfLists& bottom() const { return bottom_; }
  /// Diagonals in a key.
  [[nodiscard]] int key_bits() const { return cut_.bits(); }

  // Keys as they are made, and sorted.
  Buffer top_keys, top_sorted;
  Buffer bottom_keys, bottom_sorted;
  std::size_t top_capacity = 0;
  std::size_t bottom_capacity = 0;
  // Where each bucket of sorted keys begins.
  Buffer top_offsets, bottom_offsets;
  // Filtered keys of each depth and where their buckets begin.
  std::array<Buffer, kMostFilters> filtered, filtered_offsets;
  // The comparison's blocks and groups of keys, where each bucket's begin, and the groups to
  // compare with.
  Buffer blocks, block_offsets;
  Buffer groups, group_offsets;
  Buffer group_list;
  // Ways to give the columns of a half to its quarters; see HalfKeys.
  Buffer top_splits, bottom_splits, split_table;

 private:
  std::size_t most_keys_;
  bool extract_;
  DiagonalOrder cut_;
  QuarterLists::Workspace workspace_;
  HalfLists top_;
  HalfLists bottom_;
};

/// About how many bytes a key of a list takes in all buffers together.
inline constexpr std::size_t kJoinBytesPerKey = 250;

}  // namespace queens
