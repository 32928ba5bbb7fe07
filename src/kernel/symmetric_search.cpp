#include "kernel/symmetric_search.hpp"

#include <array>
#include <span>

#include "core/bits.hpp"
#include "core/symmetry.hpp"

namespace queens {
namespace {

struct Occupied {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint64_t sums = 0;         // diagonals by row + column
  std::uint64_t differences = 0;  // and by row - column + n
};

// Goes through the rows from the top; a row that an image has filled is passed over.
class SymmetricSearch {
 public:
  SymmetricSearch(const Board& board, std::span<const Symmetry> turns, const CancelToken& cancel)
      : board_(board), turns_(turns), cancel_(cancel) {}

  std::uint64_t run() {
    place(0, {});
    return solutions_;
  }

 private:
  void place(int row, const Occupied& occupied) {
    while (row < board_.size() && (occupied.rows & bit(row)) != 0) ++row;
    if (row == board_.size()) {
      ++solutions_;
      return;
    }
    if (cancel_.requested()) return;
    std::uint32_t free = board_.free_columns(row) & ~occupied.columns;
    for (; free != 0; free &= free - 1) {
      Occupied child = occupied;
      if (settle_orbit(child, {row, lowest_column(free)})) place(row + 1, child);
    }
  }

  // Puts a queen and its images on the board; false when one of them does not fit.
  [[nodiscard]] bool settle_orbit(Occupied& occupied, Square queen) const {
    if (!settle(occupied, queen)) return false;
    for (const Symmetry turn : turns_) {
      const Square image = apply(turn, queen, board_.size());
      if (image == queen) continue;  // the central square
      if (!settle(occupied, image)) return false;
    }
    return true;
  }

  [[nodiscard]] bool settle(Occupied& occupied, Square queen) const {
    const Occupied own{
        .rows = bit(queen.row),
        .columns = bit(queen.column),
        .sums = std::uint64_t{1} << (queen.row + queen.column),
        .differences = std::uint64_t{1} << (queen.row - queen.column + board_.size())};
    if (!board_.is_free(queen) || (occupied.rows & own.rows) != 0 ||
        (occupied.columns & own.columns) != 0 || (occupied.sums & own.sums) != 0 ||
        (occupied.differences & own.differences) != 0) {
      return false;
    }
    occupied.rows |= own.rows;
    occupied.columns |= own.columns;
    occupied.sums |= own.sums;
    occupied.differences |= own.differences;
    return true;
  }

  const Board& board_;
  std::span<const Symmetry> turns_;
  const CancelToken& cancel_;
  std::uint64_t solutions_ = 0;
};

}  // namespace

std::uint64_t count_half_turn(const Board& board, const CancelToken& cancel) noexcept {
  constexpr std::array kHalf = {Symmetry::rotate180};
  return SymmetricSearch(board, kHalf, cancel).run();
}

std::uint64_t count_quarter_turn(const Board& board, const CancelToken& cancel) noexcept {
  constexpr std::array kQuarters = {Symmetry::rotate90, Symmetry::rotate180, Symmetry::rotate270};
  return SymmetricSearch(board, kQuarters, cancel).run();
}

}  // namespace queens
