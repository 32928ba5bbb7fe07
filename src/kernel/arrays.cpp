// Three arrays remember which columns and diagonals are occupied, so that a square is tested in
// three look-ups. All squares of a diagonal share row + column, all of the other direction
// row - column.

#include <array>

#include "core/bits.hpp"
#include "kernel/search_kernels.hpp"

namespace queens {
namespace {

class Arrays {
 public:
  Arrays(const Subproblem& problem, const CancelToken& cancel)
      : problem_(problem), cancel_(cancel) {}

  Tally run() {
    place(0);
    return tally_;
  }

 private:
  void place(int i) {
    if (i == problem_.open_rows) {
      ++tally_.solutions;
      return;
    }
    if (cancel_.requested()) return;
    const auto at = static_cast<std::size_t>(i);
    const int row = problem_.row[at];
    for (int column = 0; column < problem_.size; ++column) {
      bool& in_column = column_[static_cast<std::size_t>(column)];
      const int sum = row + column;
      const int difference = row - column + Board::kMaxSize;
      bool& on_sum = sum_[static_cast<std::size_t>(sum)];
      bool& on_difference = difference_[static_cast<std::size_t>(difference)];
      if ((problem_.free[at] & bit(column)) == 0 || in_column || on_sum || on_difference) continue;
      ++tally_.nodes;
      in_column = on_sum = on_difference = true;
      place(i + 1);
      in_column = on_sum = on_difference = false;
    }
  }

  const Subproblem& problem_;
  const CancelToken& cancel_;
  std::array<bool, Board::kMaxSize> column_{};
  std::array<bool, 2 * Board::kMaxSize> sum_{};
  std::array<bool, 2 * Board::kMaxSize> difference_{};
  Tally tally_;
};

}  // namespace

Tally count_arrays(const Subproblem& problem, Scratch& /*scratch*/,
                   const CancelToken& cancel) noexcept {
  return Arrays(problem, cancel).run();
}

}  // namespace queens
