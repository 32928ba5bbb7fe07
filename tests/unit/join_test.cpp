// The join as a whole: all sets of small boards, in parts of any size, with and without the
// instruction that gathers bits.

#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "plan/column_sets.hpp"
#include "queens/queens.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"
#include "support/sanitized.hpp"
#include "unit/tested_joins.hpp"

namespace queens::test {
namespace {

#if defined(QUEENS_EMULATION)
constexpr int kLargestJoined = 11;
#else
constexpr int kLargestJoined = kSanitized ? 11 : 13;
#endif

std::uint64_t count_all(const Board& board, const JoinBackend& backend, JoinScratch& scratch) {
  const ColumnSets sets(board);
  const CancelToken cancel;
  std::uint64_t total = 0;
  for (const WorkUnit& unit : sets.units(cancel)) {
    const Batch batch = sets.batch(unit);
    scratch.prepare(batch.join_case->halves, batch.top_columns(), batch.bottom_columns(), cancel);
    for_each_set(batch, [&](std::uint32_t set) {
      const std::uint32_t factor = sets.factor(*batch.join_case, set);
      if (factor == 0) return;
      const std::uint32_t others = low_bits(board.size()) & ~set;
      total += backend.count(scratch, set, others, cancel).solutions * factor * unit.weight;
    });
  }
  return total;
}

TEST(JoinTest, CountsTheEmptyBoard) {
  for (const auto& [name, backend] : tested_joins()) {
    JoinScratch scratch(std::size_t{1} << 20U);
    for (int n = 1; n <= kLargestJoined; ++n) {
      EXPECT_EQ(std::to_string(count_all(Board(n), *backend, scratch)), known_answers().total.at(n))
          << name << ", n = " << n;
    }
  }
}

TEST(JoinTest, CountsInPartsOfAnySize) {
  for (const auto& [name, backend] : tested_joins()) {
    for (const std::size_t most : {8U, 20U, 100U, 300U}) {
      JoinScratch scratch(most);
      EXPECT_EQ(std::to_string(count_all(Board(10), *backend, scratch)),
                known_answers().total.at(10))
          << name << ", parts of " << most << " keys";
    }
  }
}

TEST(JoinTest, CountsWithAndWithoutGatheringBits) {
  for (const auto& [name, backend] : tested_joins()) {
    JoinScratch without(std::size_t{1} << 20U, false);
    EXPECT_EQ(std::to_string(count_all(Board(11), *backend, without)), known_answers().total.at(11))
        << name;
    if (!JoinScratch::has_fast_extract()) continue;
    JoinScratch with(std::size_t{1} << 20U, true);
    EXPECT_EQ(std::to_string(count_all(Board(11), *backend, with)), known_answers().total.at(11))
        << name;
  }
}

// Wide boards have keys of up to 62 diagonals, more than the narrow comparisons hold.
TEST(JoinTest, CountsWideBoardsWithFewFreeSquares) {
  for (const auto& [name, backend] : tested_joins()) {
    JoinScratch scratch(std::size_t{1} << 20U);
    for (const int n : {18, 23, 27, 32}) {
      // The free squares are those of a solution, n even or odd, and some more.
      Board board(n);
      const Solution solution = first_solutions(Board(n), 1).front();
      std::mt19937_64 random(seed());
      for (int row = 0; row < n; ++row) {
        for (int column = 0; column < n; ++column) {
          const bool keep = solution[static_cast<std::size_t>(row)] == column ||
                            random() % static_cast<unsigned>(n) < 2;
          if (!keep) board.block({row, column});
        }
      }
      const CancelToken cancel;
      const Halves halves = cut_in_halves(board);
      // The only set of columns looked at is the solution's.
      std::uint32_t set = 0;
      for (int row = 0; row < halves.top.rows; ++row) {
        set |= bit(solution[static_cast<std::size_t>(row)]);
      }
      const std::uint32_t others = low_bits(n) & ~set;
      Board part = board;
      for (int row = 0; row < n; ++row) {
        for (int column = 0; column < n; ++column) {
          if (((set & bit(column)) != 0) != (row < halves.top.rows)) part.block({row, column});
        }
      }
      scratch.prepare(halves, set, others, cancel);
      EXPECT_EQ(Count(backend->count(scratch, set, others, cancel).solutions),
                count(part, {.kernel = "bitmask", .method = "search"}).total)
          << name << ", n = " << n << ", seed " << seed();
    }
  }
}

TEST(JoinTest, EndsEarlyWhenCancelled) {
  const CancelToken cancel;
  cancel.request();
  for (const auto& [name, backend] : tested_joins()) {
    JoinScratch scratch(std::size_t{1} << 20U);
    const Halves halves = cut_in_halves(Board(16));
    scratch.prepare(halves, low_bits(16), low_bits(16), {});
    EXPECT_EQ(backend->count(scratch, 0x5555, 0xaaaa, cancel).nodes, 0U) << name;
  }
}

}  // namespace
}  // namespace queens::test
