#pragma once

#include <array>
#include <cstdint>

#include "core/halves.hpp"

namespace queens {

/// The diagonals that cross the line between two parts of a board, in the order of how likely both
/// parts have a queen there. A key is the set of those that one part's queens are on, as bits: the
/// likeliest conflict is the highest bit, and two parts fit if their keys have no bit in common.
class DiagonalOrder {
 public:
  DiagonalOrder() = default;

  /// Both parts list their rows towards the line between them. Cost: a few microseconds.
  DiagonalOrder(int size, const Half& near, const Half& far);

  /// Diagonals of both directions, size - 1 each: at most 62.
  [[nodiscard]] int bits() const { return 2 * (size_ - 1); }

  /// The diagonals of a queen of the near part, so many rows from the line (0 for the next to it).
  [[nodiscard]] std::uint64_t of_near(int distance, int column) const {
    return at(falling_, column + distance) | at(rising_, column - distance - 1);
  }
  /// The same for a queen of the far part.
  [[nodiscard]] std::uint64_t of_far(int distance, int column) const {
    return at(rising_, column + distance) | at(falling_, column - distance - 1);
  }

 private:
  using Bits = std::array<std::uint64_t, Board::kMaxSize>;

  [[nodiscard]] std::uint64_t at(const Bits& bits, int place) const {
    return place >= 0 && place + 1 < size_ ? bits[static_cast<std::size_t>(place)] : 0;
  }

  // A diagonal goes from column `place` in the last row of the near part to column `place` + 1 in
  // the first row of the far part if it is falling, the other way round if it is rising.
  int size_ = 1;
  Bits falling_{};
  Bits rising_{};
};

}  // namespace queens
