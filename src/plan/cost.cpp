#include "plan/cost.hpp"

#include <algorithm>
#include <array>

#include "core/bits.hpp"

namespace queens {
namespace {

// Candidates of a level are not independent: squares that survive many rows lie where the earlier
// queens are fewer. Fitted to the node counts of the edge classes for n = 13 to 16.
constexpr double kDiagonalWeight = 1.25;

}  // namespace

double estimated_nodes(const Subproblem& problem, int rows) {
  std::array<double, Board::kMaxSize> free_squares{};
  std::array<double, Board::kMaxSize> one_of{};  // the chance of each of them
  std::uint32_t covered = problem.columns;
  const auto open = static_cast<std::size_t>(problem.open_rows);
  for (std::size_t i = 0; i < open; ++i) {
    if (problem.free[i] == 0) return 0;
    free_squares[i] = population(problem.free[i]);
    one_of[i] = 1 / free_squares[i];
    covered |= problem.free[i];
  }
  if (covered != low_bits(problem.size)) return 0;

  double level = 1;
  double nodes = 1;
  for (std::size_t i = 0; i < std::min(open, static_cast<std::size_t>(rows)); ++i) {
    level *= free_squares[i] * (1 - static_cast<double>(i) / problem.open_rows);
    for (std::size_t j = 0; j < i; ++j) {
      const int distance = problem.row[i] - problem.row[j];
      const std::uint64_t left = (problem.free[j] << distance) & problem.free[i];
      const std::uint64_t right = (problem.free[j] >> distance) & problem.free[i];
      const double attacks = population(left | (right << 32U));
      level *= std::max(0.0, 1 - kDiagonalWeight * attacks * one_of[i] * one_of[j]);
    }
    nodes += level;
  }
  return nodes;
}

}  // namespace queens
