#pragma once

#include <array>
#include <cstdint>

#include "queens/board.hpp"

namespace queens {

/// A board of which some rows are settled: what a kernel counts. Everything the settled queens and
/// the blocked squares forbid is static, a mask per open row, so that a kernel knows nothing of
/// symmetry, edge classes, blocked squares or prefixes.
struct Subproblem {
  int size = 0;               ///< the board's width
  int open_rows = 0;          ///< rows still without a queen
  std::uint32_t columns = 0;  ///< columns of the settled queens; size - open_rows of them

  /// For the open rows from top to bottom, the first `open_rows` elements: the row's place on the
  /// board, and the columns it may take that neither a blocked square nor a settled queen forbids.
  std::array<std::uint8_t, Board::kMaxSize> row{};
  std::array<std::uint32_t, Board::kMaxSize> free{};

  /// Rows from open row i to the next, i + 1 < open_rows.
  [[nodiscard]] int gap(int i) const noexcept {
    const auto at = static_cast<std::size_t>(i);
    return row[at + 1] - row[at];
  }
};

/// The whole board, nothing settled.
Subproblem whole_board(const Board& board);

/// Settles a queen in open row i; its column must be free there.
void settle(Subproblem& problem, int i, int column);

}  // namespace queens
