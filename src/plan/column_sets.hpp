#pragma once

// The plan of the join: which sets of columns the top half may take, up to the board's symmetries,
// in batches that become work units.
//
// Three symmetries act on the set C of the top half's columns: the mirror reverses it, the flip
// exchanges the halves and so makes it the complement, the half turn does both. One set of each
// orbit is counted, times the orbit's size; for the empty board this saves a factor of four.
//
// A board of odd size has a middle row, which the top half takes. Then the flip maps no top half to
// a bottom half, but it still maps solutions to solutions, and leaves the middle queen where it is.
// So the solutions come in pairs, and only those are counted whose queen in the first column is in
// the top half, above the middle row: this forbids one square and demands one column. Should the
// middle queen itself be in the first column, the second column decides. The mirror and the half
// turn move the middle queen to the other side, so it need only be tried on one side, and in the
// middle column on its own. Each of these makes a case: a board with other blocked squares, a
// demand, a weight.

#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "core/halves.hpp"
#include "core/method.hpp"
#include "queens/board.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// Solutions that are counted by the same rule.
struct JoinCase {
  Halves halves;
  std::uint32_t required = 0;  ///< columns that the top half must take
  std::uint32_t kept = 0;      ///< columns that stay in the top half when the halves are exchanged
  bool mirror = false;         ///< sets may be reversed,
  bool exchange = false;       ///< replaced by their complement,
  bool turn = false;           ///< by the complement's reverse
  std::uint32_t weight = 1;    ///< solutions of the board for each of the case, beyond the above
};

/// Sets of columns that agree on some columns, the settled ones.
struct Batch {
  const JoinCase* join_case = nullptr;
  std::uint32_t settled = 0;  ///< columns whose half is settled
  std::uint32_t top = 0;      ///< those of them that the top half takes
  std::uint32_t open = 0;     ///< the others
  int take = 0;               ///< how many of the open ones the top half takes

  /// Columns that the halves may take, whatever the set.
  [[nodiscard]] std::uint32_t top_columns() const { return take > 0 ? top | open : top; }
  [[nodiscard]] std::uint32_t bottom_columns() const { return (settled & ~top) | open; }
};

class ColumnSets {
 public:
  explicit ColumnSets(const Board& board);

  /// Batches whose weighted counts add up to the board's total, most expensive first. Throws
  /// Error{cancelled}.
  [[nodiscard]] std::vector<WorkUnit> units(const CancelToken& cancel) const;

  /// The batch of a unit of units(); refers to this object.
  [[nodiscard]] Batch batch(const WorkUnit& unit) const;

  /// The board's solutions are those of its cases.
  [[nodiscard]] const std::vector<JoinCase>& cases() const { return cases_; }

  /// The boards with each of the unit's sets, times its factor: see Method::slice_boards().
  [[nodiscard]] std::vector<WeightedBoard> slice_boards(const WorkUnit& unit) const;

  /// The factor of a set's count within its unit: the sets of the unit's orbit that have as many
  /// solutions, or 0 where another set of the orbit stands for it.
  [[nodiscard]] std::uint32_t factor(const JoinCase& join_case, std::uint32_t set) const;

 private:
  [[nodiscard]] std::uint32_t orbit(const JoinCase& join_case, std::uint32_t set,
                                    std::uint32_t within) const;
  void add_units(std::size_t index, std::vector<WorkUnit>& units, const CancelToken& cancel) const;

  int size_;
  std::uint32_t outer_;  // the columns that batches settle
  std::vector<JoinCase> cases_;
};

/// Calls visit(set) for each set of the batch's columns that the top half may take.
template <typename Visit>
void for_each_set(const Batch& batch, Visit visit) {
  // Subsets of `open` in the order of their value, those of the right size. A batch has few open
  // columns, so skipping is cheap against counting one set.
  std::uint32_t chosen = 0;
  do {
    if (population(chosen) == batch.take) visit(batch.top | chosen);
    chosen = (chosen - batch.open) & batch.open;
  } while (chosen != 0);
}

}  // namespace queens
