#include "core/subproblem.hpp"

#include "core/bits.hpp"

namespace queens {

Subproblem whole_board(const Board& board) {
  Subproblem problem;
  problem.size = board.size();
  problem.open_rows = board.size();
  for (int row = 0; row < board.size(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    problem.row[at] = static_cast<std::uint8_t>(row);
    problem.free[at] = board.free_columns(row);
  }
  return problem;
}

void settle(Subproblem& problem, int i, int column) {
  const Square queen{problem.row[static_cast<std::size_t>(i)], column};
  int kept = 0;
  for (int j = 0; j < problem.open_rows; ++j) {
    if (j == i) continue;
    const std::uint8_t row = problem.row[static_cast<std::size_t>(j)];
    const std::uint32_t free = problem.free[static_cast<std::size_t>(j)];
    problem.row[static_cast<std::size_t>(kept)] = row;
    problem.free[static_cast<std::size_t>(kept)] = free & ~attacked(queen, row);
    ++kept;
  }
  problem.open_rows = kept;
  problem.columns |= bit(column);
}

}  // namespace queens
