#pragma once

// Rows as bit masks: bit c stands for column c.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "queens/board.hpp"

namespace queens {

/// The `count` lowest bits, 0 <= count <= 32.
constexpr std::uint32_t low_bits(int count) {
  return count >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1;
}

/// Column `index` alone, 0 <= index < 32.
constexpr std::uint32_t bit(int index) {
  return std::uint32_t{1} << index;
}

constexpr std::uint32_t lowest_bit(std::uint32_t mask) {
  return mask & (~mask + 1);
}

/// The column of the lowest bit; mask != 0.
constexpr int lowest_column(std::uint32_t mask) {
  return std::countr_zero(mask);
}

/// The number of set bits. std::popcount is a call to a table where the compiler may not assume
/// the POPCNT instruction; these few operations stay inline and vectorise.
constexpr int population(std::uint64_t mask) {
  constexpr std::uint64_t kEach2 = 0x5555555555555555;
  constexpr std::uint64_t kEach4 = 0x3333333333333333;
  constexpr std::uint64_t kEach8 = 0x0f0f0f0f0f0f0f0f;
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  mask -= (mask >> 1U) & kEach2;
  mask = (mask & kEach4) + ((mask >> 2U) & kEach4);
  mask = (mask + (mask >> 4U)) & kEach8;
  return static_cast<int>((mask * kOnes) >> 56U);
}

/// Exchanges bit j of word i and bit i of word j of a square of 64 x 64 bits, by exchanging ever
/// smaller squares within it.
[[gnu::always_inline]] constexpr void transpose(std::array<std::uint64_t, 64>& words) {
  std::uint64_t mask = 0xffffffff;
  for (std::size_t half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (std::size_t i = 0; i < 64; i = (i + half + 1) & ~half) {
      const std::uint64_t swapped = ((words[i] >> half) ^ words[i + half]) & mask;
      words[i] ^= swapped << half;
      words[i + half] ^= swapped;
    }
  }
}

/// Columns of `row` that a queen on `square` attacks along its column and diagonals; row is not the
/// queen's own. Bits beyond the board's width may be set.
constexpr std::uint32_t attacked(Square square, int row) {
  const int distance = row < square.row ? square.row - row : row - square.row;
  const std::uint32_t queen = bit(square.column);
  return queen | (queen << distance) | (queen >> distance);
}

}  // namespace queens
