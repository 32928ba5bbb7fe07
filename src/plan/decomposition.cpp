#include "plan/decomposition.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include "core/bits.hpp"
#include "plan/cost.hpp"
#include "plan/edge_class.hpp"

namespace queens {
namespace {

// The side of the board that is made the top. A mirror image has the same search tree, so four of
// the eight symmetries are enough.
constexpr std::array kSides = {Symmetry::identity, Symmetry::flip, Symmetry::transpose,
                               Symmetry::rotate270};

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
constexpr EdgePlacement placement_of(std::uint64_t id) {
  return static_cast<EdgePlacement>(id & ((std::uint64_t{1} << kEdgePlacementBits) - 1));
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

bool costs_more(const WorkUnit& a, const WorkUnit& b) {
  return a.cost != b.cost ? a.cost > b.cost : a.id < b.id;
}

// Most expensive first. Costs spread over decades, so their leading bits part them into many small
// heaps; each unit is swapped into its heap, and the heaps are sorted.
void sort_by_cost(std::vector<WorkUnit>& units) {
  if (units.empty()) return;
  // The larger a positive number, the larger its bits. The exponent and seven more are kept.
  const auto key = [](const WorkUnit& unit) {
    return std::size_t{std::bit_cast<std::uint32_t>(unit.cost) >> 16U};
  };
  const auto [least, most] =
      std::minmax_element(units.begin(), units.end(),
                          [](const WorkUnit& a, const WorkUnit& b) { return a.cost < b.cost; });
  const std::size_t first = key(*most);
  std::vector<std::size_t> next(first - key(*least) + 1);  // at first, the heaps' sizes
  for (const WorkUnit& unit : units) ++next[first - key(unit)];
  std::vector<std::size_t> end(next.size());
  std::size_t sum = 0;
  for (std::size_t heap = 0; heap < next.size(); ++heap) {
    sum += std::exchange(next[heap], sum);
    end[heap] = sum;
  }
  for (std::size_t heap = 0; heap < next.size(); ++heap) {
    const std::size_t begin = heap == 0 ? 0 : end[heap - 1];
    while (next[heap] < end[heap]) {
      const std::size_t home = first - key(units[next[heap]]);
      std::swap(units[next[heap]], units[next[home]]);
      ++next[home];
    }
    const auto at = [&units](std::size_t index) {
      return units.begin() + static_cast<std::ptrdiff_t>(index);
    };
    std::sort(at(begin), at(end[heap]), costs_more);
  }
}

// A subproblem, and its rows by place.
struct Part {
  WorkUnit unit;
  Rows rows{};
  std::uint32_t open = 0;
  std::uint32_t columns = 0;  // those still without a queen
};

Part part_of(const WorkUnit& unit, const Subproblem& problem) {
  Part part{.unit = unit, .columns = low_bits(problem.size) & ~problem.columns};
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.open_rows); ++i) {
    part.rows.free[problem.row[i]] = problem.free[i];
    part.open |= bit(problem.row[i]);
  }
  return part;
}

// What a part is to others with the same open rows; 0 where an open row or column has no free
// square: then there is no solution.
float share_of(const Part& part) {
  std::uint32_t covered = 0;
  for (const std::uint32_t free : part.rows.free) covered |= free;
  return covered == part.columns ? CostModel::share(part.rows, part.open) : 0;
}

// The queen of the first open row placed.
Part extended(const Part& part, int column) {
  Part child{.unit = part.unit,
             .open = part.open & (part.open - 1),
             .columns = part.columns & ~bit(column)};
  child.unit.id = extended(part.unit.id, column);
  const Square queen{lowest_column(part.open), column};
  for (std::uint32_t rows = child.open; rows != 0; rows &= rows - 1) {
    const int row = lowest_column(rows);
    const auto at = static_cast<std::size_t>(row);
    child.rows.free[at] = part.rows.free[at] & ~attacked(queen, row);
  }
  return child;
}

// A part's cost is shared out among its children. Estimating each child anew is no more exact where
// it matters, in the schedule's evenness, and several times as dear.
void split(const Part& part, double limit, const CancelToken& cancel,
           std::vector<WorkUnit>& units) {
  cancel.throw_if_requested();
  const std::uint32_t first = part.rows.free[static_cast<std::size_t>(lowest_column(part.open))];
  std::array<float, Board::kMaxSize> shares{};
  float all = 0;
  for (std::uint32_t free = first; free != 0; free &= free - 1) {
    const int column = lowest_column(free);
    const float share = share_of(extended(part, column));
    shares[static_cast<std::size_t>(column)] = share;
    all += share;
  }
  for (std::uint32_t free = first; free != 0; free &= free - 1) {
    const int column = lowest_column(free);
    const float share = shares[static_cast<std::size_t>(column)];
    if (share == 0) continue;
    WorkUnit unit = part.unit;
    unit.id = extended(part.unit.id, column);
    unit.cost = part.unit.cost * (share / all);
    if (unit.cost <= limit || depth_of(unit.id) == kMaxDepth || std::has_single_bit(part.open)) {
      units.push_back(unit);
      continue;
    }
    Part child = extended(part, column);
    child.unit = unit;
    split(child, limit, cancel, units);
  }
}

// The rows of an image of the board while one placement of the edge queens after the other is
// looked at. What each queen attacks comes from tables, and what the first three leave is kept, as
// placements in ascending order mostly differ in the last.
class EdgeView {
 public:
  EdgeView(Symmetry symmetry, const Board& image, const CostModel& model)
      : model_(model), inner_(low_bits(image.size() - 1) & ~bit(0)) {
    const int size = image.size();
    for (int row = 1; row < size - 1; ++row) {
      board_[static_cast<std::size_t>(row)] = image.free_columns(row);
    }
    for (int place = 0; place < size; ++place) {
      const auto queens = edge_queens(same_place(place), size);
      for (std::size_t edge = 0; edge < queens.size(); ++edge) {
        const Square queen = apply(symmetry, queens[edge], size);
        Attack& attack = attacks_[edge][static_cast<std::size_t>(place)];
        attack.row = bit(queen.row);
        for (int row = 0; row < size; ++row) {
          attack.rows[static_cast<std::size_t>(row)] =
              row == queen.row ? ~std::uint32_t{0} : attacked(queen, row);
        }
      }
    }
  }

  /// The searches of the placement's open rows, among rows 1 to size - 2.
  Estimate look_at(EdgePlacement placement) {
    const auto place = [placement](unsigned edge) {
      return (placement >> (kPlaceBits * (3 - edge))) & kPlaceMask;
    };
    if (placement >> kPlaceBits != first_three_) {
      first_three_ = placement >> kPlaceBits;
      const Attack& a = attacks_[0][place(0)];
      const Attack& b = attacks_[1][place(1)];
      const Attack& c = attacks_[2][place(2)];
      for (std::size_t row = 0; row < board_.size(); ++row) {
        left_[row] = board_[row] & ~(a.rows[row] | b.rows[row] | c.rows[row]);
      }
      open_ = inner_ & ~(a.row | b.row | c.row);
    }
    const Attack& last = attacks_[3][place(3)];
    for (std::size_t row = 0; row < left_.size(); ++row) {
      rows_.free[row] = left_[row] & ~last.rows[row];
    }
    const std::uint32_t open = open_ & ~last.row;
    return open == 0 ? Estimate{1, 1} : model_.nodes(rows_, open);
  }

 private:
  static constexpr unsigned kPlaceBits = kEdgePlacementBits / 4;
  static constexpr unsigned kPlaceMask = (1U << kPlaceBits) - 1;

  // That place on each edge.
  static EdgePlacement same_place(int place) { return static_cast<EdgePlacement>(place) * 0x8421U; }

  using Row32 = std::array<std::uint32_t, Board::kMaxSize>;
  struct Attack {
    Row32 rows{};
    std::uint32_t row = 0;
  };

  const CostModel& model_;
  std::uint32_t inner_;
  std::uint32_t first_three_ = ~std::uint32_t{0};
  std::uint32_t open_ = 0;
  Row32 board_{};
  Row32 left_{};
  Rows rows_;
  std::array<std::array<Attack, Board::kMaxSize>, 4> attacks_;
};

}  // namespace

Decomposition::Decomposition(const Board& board, WorkDivision division, Granularity granularity)
    : division_(division),
      granularity_(granularity),
      sides_{apply(kSides[0], board), apply(kSides[1], board), apply(kSides[2], board),
             apply(kSides[3], board)} {}

// One unit for each edge class, seen from its cheapest side.
std::vector<WorkUnit> Decomposition::edge_units(const CancelToken& cancel) const {
  // Room at once: a vector that grows holds its units three times over while it does, and on a
  // large board without symmetry that would be most of the process's memory. Only what is used of
  // it is ever touched.
  const std::size_t classes = most_edge_classes(sides_[0]);
  const CostModel model(sides_[0].size());
  EdgeView by_rows(kSides[0], sides_[0], model);
  EdgeView by_columns(kSides[2], sides_[2], model);
  std::vector<WorkUnit> units;
  units.reserve(classes + classes / 8 + kSpare);
  for_each_edge_class(sides_[0], cancel, [&](const EdgeClass& edge_class) {
    cancel.throw_if_requested();
    const Estimate rows = by_rows.look_at(edge_class.placement);
    const Estimate columns = by_columns.look_at(edge_class.placement);
    if (rows.down == 0 || columns.down == 0) return;
    const std::array costs = {rows.down, rows.up, columns.down, columns.up};  // as in kSides
    std::uint64_t side = 0;
    for (std::uint64_t other = 1; other < costs.size(); ++other) {
      if (costs[other] < costs[side]) side = other;
    }
    units.push_back({.id = edge_class.placement | (side << kSideShift),
                     .cost = costs[side],
                     .weight = edge_class.weight});
  });
  return units;
}

std::vector<WorkUnit> Decomposition::units(const CancelToken& cancel) const {
  const CostModel model(sides_[0].size());
  std::vector<WorkUnit> units;
  if (division_ == WorkDivision::edge_classes) {
    units = edge_units(cancel);
  } else {
    WorkUnit whole;
    whole.cost = expected_nodes(whole_board(sides_[0]), model);
    units.push_back(whole);
  }
  double total = 0;
  for (const WorkUnit& unit : units) total += unit.cost;
  const double limit = std::max(total * granularity_.largest_share, granularity_.smallest_split);
  std::vector<WorkUnit> large;
  std::erase_if(units, [&](const WorkUnit& unit) {
    if (unit.cost > limit) large.push_back(unit);
    return unit.cost > limit || unit.cost <= 0;
  });
  for (const WorkUnit& unit : large) split(part_of(unit, subproblem(unit)), limit, cancel, units);
  sort_by_cost(units);
  return units;
}

std::uint64_t Decomposition::slice(const WorkUnit& unit) const {
  return division_ == WorkDivision::whole_board ? 0 : placement_of(unit.id);
}

std::vector<WeightedBoard> Decomposition::slice_boards(const WorkUnit& unit) const {
  if (division_ == WorkDivision::whole_board) return {};
  Board board = sides_[0];
  for (const Square queen : edge_queens(placement_of(unit.id), board.size())) {
    board.place_queen(queen);
  }
  return {{board, 1}};
}

Subproblem Decomposition::subproblem(const WorkUnit& unit) const {
  const unsigned side = side_of(unit.id);
  const EdgePlacement placement = placement_of(unit.id);
  Subproblem problem = division_ == WorkDivision::whole_board
                           ? whole_board(sides_[0])
                           : seen_from(side, sides_[side], placement);
  for (int depth = 0; depth < depth_of(unit.id); ++depth) {
    settle(problem, 0, column_of(unit.id, depth));
  }
  return problem;
}

}  // namespace queens
