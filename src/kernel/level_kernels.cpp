#include "kernel/level_kernels.hpp"

#include <bit>

#include "core/bits.hpp"
#include "kernel/search_kernels.hpp"

namespace queens {
namespace {

constexpr int kFewestRows = 3;  // fewer are counted without vectors

// Boards up to this size are counted in 16-bit lanes: with the edge queens settled, up to four
// columns have to be settled as well. That makes up to 1.4 times the nodes where lanes of twice the
// width take twice the time.
constexpr int kLargestNarrow = kNarrowColumns + 6;

std::uint32_t open_columns(const Subproblem& problem) {
  return low_bits(problem.size) & ~problem.columns;
}

int highest_column(std::uint32_t columns) {
  return 31 - std::countl_zero(columns);
}

int span(std::uint32_t columns) {
  return columns == 0 ? 0 : highest_column(columns) - lowest_column(columns) + 1;
}

int free_squares(const Subproblem& problem, int column) {
  int squares = 0;
  for (int i = 0; i < problem.open_rows; ++i) {
    squares += (problem.free[static_cast<std::size_t>(i)] & bit(column)) != 0 ? 1 : 0;
  }
  return squares;
}

// The column to settle: the leftmost or rightmost open one, which has fewer squares to settle it
// with.
int outer_column(const Subproblem& problem) {
  const std::uint32_t columns = open_columns(problem);
  const int first = lowest_column(columns);
  const int last = highest_column(columns);
  return free_squares(problem, first) <= free_squares(problem, last) ? first : last;
}

class LevelCount {
 public:
  LevelCount(const LevelBackend& backend, Scratch& scratch, const CancelToken& cancel)
      : backend_(backend), scratch_(scratch), cancel_(cancel) {}

  void add(const Subproblem& problem) {
    if (problem.open_rows < kFewestRows) {
      add(count_scalar(problem, scratch_, cancel_));
    } else if (const int column = first_settled_column(problem); column >= 0) {
      settle_column(problem, column);
    } else if (problem.size > kLargestNarrow && span(open_columns(problem)) > kNarrowColumns) {
      add(backend_.wide(problem, scratch_, cancel_));
    } else {
      add(backend_.narrow(problem, scratch_, cancel_));
    }
  }

  [[nodiscard]] Tally tally() const { return tally_; }

 private:
  void settle_column(const Subproblem& problem, int column) {
    for (int i = 0; i < problem.open_rows && !cancel_.requested(); ++i) {
      if ((problem.free[static_cast<std::size_t>(i)] & bit(column)) == 0) continue;
      Subproblem part = problem;
      settle(part, i, column);
      ++tally_.nodes;
      add(part);
    }
  }

  void add(Tally tally) {
    tally_.solutions += tally.solutions;
    tally_.nodes += tally.nodes;
  }

  const LevelBackend& backend_;
  Scratch& scratch_;
  const CancelToken& cancel_;
  Tally tally_;
};

}  // namespace

std::unique_ptr<Scratch> make_level_scratch(const LevelBackend& backend, int board_size) {
  return backend.make_scratch(board_size, board_size > kLargestNarrow);
}

Tally count_levels(const LevelBackend& backend, const Subproblem& problem, Scratch& scratch,
                   const CancelToken& cancel) noexcept {
  LevelCount count(backend, scratch, cancel);
  count.add(problem);
  return count.tally();
}

int first_settled_column(const Subproblem& problem) {
  const bool narrow = span(open_columns(problem)) <= kNarrowColumns;
  if (narrow || problem.size > kLargestNarrow || problem.open_rows < kFewestRows) return -1;
  return outer_column(problem);
}

}  // namespace queens
