#pragma once

namespace queens {

/// How a search divides a board: what a kernel names and a plan carries out.
enum class WorkDivision {
  edge_classes,  ///< by the queens on the four edges, one class for each orbit of the board's group
  whole_board,   ///< all rows from the top, no use of symmetry: the plain backtracking
};

}  // namespace queens
