#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "queens/count.hpp"

namespace queens {

/// A solution: element r is the column of the queen in row r, both from 0.
using Solution = std::vector<std::uint8_t>;

/// What one thread did during a count.
struct ThreadStats {
  std::uint64_t subproblems = 0;
  std::uint64_t nodes = 0;  ///< queens placed by the search, not those settled without one
  Count solutions{};        ///< weighted: the threads' solutions add up to the total
  std::chrono::duration<double> busy{};
};

/// Counts that were made twice.
struct Verification {
  std::string kernel{};           ///< that recomputed
  std::uint64_t subproblems = 0;  ///< recomputed by it
  std::uint64_t slices = 0;       ///< parts of the board that the other method counted
  std::string difference{};       ///< a sentence that names the first count that differs; or empty
};

/// The answer of count() and how it was found.
struct CountResult {
  Count total{};
  std::optional<Count> fundamental{};  ///< if asked for
  std::chrono::duration<double> elapsed{};
  int threads = 0;
  std::string method{};
  std::string kernel{};
  std::uint64_t subproblems = 0;
  std::uint64_t resumed = 0;  ///< of these, taken from a checkpoint
  std::uint64_t nodes = 0;
  std::vector<ThreadStats> per_thread{};  ///< one for each of `threads`; without what was resumed
  std::optional<Verification> verification{};  ///< if asked for
};

/// What for_each_solution() visited.
struct ListResult {
  std::uint64_t visited = 0;
  bool complete = false;  ///< the search came to its end; false when the limit or visitor ended it
};

/// A kernel compiled into the library; see kernels().
struct KernelInfo {
  std::string name;
  std::string summary;
  std::string needs;       ///< what it requires of the CPU
  std::string missing;     ///< what this CPU lacks to run it; empty where it can run
  bool joins = false;      ///< can join half boards; see Options::method
  bool reference = false;  ///< plain backtracking over all rows, there to compare with
};

}  // namespace queens
