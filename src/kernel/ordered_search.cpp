#include "kernel/ordered_search.hpp"

#include "core/bits.hpp"

namespace queens {

OrderedSearch::OrderedSearch(const Board& board, std::span<const std::uint8_t> prefix, int last_row)
    : board_(board), first_row_(static_cast<int>(prefix.size())), last_row_(last_row) {
  levels_[0].untried = board.free_columns(0);
  for (const std::uint8_t column : prefix) {
    columns_[static_cast<std::size_t>(row_)] = column;
    const Level& level = levels_[static_cast<std::size_t>(row_)];
    ++row_;
    enter(row_, level, bit(column));
  }
}

bool OrderedSearch::next(const CancelToken& cancel) {
  constexpr unsigned kNodesBetweenQuestions = 1024;
  unsigned nodes = 0;
  if (cancel.requested()) return false;
  if (row_ == last_row_) {
    if (!found_) return found_ = true;  // the prefix is all there is to place
    --row_;                             // the last queen of the placement before moves on
  }
  while (row_ >= first_row_) {
    Level& level = levels_[static_cast<std::size_t>(row_)];
    if (level.untried == 0) {
      --row_;
      continue;
    }
    if (++nodes % kNodesBetweenQuestions == 0 && cancel.requested()) return false;
    const std::uint32_t queen = lowest_bit(level.untried);
    level.untried ^= queen;
    columns_[static_cast<std::size_t>(row_)] = static_cast<std::uint8_t>(lowest_column(queen));
    if (row_ + 1 == board_.size() || enter(row_ + 1, level, queen)) {
      if (++row_ == last_row_) return found_ = true;
    }
  }
  return false;
}

// Prepares a row for the search; false when no placement can come of it.
bool OrderedSearch::enter(int row, const Level& above, std::uint32_t queen) {
  if (row >= board_.size()) return true;
  Level& level = levels_[static_cast<std::size_t>(row)];
  level.columns = above.columns | queen;
  level.left = (above.left | queen) << 1U;
  level.right = (above.right | queen) >> 1U;
  level.untried = board_.free_columns(row) & ~(level.columns | level.left | level.right);
  return level.untried != 0 && !hopeless(row, level);
}

bool OrderedSearch::hopeless(int row, const Level& level) const {
  std::uint32_t reachable = level.columns | level.untried;
  std::uint32_t left = level.left;
  std::uint32_t right = level.right;
  for (int later = row + 1; later < board_.size(); ++later) {
    left <<= 1U;
    right >>= 1U;
    const std::uint32_t free = board_.free_columns(later) & ~(level.columns | left | right);
    if (free == 0) return true;
    reachable |= free;
  }
  return reachable != low_bits(board_.size());
}

}  // namespace queens
