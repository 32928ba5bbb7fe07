#pragma once

#include <cstdint>

#include "queens/board.hpp"
#include "queens/cancel.hpp"
#include "queens/queens.hpp"
#include "run/thread_pool.hpp"

namespace queens {

/// Solutions in lexicographic order from a parallel search: the placements of the first rows are
/// prefixes, each searched on its own, and what they yield is merged in the prefixes' order. As
/// soon as the earlier prefixes have yielded enough, the searches of later ones are cancelled.
///
/// A fixed number of prefixes is under way at any time, each holding back a fixed number of
/// solutions at most, so memory is bounded. See for_each_solution() for the rest.
ListResult merge_in_order(const Board& board, const SolutionVisitor& visit, std::uint64_t limit,
                          ThreadPool& pool, const CancelToken& cancel);

}  // namespace queens
