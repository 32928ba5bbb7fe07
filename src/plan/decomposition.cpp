#include "plan/decomposition.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "core/bits.hpp"
#include "plan/cost.hpp"
#include "plan/edge_class.hpp"

namespace queens {
namespace {

// The side of the board that is made the top. A mirror image has the same search tree, so four of
// the eight symmetries are enough.
constexpr std::array kSides = {Symmetry::identity, Symmetry::flip, Symmetry::transpose,
                               Symmetry::rotate270};

// Rows that decide the orientation. Against the best possible choice at n = 14 and 15: 0.7 % more
// nodes with 8 rows, 1.3 % with 6, 0.8 % with all.
constexpr int kOrientationRows = 8;
constexpr int kAllRows = Board::kMaxSize;

// A unit's id, from the least significant bit: 20 bits edge queens, 2 bits side, 3 bits number of
// split rows, then 5 bits for each split row's column, top row first. Queens and columns are those
// of the board as given, or seen from its side.
constexpr unsigned kSideShift = kEdgePlacementBits;
constexpr unsigned kDepthShift = kSideShift + 2;
constexpr unsigned kColumnsShift = kDepthShift + 3;
constexpr unsigned kColumnBits = 5;
constexpr int kMaxDepth = 7;

// Room for the parts of split units, beyond an eighth of the units.
constexpr std::size_t kSpare = 4096;

constexpr unsigned side_of(std::uint64_t id) {
  return (id >> kSideShift) & 3U;
}
constexpr int depth_of(std::uint64_t id) {
  return static_cast<int>((id >> kDepthShift) & 7U);
}
constexpr int column_of(std::uint64_t id, int depth) {
  const unsigned shift = kColumnsShift + kColumnBits * static_cast<unsigned>(depth);
  return static_cast<int>((id >> shift) & 31U);
}
constexpr std::uint64_t extended(std::uint64_t id, int column) {
  const auto depth = static_cast<unsigned>(depth_of(id));
  return (id + (std::uint64_t{1} << kDepthShift)) |
         (static_cast<std::uint64_t>(column) << (kColumnsShift + kColumnBits * depth));
}

// The board with the edge queens settled. `queens` may hold a corner queen twice.
Subproblem settled(const Board& board, std::span<const Square> queens) {
  Subproblem problem;
  problem.size = board.size();
  std::uint32_t rows = low_bits(board.size());
  for (const Square queen : queens) {
    rows &= ~bit(queen.row);
    problem.columns |= bit(queen.column);
  }
  for (; rows != 0; rows &= rows - 1) {
    const int row = lowest_column(rows);
    std::uint32_t free = board.free_columns(row);
    for (const Square queen : queens) free &= ~attacked(queen, row);
    const auto at = static_cast<std::size_t>(problem.open_rows++);
    problem.row[at] = static_cast<std::uint8_t>(row);
    problem.free[at] = free;
  }
  return problem;
}

// Seen from one side, as a subproblem of the board's image.
Subproblem seen_from(unsigned side, const Board& image, EdgePlacement placement) {
  auto queens = edge_queens(placement, image.size());
  for (Square& queen : queens) queen = apply(kSides[side], queen, image.size());
  return settled(image, queens);
}

struct Part {
  WorkUnit unit;
  Subproblem problem;
};

void split(const Part& part, double limit, const CancelToken& cancel,
           std::vector<WorkUnit>& units) {
  cancel.throw_if_requested();
  for (std::uint32_t free = part.problem.free[0]; free != 0; free &= free - 1) {
    Part child = part;
    settle(child.problem, 0, lowest_column(free));
    child.unit.id = extended(part.unit.id, lowest_column(free));
    child.unit.cost = static_cast<float>(estimated_nodes(child.problem, kAllRows));
    if (child.unit.cost <= 0) continue;
    if (child.unit.cost > limit && depth_of(child.unit.id) < kMaxDepth) {
      split(child, limit, cancel, units);
    } else {
      units.push_back(child.unit);
    }
  }
}

}  // namespace

Decomposition::Decomposition(const Board& board, WorkDivision division, Granularity granularity)
    : division_(division),
      granularity_(granularity),
      sides_{apply(kSides[0], board), apply(kSides[1], board), apply(kSides[2], board),
             apply(kSides[3], board)} {}

// One unit for each edge class, seen from its cheapest side.
std::vector<WorkUnit> Decomposition::edge_units(const CancelToken& cancel) const {
  // Counted first: a vector that grows holds its units three times over while it does, and on a
  // large board without symmetry that would be most of the process's memory.
  std::size_t classes = 0;
  for_each_edge_class(sides_[0], cancel, [&classes](const EdgeClass&) { ++classes; });
  std::vector<WorkUnit> units;
  units.reserve(classes + classes / 8 + kSpare);
  for_each_edge_class(sides_[0], cancel, [&](const EdgeClass& edge_class) {
    cancel.throw_if_requested();
    WorkUnit best{.weight = edge_class.weight};
    double least = std::numeric_limits<double>::infinity();
    for (unsigned side = 0; side < kSides.size(); ++side) {
      const Subproblem problem = seen_from(side, sides_[side], edge_class.placement);
      const double nodes = estimated_nodes(problem, kOrientationRows);
      if (nodes >= least) continue;
      least = nodes;
      best.id = edge_class.placement | (std::uint64_t{side} << kSideShift);
      best.cost = static_cast<float>(estimated_nodes(problem, kAllRows));
    }
    units.push_back(best);
  });
  return units;
}

std::vector<WorkUnit> Decomposition::units(const CancelToken& cancel) const {
  std::vector<WorkUnit> units;
  if (division_ == WorkDivision::edge_classes) {
    units = edge_units(cancel);
  } else {
    const double nodes = estimated_nodes(whole_board(sides_[0]), kAllRows);
    units.push_back({.cost = static_cast<float>(nodes)});
  }
  double total = 0;
  for (const WorkUnit& unit : units) total += unit.cost;
  const double limit = std::max(total * granularity_.largest_share, granularity_.smallest_split);
  std::vector<WorkUnit> large;
  std::erase_if(units, [&](const WorkUnit& unit) {
    if (unit.cost > limit) large.push_back(unit);
    return unit.cost > limit || unit.cost <= 0;
  });
  for (const WorkUnit& unit : large) split({unit, subproblem(unit)}, limit, cancel, units);
  std::sort(units.begin(), units.end(), [](const WorkUnit& a, const WorkUnit& b) {
    return a.cost != b.cost ? a.cost > b.cost : a.id < b.id;
  });
  return units;
}

Subproblem Decomposition::subproblem(const WorkUnit& unit) const {
  const unsigned side = side_of(unit.id);
  const auto placement =
      static_cast<EdgePlacement>(unit.id & ((std::uint64_t{1} << kEdgePlacementBits) - 1));
  Subproblem problem = division_ == WorkDivision::whole_board
                           ? whole_board(sides_[0])
                           : seen_from(side, sides_[side], placement);
  for (int depth = 0; depth < depth_of(unit.id); ++depth) {
    settle(problem, 0, column_of(unit.id, depth));
  }
  return problem;
}

}  // namespace queens
