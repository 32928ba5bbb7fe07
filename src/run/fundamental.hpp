#pragma once

#include "queens/board.hpp"
#include "queens/cancel.hpp"
#include "queens/count.hpp"

namespace queens {

/// The number of orbits of a board's solutions under the board's own symmetries, from their total.
///
/// By Burnside's lemma it is the mean over the group of the number of solutions that a symmetry
/// leaves as they are. No reflection leaves one for n > 1: a queen off the axis attacks its image,
/// and the axis has room for one queen. So two searches for turn-symmetric solutions are all that
/// is needed. Throws Error{cancelled}.
Count count_orbits(const Board& board, Count total, const CancelToken& cancel);

}  // namespace queens
