#include "queens/board.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "queens/error.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view board_text, BoardSyntax syntax = {}) {
  try {
    parse_board(board_text, syntax);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input);
    return error.what();
  }
  return "no error";
}

TEST(Board, StartsEmpty) {
  const Board board(5);
  EXPECT_EQ(board.size(), 5);
  for (int row = 0; row < 5; ++row) EXPECT_EQ(board.free_columns(row), 0b11111U);
  EXPECT_EQ(Board(32).free_columns(31), 0xffffffffU);
}

TEST(Board, RefusesSizesOutOfBounds) {
  EXPECT_THROW(Board(0), Error);
  EXPECT_THROW(Board(-1), Error);
  EXPECT_THROW(Board(33), Error);
}

TEST(Board, BlocksSquares) {
  Board board(3);
  board.block({1, 2});
  EXPECT_FALSE(board.is_free({1, 2}));
  EXPECT_EQ(text(board), "***\n**.\n***\n");
  EXPECT_THROW(board.block({3, 0}), Error);
  EXPECT_THROW(board.block({0, -1}), Error);
}

TEST(Board, AQueenBlocksWhatItAttacks) {
  Board board(5);
  board.place_queen({1, 2});
  EXPECT_EQ(text(board), "*...*\n..*..\n*...*\n.*.*.\n**.**\n");
}

TEST(Board, AQueenOnABlockedSquareLeavesNoSolution) {
  Board board(4);
  board.block({0, 1});
  board.place_queen({0, 1});
  EXPECT_EQ(board.free_columns(0), 0U);
}

TEST(ParseBoard, ReadsRows) {
  Board expected(2);
  expected.block({0, 1});
  EXPECT_EQ(parse_board("*.\n**\n"), expected);
  EXPECT_EQ(parse_board("*.\n**"), expected);
  EXPECT_EQ(parse_board("2\n*.\n**\n"), expected);
  EXPECT_EQ(parse_board("\xEF\xBB\xBF*.  \r\n\r\n# a comment\r\n**# another\r\n\n"), expected);
}

TEST(ParseBoard, PlacesQueens) {
  Board expected(4);
  expected.place_queen({1, 3});
  EXPECT_EQ(parse_board("****\n***Q\n****\n****\n"), expected);
}

TEST(ParseBoard, AttackingQueensAreAPositionWithoutSolutions) {
  EXPECT_TRUE(all_solutions(parse_board("Q***\n*Q**\n****\n****\n")).empty());
  EXPECT_TRUE(all_solutions(parse_board("QQ**\n****\n****\n****\n")).empty());
}

TEST(ParseBoard, NamesThePlaceOfAnError) {
  EXPECT_THAT(error_of("***\n*x*\n***\n"), HasSubstr("line 2, column 2: 'x'"));
  EXPECT_THAT(error_of(std::string_view("***\n**\0\n***\n", 12)),
              HasSubstr("line 2, column 3: byte 0x00"));
  EXPECT_THAT(error_of("***\n**\n***\n"), HasSubstr("line 2: a row of 2 squares instead of 3"));
  EXPECT_THAT(error_of("***\n****\n***\n"), HasSubstr("line 2: a row of 4 squares instead of 3"));
  EXPECT_THAT(error_of("**\n**\n# no\n**\n"), HasSubstr("line 4: more than the board's 2 rows"));
  EXPECT_THAT(error_of("***\n***\n"), HasSubstr("ends after 2 of 3 rows"));
  EXPECT_THAT(error_of("3\n**\n"), HasSubstr("line 2: a row of 2 squares instead of 3"));
  EXPECT_THAT(error_of("0\n"), HasSubstr("line 1: the board's size must be 1 to 32"));
  EXPECT_THAT(error_of("99999999999\n"), HasSubstr("line 1: the board's size must be 1 to 32"));
  EXPECT_THAT(error_of("3x\n"), HasSubstr("line 1: 'x' in the board's size"));
  EXPECT_THAT(error_of(std::string(33, '*') + "\n"), HasSubstr("line 1: a row of 33 squares"));
  EXPECT_THAT(error_of(""), HasSubstr("empty"));
  EXPECT_THAT(error_of("# nothing\n\n"), HasSubstr("empty"));
  EXPECT_THAT(error_of(std::string(kMaxBoardText + 1, '\n')), HasSubstr("65536 bytes"));
}

TEST(ParseBoard, FollowsItsSyntax) {
  const BoardSyntax strict{.size_line_required = true, .queens = false, .comments = false};
  EXPECT_EQ(parse_board("2\n**\n**\n", strict), Board(2));
  EXPECT_THAT(error_of("**\n**\n", strict), HasSubstr("line 1: '*' in the board's size"));
  EXPECT_THAT(error_of("2\n*Q\n**\n", strict), HasSubstr("line 2, column 2: 'Q'"));
  EXPECT_THAT(error_of("2\n**#\n**\n", strict), HasSubstr("line 2, column 3: '#'"));
}

}  // namespace
}  // namespace queens::test
