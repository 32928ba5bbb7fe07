#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "queens/count.hpp"

namespace queens {

/// How far a count has come.
struct Progress {
  double share = 0;  ///< of the estimated work, 0 to 1
  std::chrono::duration<double> elapsed{};
  std::optional<std::chrono::duration<double>> left{};  ///< none until there is something to go by
  Count solutions{};                                    ///< found so far
  std::uint64_t nodes = 0;  ///< visited so far, without those of a checkpoint
  std::uint64_t subproblems_done = 0;
  std::uint64_t subproblems = 0;
};

}  // namespace queens
