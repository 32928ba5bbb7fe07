#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "queens/board.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// Walks the placements of a board's top rows in lexicographic order, one at a call: all rows for
/// solutions, fewer for prefixes. A depth-first search on three masks that looks ahead: a placement
/// is abandoned when some later row or some open column has no candidate left. That costs more per
/// node than counting can afford, but a third to a quarter of the nodes are left, and the first
/// solutions of the empty 32 x 32 board come after 27 million nodes, half a second.
///
/// The object is a few hundred bytes, so many searches can be suspended at once.
class OrderedSearch {
 public:
  /// Placements of the rows up to `last_row` (exclusive) that start with the given columns of the
  /// top rows. The prefix must be free of attacks and blocked squares, as next() produces them.
  OrderedSearch(const Board& board, std::span<const std::uint8_t> prefix, int last_row);

  /// Finds the next placement; false when there is none or the token is triggered.
  bool next(const CancelToken& cancel);

  /// The placement that next() found: the columns of rows 0 to last_row - 1.
  [[nodiscard]] std::span<const std::uint8_t> columns() const noexcept {
    return {columns_.data(), static_cast<std::size_t>(last_row_)};
  }

 private:
  struct Level {
    std::uint32_t columns = 0;  // taken, as of this row
    std::uint32_t left = 0;     // and the two directions of diagonals
    std::uint32_t right = 0;
    std::uint32_t untried = 0;  // candidates of this row
  };

  bool enter(int row, const Level& above, std::uint32_t queen);
  [[nodiscard]] bool hopeless(int row, const Level& level) const;

  Board board_;
  int first_row_;
  int last_row_;
  int row_ = 0;
  bool found_ = false;  // anything yet
  std::array<Level, Board::kMaxSize + 1> levels_{};
  std::array<std::uint8_t, Board::kMaxSize> columns_{};
};

}  // namespace queens
