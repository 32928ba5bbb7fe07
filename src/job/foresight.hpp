#pragma once

#include <chrono>
#include <optional>

#include "queens/board.hpp"
#include "queens/queens.hpp"

namespace queens::job {

/// The nodes that a search of the board would visit, as far as planning can tell, or none where it
/// cannot tell in that time: that alone is the mark of a long count. Throws Error as
/// planned_nodes() does.
std::optional<double> nodes_foreseen(const Board& board, std::chrono::milliseconds time,
                                     const Options& options);

}  // namespace queens::job
