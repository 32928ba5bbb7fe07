#pragma once

/// What a count would find and take, from random samples of it: also where the count itself is out
/// of reach.
///
/// The search is judged by random walks down its tree after Knuth (Estimating the efficiency of
/// backtrack programs, 1975) that end with small subtrees, searched in full; so is the work of the
/// join, in placements of half boards. Seconds for each of them are measured on the spot, by the
/// threads that would count.

#include <cstdint>
#include <string>
#include <vector>

#include "queens/board.hpp"
#include "queens/measure.hpp"
#include "queens/queens.hpp"

namespace queens {

/// A number that is not known for sure. It lies between `low` and `high` in 95 of 100 cases, as far
/// as the samples can tell; all three are equal where everything was counted.
struct Range {
  double low = 0;
  double expected = 0;
  double high = 0;
};

/// What counting by one method would take.
struct MethodEstimate {
  std::string method{};       ///< "search" or "join"
  Range nodes{};              ///< as CountResult::nodes reports them
  Range seconds{};            ///< of all threads together, while as many work as were asked for
  Range elapsed{};            ///< seconds from start to end, planning included
  std::uint64_t samples = 0;  ///< that this rests on; 0 where the whole board was counted
  bool extrapolated = false;  ///< no part of this board was timed, but parts of smaller ones
  std::string missing{};      ///< why this method cannot count the board here; else empty
};

/// What a count would find and take.
struct CountEstimate {
  int threads = 0;
  std::string kernel{};
  std::string chosen{};  ///< the method that count() would take
  Range solutions{};
  std::vector<MethodEstimate> methods{};  ///< search, then join
};

/// How to estimate.
struct EstimateLimits {
  Seconds time{2};  ///< about how long it may take; a large plan or a slow kernel may take longer
  std::uint64_t samples = 0;  ///< exactly so many of each method; 0 for what the time allows
  std::uint64_t seed = 1;
};

/// Estimates count(board, options). The same seed and number of samples give the same solutions and
/// nodes. A board that can be counted in the time is counted, unless a number of samples is asked
/// for. Of the options it heeds the threads, the kernel, the memory and the token; of the method
/// only to say which one is chosen. Boards whose solutions are very few and far between may show
/// none in the samples: then 0 are expected, and `high` is a bound and no estimate.
///
/// Throws Error as count() does.
CountEstimate estimate_count(const Board& board, const Options& options = {},
                             const EstimateLimits& limits = {});

/// The nodes that planning expects of a search: what tells in milliseconds whether a count could
/// take long. Throws Error as count() does.
double planned_nodes(const Board& board, const Options& options = {});

}  // namespace queens
