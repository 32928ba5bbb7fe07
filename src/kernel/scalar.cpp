// The bitmask search for a subproblem of which the edge queens are settled, one state at a time.
//
// Two things set it apart from the plain bitmask kernel. A child is entered only when its next row
// still has a candidate: most children of the lower levels have none, and a call costs as much as
// the rest of the node. And the last two rows are a closed form: two columns a and b are left, so
// there are two ways at most, and each is three tests away.

#include "core/bits.hpp"
#include "kernel/search_kernels.hpp"

namespace queens {
namespace {

class Scalar {
 public:
  Scalar(const Subproblem& problem, const CancelToken& cancel)
      : problem_(problem), cancel_(cancel) {}

  Tally run() {
    switch (problem_.open_rows) {
      case 0:
        return {.solutions = 1};
      case 1: {
        // One column is left as well; the masks know of no other queen than the settled ones.
        const std::uint64_t ways = problem_.free[0] != 0 ? 1 : 0;
        return {.solutions = ways, .nodes = ways};
      }
      default:
        place(0, problem_.free[0], {problem_.columns, 0, 0});
        return tally_;
    }
  }

 private:
  // Columns taken, and the two directions of diagonals as seen from the current row.
  struct State {
    std::uint32_t columns;
    std::uint32_t left;
    std::uint32_t right;
    [[nodiscard]] std::uint32_t taken() const { return columns | left | right; }
  };

  // Subtrees of fewer rows are left unasked: a test at every node costs a few percent.
  static constexpr int kUnaskedRows = 9;

  void place(int i, std::uint32_t free, State state) {
    const int rows = problem_.open_rows - i;
    if (rows == 2) return finish(i, free, state);
    if (rows > kUnaskedRows && cancel_.requested()) return;
    const int gap = problem_.gap(i);
    const std::uint32_t next_free = problem_.free[static_cast<std::size_t>(i) + 1];
    for (; free != 0; free &= free - 1) {
      const std::uint32_t queen = lowest_bit(free);
      ++tally_.nodes;
      const State child{state.columns | queen, (state.left | queen) << gap,
                        (state.right | queen) >> gap};
      const std::uint32_t child_free = next_free & ~child.taken();
      if (child_free != 0) place(i + 1, child_free, child);
    }
  }

  void finish(int i, std::uint32_t free, State state) {
    const int gap = problem_.gap(i);
    const std::uint32_t last = problem_.free[static_cast<std::size_t>(i) + 1] &
                               ~(state.columns | (state.left << gap) | (state.right >> gap));
    const std::uint32_t open = low_bits(problem_.size) & ~state.columns;
    const std::uint32_t a = lowest_bit(open);
    const std::uint32_t b = open ^ a;
    const bool apart = (a << gap) != b;
    tally_.nodes += (free & a) != 0 ? 1 : 0;
    tally_.nodes += (free & b) != 0 ? 1 : 0;
    const int ways =
        ((free & a) != 0 && (last & b) != 0 ? 1 : 0) + ((free & b) != 0 && (last & a) != 0 ? 1 : 0);
    tally_.solutions += apart ? static_cast<std::uint64_t>(ways) : 0;
  }

  const Subproblem& problem_;
  const CancelToken& cancel_;
  Tally tally_;
};

}  // namespace

Tally count_scalar(const Subproblem& problem, Scratch& /*scratch*/,
                   const CancelToken& cancel) noexcept {
  return Scalar(problem, cancel).run();
}

}  // namespace queens
