// Backtracking as it is first taught: a square is free when no queen placed above stands in its
// column or on one of its diagonals, and to know that one walks up along all three. Slow and
// obvious, so it is what every other kernel is compared with.

#include <array>

#include "core/bits.hpp"
#include "kernel/search_kernels.hpp"

namespace queens {
namespace {

class Scan {
 public:
  Scan(const Subproblem& problem, const CancelToken& cancel) : problem_(problem), cancel_(cancel) {
    board_.fill(kNone);
  }

  Tally run() {
    place(0);
    return tally_;
  }

 private:
  static constexpr int kNone = -1;

  void place(int i) {
    if (i == problem_.open_rows) {
      ++tally_.solutions;
      return;
    }
    if (cancel_.requested()) return;
    const auto at = static_cast<std::size_t>(i);
    const int row = problem_.row[at];
    for (int column = 0; column < problem_.size; ++column) {
      if ((problem_.free[at] & bit(column)) == 0 || attacked_from_above(row, column)) continue;
      ++tally_.nodes;
      board_[static_cast<std::size_t>(row)] = column;
      place(i + 1);
      board_[static_cast<std::size_t>(row)] = kNone;
    }
  }

  [[nodiscard]] bool attacked_from_above(int row, int column) const {
    for (int distance = 1; distance <= row; ++distance) {
      const int queen = board_[static_cast<std::size_t>(row - distance)];
      if (queen == kNone) continue;  // a settled row: its attacks are in the masks
      if (queen == column || queen == column - distance || queen == column + distance) return true;
    }
    return false;
  }

  const Subproblem& problem_;
  const CancelToken& cancel_;
  std::array<int, Board::kMaxSize> board_{};  // the column of each row's queen
  Tally tally_;
};

}  // namespace

Tally count_scan(const Subproblem& problem, Scratch& /*scratch*/,
                 const CancelToken& cancel) noexcept {
  return Scan(problem, cancel).run();
}

}  // namespace queens
