#pragma once

// Published and independently computed answers, from tests/data. They stand in tests only: the
// library computes what it says.

#include <map>
#include <string>
#include <vector>

#include "queens/board.hpp"
#include "queens/result.hpp"

namespace queens::test {

/// By board size; counts as decimal text.
struct KnownAnswers {
  std::map<int, std::string> total;            // OEIS A000170
  std::map<int, std::string> fundamental;      // OEIS A002562
  std::map<int, std::string> quarter_turn;     // OEIS A033148
  std::map<int, std::string> half_turn;        // OEIS A032522
  std::map<int, std::vector<Solution>> first;  // up to three solutions, columns from 0
};
const KnownAnswers& known_answers();

/// A board with blocked squares, its total and its first solutions.
struct BlockedBoard {
  Board board;
  std::string total;
  std::vector<Solution> first;
};
const std::vector<BlockedBoard>& blocked_boards();

}  // namespace queens::test
