#pragma once

// How large a search tree will be, judged from its masks.

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/subproblem.hpp"
#include "queens/board.hpp"

namespace queens {

/// Free squares by place: element r holds those of row r, 0 for a settled row. So do the elements
/// beyond the board, since rows are taken four at a time.
struct alignas(16) Rows {
  std::array<std::uint32_t, Board::kMaxSize + 4> free{};
};

/// About how many queens a search places: from the top row down, or from the bottom row up. Both
/// are 0 where an open row has no free square: then there is no solution.
struct Estimate {
  float down = 0;
  float up = 0;
};

/// Estimates searches of boards of one size.
///
/// A row's expected number of candidates is its number of free squares, less those in columns that
/// earlier queens took, times the chance of each earlier row's queen to spare it on the diagonals.
/// That is taken from the two rows' masks where they are near each other, and else from the size
/// alone. The product of these numbers estimates the nodes of a level. Against the true node counts
/// of the edge classes at n = 14 and 15 the logarithms correlate to 0.97.
class CostModel {
 public:
  explicit CostModel(int size);

  /// For the search of the rows `open`, a bit each, at least one. Cost: for both directions
  /// together some ten operations for each pair of near rows, 0.15 us at n = 16.
  [[nodiscard]] Estimate nodes(const Rows& rows, std::uint32_t open) const;

  /// The product of the open rows' free squares in a unit of its own: a rough measure, but enough
  /// to compare searches that differ in one queen. 0 if an open row has none.
  [[nodiscard]] static float share(const Rows& rows, std::uint32_t open);

 private:
  unsigned size_;
  // kept_[rows][i]: what columns taken and rows far above leave row i of a search of so many rows.
  std::array<std::array<float, Board::kMaxSize>, Board::kMaxSize + 1> kept_{};
};

/// About how many queens the search of a subproblem places, in its order of rows; 1 without an open
/// row, and 0 where an open row or column has no free square: then there is no solution.
float expected_nodes(const Subproblem& problem, const CostModel& model);

}  // namespace queens
