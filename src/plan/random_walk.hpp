#pragma once

// Random walks down a tree that is too large to be visited, after Knuth (Estimating the efficiency
// of backtrack programs, Mathematics of Computation 29, 1975). A walk takes each way on with a
// known probability. What is found at its end, times one by the probability of getting there, has
// the whole tree's sum as its mean, whatever the probabilities; the better they foretell where the
// tree is large, the less do single walks stray from the mean.

#include <cstdint>
#include <random>

#include "core/subproblem.hpp"
#include "plan/column_sets.hpp"
#include "plan/cost.hpp"

namespace queens {

using Random = std::mt19937_64;

/// Uniform, at least 0 and less than 1; the same with every standard library.
inline double random_share(Random& random) {
  return static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// A part of a search that a walk came to.
struct Subtree {
  Subproblem problem;
  double scale = 1;  ///< what it stands for, for each of its kind; 0 where the walk had no way on
};

/// The column that a search settles before any row; see Kernel::first_column.
using FirstColumn = int (*)(const Subproblem& problem);

/// Settles row after row from the top, or columns where the search begins with those, until no more
/// than `most_nodes` are expected. Each queen is drawn by the expected nodes of what it leaves.
/// Cost: some 0.3 us a free square of each row.
Subtree random_subtree(const Subproblem& problem, const CostModel& model, FirstColumn first_column,
                       double most_nodes, Random& random);

/// What a join does for a board, as one walk saw it. Each number has the true one as its mean. (A
/// join makes no keys of top halves where there is no bottom half, which is rare but on the
/// smallest boards.)
struct JoinWalk {
  double top_keys = 0;     ///< placements of top halves,
  double bottom_keys = 0;  ///< and of bottom halves, on the column sets that are counted
  double pairs = 0;        ///< pairs of a top and a bottom half that take different columns
};

/// Walks down both halves of a case of the board. Cost: about 1 us at n = 20.
JoinWalk random_join_walk(const ColumnSets& sets, const JoinCase& join_case, Random& random);

}  // namespace queens
