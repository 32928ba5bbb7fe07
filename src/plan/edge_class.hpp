#pragma once

// Every solution has exactly one queen on each of the board's four edges, and a corner queen serves
// two of them. So the placements of the edge queens (two to four queens, at most n^4 placements;
// one queen for n = 1) partition the solutions. The board's symmetry group acts on them: all
// placements of an orbit have equally many completions, so one of each orbit is solved and its
// count multiplied by the orbit's size.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/symmetry.hpp"
#include "queens/board.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// The edge queens in 20 bits: 5 each, from the most significant, for the top edge's column, the
/// right edge's row, the bottom edge's column and the left edge's row.
using EdgePlacement = std::uint32_t;
inline constexpr unsigned kEdgePlacementBits = 20;

/// The queens' squares in the order above; a corner queen comes twice.
std::array<Square, 4> edge_queens(EdgePlacement placement, int size);

/// One placement for a whole orbit.
struct EdgeClass {
  EdgePlacement placement = 0;
  std::uint32_t weight = 1;  ///< the orbit's size: 1, 2, 4 or 8
};

/// At least as many as the classes of the board; 40 % more for large empty ones.
std::size_t most_edge_classes(const Board& board);

/// Visits the classes of the board under its own symmetry group: of each orbit the least placement,
/// in ascending order. None holds a queen on a blocked square or two queens that attack each other.
/// For the empty board 730 classes at n = 12, 3206 at n = 16, 9522 at n = 20. A board without
/// symmetry has eight times as many, 760 thousand at n = 32, so they are not stored. Throws
/// Error{cancelled}.
void for_each_edge_class(const Board& board, const CancelToken& cancel,
                         const std::function<void(const EdgeClass&)>& visit);

}  // namespace queens
