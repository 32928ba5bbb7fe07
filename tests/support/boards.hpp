#pragma once

// Boards for tests, and answers found in the most pedestrian way.

#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/symmetry.hpp"
#include "queens/board.hpp"
#include "queens/result.hpp"

namespace queens::test {

/// The seed of this run's random boards: from the environment variable QUEENS_TEST_SEED, else a new
/// one each run. Printed, so that a failure can be repeated.
std::uint64_t seed();

/// The symmetries that a random board is made to have; together all subgroups of D4, up to
/// conjugation.
const std::vector<std::vector<Symmetry>>& symmetry_generators();

/// A board whose squares are blocked with that probability, each with its images.
Board random_board(std::mt19937_64& random, int size, double blocked,
                   const std::vector<Symmetry>& symmetries);

/// Whether queens there attack each other; or are the same.
bool attack(Square a, Square b);

/// Rows of '*' and '.'.
std::string text(const Board& board);

/// All solutions in lexicographic order by trying every permutation's prefix; no code in common
/// with the library. For boards of up to about 10 rows.
std::vector<Solution> all_solutions(const Board& board);

/// Of the solutions, how many differ by more than a symmetry of the board.
std::size_t orbits(const Board& board, const std::vector<Solution>& solutions);

/// The board without its last row and column, and the board with one blocked square freed.
std::vector<Board> simpler_boards(const Board& board);

/// A smaller or less blocked board that still fails the check, starting from one that does. No
/// single step leads from it to another failing one. Symmetry is not kept.
template <typename Fails>
Board shrink(Board board, const Fails& fails) {
  while (true) {
    bool smaller = false;
    for (const Board& candidate : simpler_boards(board)) {
      if (!fails(candidate)) continue;
      board = candidate;
      smaller = true;
      break;
    }
    if (!smaller) return board;
  }
}

}  // namespace queens::test
