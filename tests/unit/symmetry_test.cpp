#include "core/symmetry.hpp"

#include <gtest/gtest.h>

#include "support/boards.hpp"

namespace queens::test {
namespace {

TEST(Symmetry, MovesSquares) {
  using enum Symmetry;
  const Square square{0, 1};  // of a 4 x 4 board
  EXPECT_EQ(apply(identity, square, 4), (Square{0, 1}));
  EXPECT_EQ(apply(rotate90, square, 4), (Square{1, 3}));
  EXPECT_EQ(apply(rotate180, square, 4), (Square{3, 2}));
  EXPECT_EQ(apply(rotate270, square, 4), (Square{2, 0}));
  EXPECT_EQ(apply(mirror, square, 4), (Square{0, 2}));
  EXPECT_EQ(apply(flip, square, 4), (Square{3, 1}));
  EXPECT_EQ(apply(transpose, square, 4), (Square{1, 0}));
  EXPECT_EQ(apply(antitranspose, square, 4), (Square{2, 3}));
}

TEST(Symmetry, MovesBoards) {
  const Board board = parse_board("**.\n***\n***\n");
  EXPECT_EQ(text(apply(Symmetry::rotate90, board)), "***\n***\n**.\n");
  EXPECT_EQ(text(apply(Symmetry::transpose, board)), "***\n***\n.**\n");
}

TEST(SymmetryGroup, OfTheEmptyBoardHasAllEight) {
  EXPECT_EQ(SymmetryGroup(Board(5)).order(), 8);
}

TEST(SymmetryGroup, IsWhatTheBlockedSquaresKeep) {
  const SymmetryGroup group(parse_board("**.\n***\n.**\n"));
  EXPECT_EQ(group.order(), 4);
  EXPECT_TRUE(group.contains(Symmetry::rotate180));
  EXPECT_TRUE(group.contains(Symmetry::transpose));
  EXPECT_TRUE(group.contains(Symmetry::antitranspose));
  EXPECT_FALSE(group.contains(Symmetry::mirror));
  EXPECT_EQ(SymmetryGroup(parse_board("*.*\n***\n***\n")).order(), 2);
  EXPECT_EQ(SymmetryGroup(parse_board("*.**\n****\n****\n****\n")).order(), 1);
}

TEST(SymmetryGroup, ContainsTheGeneratorsOfRandomBoards) {
  std::mt19937_64 random(seed());
  for (const auto& generators : symmetry_generators()) {
    const SymmetryGroup group(random_board(random, 7, 0.2, generators));
    EXPECT_EQ(8 % group.order(), 0);
    for (const Symmetry symmetry : generators) EXPECT_TRUE(group.contains(symmetry));
  }
}

}  // namespace
}  // namespace queens::test
