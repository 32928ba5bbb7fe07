#pragma once

// Cuts a board into independent subproblems: the edge classes, or the whole board, each split by
// its top rows until no part is too large to schedule evenly.

#include <array>
#include <cstdint>
#include <vector>

#include "core/method.hpp"
#include "core/subproblem.hpp"
#include "core/symmetry.hpp"
#include "core/work_division.hpp"
#include "queens/board.hpp"

namespace queens {

/// The units of a board and the subproblem that each stands for. It depends on the board and the
/// division alone. Const calls may run at the same time.
class Decomposition {
 public:
  Decomposition(const Board& board, WorkDivision division);

  /// Most expensive first; units without a solution are left out where that is seen at once.
  /// Cost: about a microsecond an edge class. Throws Error{cancelled}.
  [[nodiscard]] std::vector<WorkUnit> units(const CancelToken& cancel) const;

  /// The subproblem of a unit from units().
  [[nodiscard]] Subproblem subproblem(const WorkUnit& unit) const;

 private:
  WorkDivision division_;
  // The board as seen from its four sides, in the order of kSides.
  std::array<Board, 4> sides_;
};

}  // namespace queens
