// The three arrays as three machine words, seen from the current row: columns taken, and the two
// directions of diagonals, which move one column left or right with every row. The candidates of a
// row are the zero bits of their union, taken from the lowest set bit on.

#include "core/bits.hpp"
#include "kernel/search_kernels.hpp"

namespace queens {
namespace {

class Bitmask {
 public:
  Bitmask(const Subproblem& problem, const CancelToken& cancel)
      : problem_(problem), cancel_(cancel) {}

  Tally run() {
    place(0, 0, 0, 0);
    return tally_;
  }

 private:
  void place(int i, std::uint32_t columns, std::uint32_t left, std::uint32_t right) {
    if (i == problem_.open_rows) {
      ++tally_.solutions;
      return;
    }
    // Asked where subtrees are large: a test at every node costs a few percent.
    if (problem_.open_rows - i > kUnaskedRows && cancel_.requested()) return;
    const int gap = i + 1 < problem_.open_rows ? problem_.gap(i) : 1;
    std::uint32_t free = problem_.free[static_cast<std::size_t>(i)] & ~(columns | left | right);
    for (; free != 0; free &= free - 1) {
      const std::uint32_t queen = lowest_bit(free);
      ++tally_.nodes;
      place(i + 1, columns | queen, (left | queen) << gap, (right | queen) >> gap);
    }
  }

  static constexpr int kUnaskedRows = 8;

  const Subproblem& problem_;
  const CancelToken& cancel_;
  Tally tally_;
};

}  // namespace

Tally count_bitmask(const Subproblem& problem, Scratch& /*scratch*/,
                    const CancelToken& cancel) noexcept {
  return Bitmask(problem, cancel).run();
}

}  // namespace queens
