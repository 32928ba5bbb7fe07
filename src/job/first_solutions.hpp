#pragma once

// The first solutions of boards that may be made to be hard: a search row by row can take for ever
// on a board that is counted in no time, since a count may begin on another side.

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "queens/board.hpp"
#include "queens/count.hpp"
#include "queens/queens.hpp"
#include "queens/result.hpp"

namespace queens::job {

/// first_solutions(), or none where they are not found in that time. Throws Error as it does.
std::optional<std::vector<Solution>> first_solutions_within(std::chrono::milliseconds time,
                                                            const Board& board, std::size_t k,
                                                            const Options& options);

/// The same solutions, from counts of what is left when queens are placed row by row: only rows
/// that lead to a solution are entered. `total` is that of the board. Cost: at most n * n counts
/// for each solution, each of a board with fewer solutions than this one.
std::vector<Solution> first_solutions_by_counts(const Board& board, std::size_t k, Count total,
                                                const Options& options);

}  // namespace queens::job
