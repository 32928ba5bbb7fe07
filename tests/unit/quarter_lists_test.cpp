// The lists that halves are made of, against placements found one by one.

#include "kernel/quarter_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/boards.hpp"

namespace queens::test {
namespace {

struct Placement {
  std::uint32_t columns = 0;
  std::vector<Square> queens;
};

// Rows are those of the half, from the board's edge on.
void place(const Half& half, int size, int row, int end, std::uint32_t columns,
           const Placement& placed, std::vector<Placement>& all) {
  if (row == end) {
    all.push_back(placed);
    return;
  }
  for (int column = 0; column < size; ++column) {
    if ((half.free[static_cast<std::size_t>(row)] & columns & bit(column)) == 0) continue;
    const Square queen{row, column};
    if (std::any_of(placed.queens.begin(), placed.queens.end(),
                    [queen](Square other) { return attack(queen, other); })) {
      continue;
    }
    Placement next = placed;
    next.columns |= bit(column);
    next.queens.push_back(queen);
    place(half, size, row + 1, end, columns, next, all);
  }
}

std::vector<Placement> placements(const Half& half, int size, int begin, int end,
                                  std::uint32_t columns) {
  std::vector<Placement> all;
  place(half, size, begin, end, columns, {}, all);
  return all;
}

// The numbers of pairs that a list's masks let through must be those of pairs that do not attack
// each other, set by set.
TEST(QuarterListsTest, FitAsTheirQueensDo) {
  std::mt19937_64 random(seed());
  for (int round = 0; round < 12; ++round) {
    const int size = 6 + round / 3;
    const Board board = random_board(random, size, 0.1, {});
    const Halves halves = cut_in_halves(board);
    const DiagonalOrder cut(size, halves.top, halves.bottom);
    const std::uint32_t columns = low_bits(size) & ~bit(round % size);
    const bool near = round % 2 == 0;
    const Half& half = near ? halves.top : halves.bottom;
    HalfLists lists;
    QuarterLists::Workspace workspace;
    lists.list(halves, near ? HalfLists::Side::near : HalfLists::Side::far, cut, columns, workspace,
               {});
    ASSERT_EQ(lists.rows(), half.rows);
    for (const Placement& outer : placements(half, size, 0, lists.outer_rows(), columns)) {
      const QuarterList list = lists.outer().at(lists.number_of(outer.columns));
      ASSERT_GT(list.size, 0U);
    }
    std::size_t pairs = 0;
    for (std::uint32_t set = 0; set <= low_bits(size); ++set) {
      if ((set & ~columns) != 0 || population(set) != lists.outer_rows()) continue;
      const QuarterList outer = lists.outer().at(lists.number_of(set));
      for (std::uint32_t other = 0; other <= low_bits(size); ++other) {
        if ((other & ~columns) != 0 || (other & set) != 0) continue;
        if (population(other) != half.rows - lists.outer_rows()) continue;
        const QuarterList inner = lists.inner().at(lists.number_of(other));
        for (std::size_t i = 0; i < outer.size; ++i) {
          for (std::size_t k = 0; k < inner.size; ++k) {
            pairs += (outer.likely[i] & inner.likely[k]) == 0 &&
                             (outer.unlikely[i] & inner.unlikely[k]) == 0
                         ? 1
                         : 0;
          }
        }
      }
    }
    EXPECT_EQ(pairs, placements(half, size, 0, half.rows, columns).size())
        << "seed " << seed() << '\n'
        << text(board);
  }
}

TEST(DiagonalOrderTest, MeetsOnlyOnCommonDiagonals) {
  const int size = 9;
  const Halves halves = cut_in_halves(Board(size));
  const DiagonalOrder cut(size, halves.top, halves.bottom);
  for (int above = 0; above < halves.top.rows; ++above) {
    for (int below = 0; below < halves.bottom.rows; ++below) {
      for (int a = 0; a < size; ++a) {
        for (int b = 0; b < size; ++b) {
          const bool meet = (cut.of_near(above, a) & cut.of_far(below, b)) != 0;
          EXPECT_EQ(meet, std::abs(a - b) == above + below + 1);
        }
      }
    }
  }
}

}  // namespace
}  // namespace queens::test
