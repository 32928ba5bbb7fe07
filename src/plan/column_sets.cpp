#include "plan/column_sets.hpp"

#include <algorithm>
#include <array>

#include "core/bits.hpp"
#include "core/symmetry.hpp"

namespace queens {
namespace {

// Columns that a batch leaves open, about: fewer make more units and lists of quarters that fit a
// faster cache, but let fewer sets share them. bench/NOTES.md has the figures.
constexpr int kOpenColumns = 8;
// On large boards a set takes minutes and more, and nobody wants to lose hours of a unit.
constexpr int kLargeSize = 27;
constexpr int kOpenColumnsOfLarge = 6;
constexpr int kMostSettled = 22;  // bounds the plan: a million units for four symmetries

// An id is the case's place and the columns that the top half takes of the settled ones.
constexpr int kCaseShift = 32;

// The settled columns lie symmetrically, so that symmetries map batches to batches.
std::uint32_t outer_columns(int size) {
  const int open = size < kLargeSize ? kOpenColumns : kOpenColumnsOfLarge;
  const int side = std::clamp(size - open, 0, kMostSettled) / 2;
  return low_bits(side) | (low_bits(size) & ~low_bits(size - side));
}

std::uint32_t reversed(std::uint32_t set, int size) {
  std::uint32_t result = 0;
  for (; set != 0; set &= set - 1) result |= bit(size - 1 - lowest_column(set));
  return result;
}

// The middle row is the last one of the top half.
JoinCase with_middle_queen(JoinCase join_case, std::uint32_t columns) {
  Half& top = join_case.halves.top;
  top.free[static_cast<std::size_t>(top.rows) - 1] &= columns;
  return join_case;
}

// Of two solutions that the flip exchanges, the one whose first queen that is not in the middle row
// lies in the top half; for middle queens in `columns`.
void add_first_column_cases(const JoinCase& all, std::uint32_t columns, std::uint32_t weight,
                            std::vector<JoinCase>& cases) {
  if (JoinCase rest = with_middle_queen(all, columns & ~bit(0)); columns != bit(0)) {
    rest.required = bit(0);
    rest.weight = 2 * weight;
    cases.push_back(rest);
  }
  if ((columns & bit(0)) != 0) {
    JoinCase corner = with_middle_queen(all, bit(0));
    corner.required = bit(0) | bit(1);
    corner.weight = 2 * weight;
    cases.push_back(corner);
  }
}

std::vector<JoinCase> odd_cases(const Board& board, const SymmetryGroup& group) {
  const bool mirror = group.contains(Symmetry::mirror);
  const bool flip = group.contains(Symmetry::flip);
  const bool turn = group.contains(Symmetry::rotate180);
  const JoinCase all{.halves = cut_in_halves(board)};
  const int middle = board.size() / 2;
  std::vector<JoinCase> cases;
  if (!flip && !turn) {  // the mirror alone acts on the top half's sets as they are
    cases.push_back(all);
    cases.back().mirror = mirror;
  } else if (!turn) {
    add_first_column_cases(all, low_bits(board.size()), 1, cases);
  } else {
    if (flip) {
      add_first_column_cases(all, low_bits(middle), 2, cases);
    } else {
      cases.push_back(with_middle_queen(all, low_bits(middle)));
      cases.back().weight = 2;
    }
    JoinCase central = with_middle_queen(all, bit(middle));
    central.required = central.kept = bit(middle);
    central.mirror = mirror;
    central.exchange = flip;
    central.turn = true;
    cases.push_back(central);
  }
  return cases;
}

std::vector<JoinCase> cases_of(const Board& board) {
  const SymmetryGroup group(board);
  if (board.size() == 1) return {{.halves = cut_in_halves(board)}};
  if (board.size() % 2 != 0) return odd_cases(board, group);
  return {{.halves = cut_in_halves(board),
           .mirror = group.contains(Symmetry::mirror),
           .exchange = group.contains(Symmetry::flip),
           .turn = group.contains(Symmetry::rotate180)}};
}

double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

bool possible(const Batch& batch) {
  return (batch.join_case->required & batch.settled & ~batch.top) == 0 && batch.take >= 0 &&
         batch.take <= population(batch.open);
}

// A set's lists grow with the squares that the middle row offers.
double cost(const Batch& batch) {
  const Half& top = batch.join_case->halves.top;
  const int choices = population(top.free[static_cast<std::size_t>(top.rows) - 1]);
  return binomial(population(batch.open), batch.take) * choices;
}

}  // namespace

ColumnSets::ColumnSets(const Board& board)
    : size_(board.size()), outer_(outer_columns(board.size())), cases_(cases_of(board)) {}

// The size of the set's orbit, seen on the columns `within`, or 0 if the set does not stand for it.
// The settled columns decide first, so that the sets that stand for their orbits lie in batches
// that do.
std::uint32_t ColumnSets::orbit(const JoinCase& join_case, std::uint32_t set,
                                std::uint32_t within) const {
  const auto rank = [this](std::uint32_t of) {
    return std::uint64_t{of & outer_} << 32U | (of & ~outer_);
  };
  const std::uint32_t complement = (~set | join_case.kept) & within;
  std::array<std::uint32_t, 4> images = {set, set, set, set};
  if (join_case.mirror) images[1] = reversed(set, size_);
  if (join_case.exchange) images[2] = complement;
  if (join_case.turn) images[3] = reversed(complement, size_);
  std::uint32_t distinct = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (rank(images[i]) < rank(set)) return 0;
    auto* const here = images.begin() + i;
    if (std::find(images.begin(), here, *here) == here) ++distinct;
  }
  return distinct;
}

std::uint32_t ColumnSets::factor(const JoinCase& join_case, std::uint32_t set) const {
  if ((join_case.required & ~set) != 0) return 0;
  // What leaves the set alone leaves its settled columns alone, so the division is exact.
  const std::uint32_t images = orbit(join_case, set & outer_, outer_);
  return images == 0 ? 0 : orbit(join_case, set, low_bits(size_)) / images;
}

Batch ColumnSets::batch(const WorkUnit& unit) const {
  Batch batch{.join_case = &cases_[unit.id >> kCaseShift],
              .settled = outer_,
              .top = static_cast<std::uint32_t>(unit.id),
              .open = low_bits(size_) & ~outer_};
  batch.take = batch.join_case->halves.top.rows - population(batch.top);
  return batch;
}

std::vector<WeightedBoard> ColumnSets::slice_boards(const WorkUnit& unit) const {
  const Batch of_unit = batch(unit);
  std::vector<WeightedBoard> boards;
  for_each_set(of_unit, [&](std::uint32_t set) {
    const std::uint32_t times = factor(*of_unit.join_case, set);
    if (times != 0) boards.push_back({board_with_set(of_unit.join_case->halves, set), times});
  });
  return boards;
}

void ColumnSets::add_units(std::size_t index, std::vector<WorkUnit>& units,
                           const CancelToken& cancel) const {
  const JoinCase& join_case = cases_[index];
  std::uint32_t top = 0;
  do {
    if ((units.size() & 0xfffU) == 0) cancel.throw_if_requested();
    WorkUnit unit{.id = std::uint64_t{index} << kCaseShift | top};
    const Batch described = batch(unit);
    const std::uint32_t images = possible(described) ? orbit(join_case, top, outer_) : 0;
    if (images != 0) {
      unit.weight = join_case.weight * images;
      unit.cost = static_cast<float>(cost(described) * images);
      units.push_back(unit);
    }
    top = (top - outer_) & outer_;
  } while (top != 0);
}

std::vector<WorkUnit> ColumnSets::units(const CancelToken& cancel) const {
  std::vector<WorkUnit> units;
  for (std::size_t index = 0; index < cases_.size(); ++index) add_units(index, units, cancel);
  std::sort(units.begin(), units.end(), [](const WorkUnit& a, const WorkUnit& b) {
    return a.cost != b.cost ? a.cost > b.cost : a.id < b.id;
  });
  return units;
}

}  // namespace queens
