#include "run/fundamental.hpp"

#include "core/symmetry.hpp"
#include "kernel/symmetric_search.hpp"

namespace queens {

Count count_orbits(const Board& board, Count total, const CancelToken& cancel) {
  if (board.size() == 1) return total;  // one square: every symmetry leaves its solution
  const SymmetryGroup group(board);
  Count fixed = total;
  if (group.contains(Symmetry::rotate180)) fixed += count_half_turn(board, cancel);
  // A group with one quarter turn has the other too, and both leave the same solutions.
  if (group.contains(Symmetry::rotate90)) fixed += Count(count_quarter_turn(board, cancel)) * 2;
  cancel.throw_if_requested();
  return fixed.divided_by(static_cast<std::uint64_t>(group.order()));
}

}  // namespace queens
