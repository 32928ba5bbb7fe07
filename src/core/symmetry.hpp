#pragma once

// The eight rotations and reflections of the square (the dihedral group D4) and their action on
// squares and boards.

#include <array>
#include <cstdint>

#include "queens/board.hpp"

namespace queens {

enum class Symmetry : std::uint8_t {
  identity,
  rotate90,  ///< clockwise
  rotate180,
  rotate270,
  mirror,         ///< left and right exchanged
  flip,           ///< top and bottom exchanged
  transpose,      ///< along the main diagonal
  antitranspose,  ///< along the other diagonal
};

inline constexpr std::array kAllSymmetries = {
    Symmetry::identity, Symmetry::rotate90, Symmetry::rotate180, Symmetry::rotate270,
    Symmetry::mirror,   Symmetry::flip,     Symmetry::transpose, Symmetry::antitranspose,
};

/// Where a square of a board of that size goes.
Square apply(Symmetry symmetry, Square square, int size);

/// The board with its blocked squares moved.
Board apply(Symmetry symmetry, const Board& board);

/// Those symmetries that map a board onto itself: a subgroup of D4.
class SymmetryGroup {
 public:
  explicit SymmetryGroup(const Board& board);

  [[nodiscard]] bool contains(Symmetry symmetry) const noexcept {
    return ((members_ >> static_cast<unsigned>(symmetry)) & 1U) != 0;
  }
  /// 1, 2, 4 or 8.
  [[nodiscard]] int order() const noexcept;

 private:
  std::uint8_t members_ = 0;  // bit s is set when symmetry s belongs
};

}  // namespace queens
