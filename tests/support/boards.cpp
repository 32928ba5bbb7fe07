#include "support/boards.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace queens::test {
namespace {

void extend(const Board& board, Solution& columns, std::vector<Solution>& found) {
  const int row = static_cast<int>(columns.size());
  if (row == board.size()) {
    found.push_back(columns);
    return;
  }
  for (int column = 0; column < board.size(); ++column) {
    bool fits = board.is_free({row, column});
    for (int above = 0; fits && above < row; ++above) {
      fits = !attack({row, column}, {above, columns[static_cast<std::size_t>(above)]});
    }
    if (!fits) continue;
    columns.push_back(static_cast<std::uint8_t>(column));
    extend(board, columns, found);
    columns.pop_back();
  }
}

// The image as the columns of its rows; of type int, since GCC 12 warns of the comparison of byte
// vectors.
std::vector<int> image(Symmetry symmetry, const Solution& solution) {
  const int size = static_cast<int>(solution.size());
  std::vector<int> columns(solution.size());
  for (int row = 0; row < size; ++row) {
    const Square queen = apply(symmetry, {row, solution[static_cast<std::size_t>(row)]}, size);
    columns[static_cast<std::size_t>(queen.row)] = queen.column;
  }
  return columns;
}

}  // namespace

bool attack(Square a, Square b) {
  return a.row == b.row || a.column == b.column ||
         std::abs(a.row - b.row) == std::abs(a.column - b.column);
}

std::uint64_t seed() {
  static const std::uint64_t value = [] {
    const char* given = std::getenv("QUEENS_TEST_SEED");
    const std::uint64_t chosen =
        given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::cout << "QUEENS_TEST_SEED=" << chosen << std::endl;
    return chosen;
  }();
  return value;
}

const std::vector<std::vector<Symmetry>>& symmetry_generators() {
  using enum Symmetry;
  static const std::vector<std::vector<Symmetry>> generators = {
      {},
      {rotate180},
      {rotate90, rotate180, rotate270},
      {mirror},
      {flip},
      {transpose},
      {antitranspose},
      {mirror, flip, rotate180},
      {transpose, antitranspose, rotate180},
      {rotate90, rotate180, rotate270, mirror, flip, transpose, antitranspose},
  };
  return generators;
}

Board random_board(std::mt19937_64& random, int size, double blocked,
                   const std::vector<Symmetry>& symmetries) {
  std::bernoulli_distribution is_blocked(blocked);
  Board board(size);
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      if (!is_blocked(random)) continue;
      board.block({row, column});
      for (const Symmetry symmetry : symmetries) board.block(apply(symmetry, {row, column}, size));
    }
  }
  return board;
}

std::string text(const Board& board) {
  std::string rows;
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column) {
      rows += board.is_free({row, column}) ? '*' : '.';
    }
    rows += '\n';
  }
  return rows;
}

std::vector<Solution> all_solutions(const Board& board) {
  std::vector<Solution> found;
  Solution columns;
  extend(board, columns, found);
  return found;
}

std::size_t orbits(const Board& board, const std::vector<Solution>& solutions) {
  const SymmetryGroup group(board);
  std::set<std::vector<int>> representatives;
  for (const Solution& solution : solutions) {
    std::vector<int> least = image(Symmetry::identity, solution);
    for (const Symmetry symmetry : kAllSymmetries) {
      if (group.contains(symmetry)) least = std::min(least, image(symmetry, solution));
    }
    representatives.insert(least);
  }
  return representatives.size();
}

std::vector<Board> simpler_boards(const Board& board) {
  std::vector<Board> simpler;
  const auto copy = [&board](int size, Square freed) {
    Board made(size);
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const Square square{row, column};
        if (!board.is_free(square) && square != freed) made.block(square);
      }
    }
    return made;
  };
  constexpr Square kNone{-1, -1};
  if (board.size() > 1) simpler.push_back(copy(board.size() - 1, kNone));
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column) {
      if (!board.is_free({row, column})) simpler.push_back(copy(board.size(), {row, column}));
    }
  }
  return simpler;
}

}  // namespace queens::test
