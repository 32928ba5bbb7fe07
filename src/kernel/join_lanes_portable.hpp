#pragma once

// The join's steps for any CPU: plain words of 64 bits.

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "kernel/quarter_lists.hpp"

namespace queens {

/// A window is four bits of a key. Without an instruction that looks up many bytes at once, it is
/// the block that becomes tables: 64 keys of the top half, for each window and each of its 16
/// values a word that says which of the 64 have no bit of it. A group is a single key of the bottom
/// half, a byte for each window: the place of its value in the block's tables.
struct PortableJoinLanes {
  static constexpr std::size_t kBlockKeys = 64;
  static constexpr std::size_t kGroupKeys = 1;
  static constexpr std::size_t kGroupsTogether = 1;
  static constexpr int kWindowBits = 4;
  static constexpr std::array kWindowCounts = {4, 6, 7, 8, 16};
  static constexpr int kMostWindows = 8;

  static constexpr bool kCanExtract = false;  ///< no instruction for it that all CPUs have

  static constexpr std::size_t block_bytes(int windows) {
    return sizeof(std::uint64_t) * kValues * static_cast<std::size_t>(windows);
  }
  static constexpr std::size_t group_bytes(int windows) {
    return static_cast<std::size_t>(windows);
  }

  /// Which placements have no bit of either kind in common with the given ones, the first at bit 0;
  /// at most 64. Without kUnlikely there are none of that kind.
  template <bool kUnlikely>
  static std::uint64_t disjoint(const std::uint32_t* likely, const std::uint32_t* unlikely,
                                std::size_t count, std::uint32_t with_likely,
                                std::uint32_t with_unlikely) {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t common = likely[i] & with_likely;
      if constexpr (kUnlikely) common |= unlikely[i] & with_unlikely;
      result |= std::uint64_t{common == 0 ? 1U : 0U} << i;
    }
    return result;
  }

  /// Appends those keys whose bit is clear; returns the end. Writes up to one element beyond.
  static std::uint64_t* keep_clear(const std::uint64_t* keys, std::size_t count, int bit,
                                   std::uint64_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
      *out = keys[i];
      out += (~keys[i] >> bit) & 1U;
    }
    return out;
  }

  template <int kWindows>
  static void make_block(const std::uint64_t* keys, std::size_t count, std::uint8_t* block) {
    // Bit i of plane b is bit b of key i.
    std::array<std::uint64_t, kBlockKeys> planes;
    for (std::size_t i = 0; i < kBlockKeys; ++i) planes[i] = i < count ? keys[i] : kPaddingBit;
    transpose(planes);
    auto* const tables = reinterpret_cast<std::uint64_t*>(block);
    for (std::size_t w = 0; w < kWindows; ++w) {
      std::uint64_t* const table = tables + kValues * w;
      table[0] = ~std::uint64_t{0};
      for (std::size_t bit = 0; bit < kWindowBits; ++bit) {
        const std::uint64_t without = ~planes[kWindowBits * w + bit];
        const std::size_t filled = std::size_t{1} << bit;
        for (std::size_t k = 0; k < filled; ++k) table[filled + k] = table[k] & without;
      }
    }
  }

  template <int kWindows>
  static void make_group(const std::uint64_t* keys, std::size_t count, std::uint8_t* group) {
    if (count == 0) return;
    const std::uint64_t key = keys[0] | kPaddingBit;
    for (std::size_t w = 0; w < kWindows; ++w) {
      group[w] = static_cast<std::uint8_t>(kValues * w + ((key >> (kWindowBits * w)) & 0xfU));
    }
  }

  /// Disjoint pairs of the block's keys and the keys of the listed groups.
  template <int kWindows>
  static std::uint64_t compare(const std::uint8_t* block, const std::uint8_t* groups,
                               const std::uint32_t* list, std::size_t count) {
    const auto* const tables = reinterpret_cast<const std::uint64_t*>(block);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t* const group = groups + list[i] * group_bytes(kWindows);
      std::uint64_t fit = tables[group[0]];
#pragma GCC unroll 16
      for (std::size_t w = 1; w < kWindows; ++w) fit &= tables[group[w]];
      if (fit != 0) total += static_cast<std::uint64_t>(population(fit));  // seldom
    }
    return total;
  }

 private:
  static constexpr std::size_t kValues = 16;
};

}  // namespace queens
