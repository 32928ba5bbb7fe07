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

/// The answer of count() and how it was found.
struct CountResult {
  Count total{};
  std::optional<Count> fundamental{};  ///< if asked for
  std::chrono::duration<double> elapsed{};
  int threads = 0;
  std::string method{};
  std::string kernel{};
  std::uint64_t subproblems = 0;
  std::uint64_t nodes = 0;
  std::vector<ThreadStats> per_thread{};  ///< one for each of `threads`
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
