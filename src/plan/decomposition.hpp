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

/// How far parts are split. The defaults are what every plan uses; others are for tests.
struct Granularity {
  /// A part is split while its estimate exceeds this share of the total. With the most expensive
  /// first, up to 4096 threads then have about as much to do as each other.
  double largest_share = 1.0 / 4096;
  /// ... but not below this many nodes, some milliseconds: a unit has a cost of its own. At
  /// least 1.
  double smallest_split = 400'000;
};

/// The units of a board and the subproblem that each stands for. It depends on the board and the
/// division alone. Const calls may run at the same time.
class Decomposition {
 public:
  Decomposition(const Board& board, WorkDivision division, Granularity granularity = {});

  /// Most expensive first; units without a solution are left out where that is seen at once.
  /// Cost: 0.3 us an edge class and 0.2 us a split part at n = 16, 1.2 ms for the empty board.
  /// Throws Error{cancelled}.
  [[nodiscard]] std::vector<WorkUnit> units(const CancelToken& cancel) const;

  /// The subproblem of a unit from units().
  [[nodiscard]] Subproblem subproblem(const WorkUnit& unit) const;

  /// The unit's edge queens, which all parts of a split class share; 0 for the whole board.
  [[nodiscard]] std::uint64_t slice(const WorkUnit& unit) const;

  /// The board with the edge queens of the unit's slice; none for the whole board, where nothing
  /// smaller can be counted at once.
  [[nodiscard]] std::vector<WeightedBoard> slice_boards(const WorkUnit& unit) const;

 private:
  [[nodiscard]] std::vector<WorkUnit> edge_units(const CancelToken& cancel) const;

  WorkDivision division_;
  Granularity granularity_;
  // The board as seen from its four sides, in the order of kSides.
  std::array<Board, 4> sides_;
};

}  // namespace queens
