#include "plan/random_walk.hpp"

#include <array>

#include "core/bits.hpp"

namespace queens {
namespace {

// A half with queens on it.
struct Placement {
  std::uint32_t columns = 0;
  double scale = 1;  // 0 where a row had no square left
};

// The column of the bit so many set bits above the lowest one.
std::uint32_t bit_number(std::uint32_t mask, int number) {
  for (; number > 0; --number) mask &= mask - 1;
  return lowest_bit(mask);
}

// Every square of a row is as likely as the others.
Placement random_placement(const Half& half, std::uint32_t columns, Random& random) {
  Placement placement;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(half.rows); ++row) {
    const std::uint32_t free = half.free[row] & columns & ~(placement.columns | left | right);
    const int choices = population(free);
    if (choices == 0) return {.scale = 0};
    const auto number = static_cast<int>(random_share(random) * choices);
    const std::uint32_t queen = bit_number(free, number);
    placement.scale *= choices;
    placement.columns |= queen;
    left = (left | queen) << 1U;
    right = (right | queen) >> 1U;
  }
  return placement;
}

// What the queens of a row or column leave, those without a solution left out.
struct Ways {
  std::size_t count = 0;
  double all = 0;  // the sum of the costs
  std::array<Subproblem, Board::kMaxSize> parts;
  std::array<double, Board::kMaxSize> costs;

  void add(const Subproblem& problem, int row, int column, const CostModel& model) {
    parts[count] = problem;
    settle(parts[count], row, column);
    costs[count] = expected_nodes(parts[count], model);
    all += costs[count];
    if (costs[count] > 0) ++count;
  }
};

Ways ways_in_row(const Subproblem& problem, const CostModel& model) {
  Ways ways;
  for (std::uint32_t free = problem.free[0]; free != 0; free &= free - 1) {
    ways.add(problem, 0, lowest_column(free), model);
  }
  return ways;
}

Ways ways_in_column(const Subproblem& problem, int column, const CostModel& model) {
  Ways ways;
  for (int row = 0; row < problem.open_rows; ++row) {
    if ((problem.free[static_cast<std::size_t>(row)] & bit(column)) != 0) {
      ways.add(problem, row, column, model);
    }
  }
  return ways;
}

}  // namespace

Subtree random_subtree(const Subproblem& problem, const CostModel& model, FirstColumn first_column,
                       double most_nodes, Random& random) {
  Subtree subtree{.problem = problem};
  double nodes = expected_nodes(problem, model);
  while (nodes > most_nodes && subtree.problem.open_rows > 1) {
    const int column = first_column != nullptr ? first_column(subtree.problem) : -1;
    const Ways ways = column >= 0 ? ways_in_column(subtree.problem, column, model)
                                  : ways_in_row(subtree.problem, model);
    if (ways.count == 0) return {.problem = problem, .scale = 0};
    double place = random_share(random) * ways.all;
    std::size_t taken = 0;
    while (taken + 1 < ways.count && place >= ways.costs[taken]) place -= ways.costs[taken++];
    nodes = ways.costs[taken];
    subtree.problem = ways.parts[taken];
    subtree.scale *= ways.all / nodes;
  }
  return subtree;
}

JoinWalk random_join_walk(const ColumnSets& sets, const JoinCase& join_case, Random& random) {
  const Halves& halves = join_case.halves;
  const std::uint32_t all = low_bits(halves.size);
  const auto counted = [&](std::uint32_t set) { return sets.factor(join_case, set) != 0; };
  JoinWalk walk;
  const Placement top = random_placement(halves.top, all, random);
  if (top.scale > 0 && counted(top.columns)) {
    walk.top_keys = top.scale;
    const Placement rest = random_placement(halves.bottom, all & ~top.columns, random);
    walk.pairs = top.scale * rest.scale;
  }
  const Placement bottom = random_placement(halves.bottom, all, random);
  if (bottom.scale > 0 && counted(all & ~bottom.columns)) walk.bottom_keys = bottom.scale;
  return walk;
}

}  // namespace queens
