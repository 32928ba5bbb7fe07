#include "plan/edge_class.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "queens/error.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

std::vector<EdgeClass> edge_classes(const Board& board, const CancelToken& cancel) {
  std::vector<EdgeClass> classes;
  for_each_edge_class(board, cancel,
                      [&classes](const EdgeClass& found) { classes.push_back(found); });
  return classes;
}

// All ways to give each edge its queen, each as a set of squares; found from all subsets of edge
// squares of size up to four, without the library's coding.
using Squares = std::set<std::pair<int, int>>;

void extend(const std::vector<Square>& squares, std::size_t from, std::vector<Square>& chosen,
            int last, std::set<Squares>& found) {
  const auto on = [&chosen](auto edge) { return std::any_of(chosen.begin(), chosen.end(), edge); };
  if (on([](Square s) { return s.row == 0; }) && on([](Square s) { return s.column == 0; }) &&
      on([last](Square s) { return s.row == last; }) &&
      on([last](Square s) { return s.column == last; })) {
    Squares placement;
    for (const Square square : chosen) placement.insert({square.row, square.column});
    found.insert(placement);
  }
  for (std::size_t i = from; i < squares.size(); ++i) {
    if (on([&](Square s) { return attack(s, squares[i]); })) continue;
    chosen.push_back(squares[i]);
    extend(squares, i + 1, chosen, last, found);
    chosen.pop_back();
  }
}

std::set<Squares> all_placements(const Board& board) {
  const int last = board.size() - 1;
  std::vector<Square> squares;
  for (int row = 0; row <= last; ++row) {
    for (int column = 0; column <= last; ++column) {
      const bool edge = row == 0 || column == 0 || row == last || column == last;
      if (edge && board.is_free({row, column})) squares.push_back({row, column});
    }
  }
  std::set<Squares> found;
  std::vector<Square> chosen;
  extend(squares, 0, chosen, last, found);
  return found;
}

Squares squares_of(EdgePlacement placement, int size) {
  Squares squares;
  for (const Square square : edge_queens(placement, size)) {
    squares.insert({square.row, square.column});
  }
  return squares;
}

// The orbits of the classes must partition all placements.
void expect_partition(const Board& board) {
  const SymmetryGroup group(board);
  std::set<Squares> covered;
  for (const EdgeClass& edge_class : edge_classes(board, CancelToken())) {
    std::set<Squares> orbit;
    for (const Symmetry symmetry : kAllSymmetries) {
      if (!group.contains(symmetry)) continue;
      Squares image;
      for (const auto& [row, column] : squares_of(edge_class.placement, board.size())) {
        const Square moved = apply(symmetry, {row, column}, board.size());
        image.insert({moved.row, moved.column});
      }
      orbit.insert(image);
    }
    EXPECT_EQ(orbit.size(), edge_class.weight);
    for (const Squares& image : orbit) {
      EXPECT_TRUE(covered.insert(image).second) << "covered twice on\n" << text(board);
    }
  }
  EXPECT_EQ(covered, all_placements(board)) << text(board);
}

TEST(EdgeClasses, AreAsManyAsKnown) {
  EXPECT_EQ(edge_classes(Board(12), CancelToken()).size(), 730U);
  EXPECT_EQ(edge_classes(Board(14), CancelToken()).size(), 1632U);
  EXPECT_EQ(edge_classes(Board(16), CancelToken()).size(), 3206U);
  EXPECT_EQ(edge_classes(Board(18), CancelToken()).size(), 5728U);
  EXPECT_EQ(edge_classes(Board(20), CancelToken()).size(), 9522U);
}

TEST(EdgeClasses, PartitionThePlacementsOfEmptyBoards) {
  for (int n = 1; n <= 9; ++n) expect_partition(Board(n));
}

TEST(EdgeClasses, PartitionThePlacementsOfRandomBoards) {
  std::mt19937_64 random(seed());
  for (const auto& generators : symmetry_generators()) {
    for (int size = 2; size <= 8; ++size) {
      expect_partition(random_board(random, size, 0.15, generators));
    }
  }
}

TEST(EdgeClasses, AreNoMoreThanForeseen) {
  for (int n = 1; n <= 16; ++n) {
    EXPECT_LE(edge_classes(Board(n), CancelToken()).size(), most_edge_classes(Board(n)));
  }
  std::mt19937_64 random(seed());
  for (const auto& generators : symmetry_generators()) {
    for (int size = 2; size <= 8; ++size) {
      const Board board = random_board(random, size, 0.05, generators);
      EXPECT_LE(edge_classes(board, CancelToken()).size(), most_edge_classes(board));
    }
  }
}

TEST(EdgeClasses, StopWhenCancelled) {
  const CancelToken cancel;
  cancel.request();
  EXPECT_THROW(edge_classes(Board(8), cancel), Error);
}

}  // namespace
}  // namespace queens::test
