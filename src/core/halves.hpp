#pragma once

// A board cut in two between two rows: what the join puts together.

#include <array>
#include <cstdint>

#include "queens/board.hpp"

namespace queens {

/// Consecutive rows from an edge of the board to a cut, in this order: the last one lies at the
/// cut. For the bottom half this is the board upside down.
struct Half {
  int rows = 0;
  std::array<std::uint32_t, Board::kMaxSize> free{};  ///< per row, the columns a queen may take
};

/// A board of which the rows above and below a cut are looked at one by one. A solution of the
/// board is a solution of each half, on different columns, whose queens attack no queen of the
/// other half along a diagonal.
struct Halves {
  int size = 0;  ///< the board's width
  Half top;
  Half bottom;
};

/// Cuts in the middle; the middle row of an odd board belongs to the top half.
Halves cut_in_halves(const Board& board);

/// The board on which the top half takes the columns `set` and the bottom half the others.
Board board_with_set(const Halves& halves, std::uint32_t set);

}  // namespace queens
