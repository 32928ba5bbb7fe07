#include "kernel/quarter_lists.hpp"

#include <algorithm>
#include <utility>

namespace queens {
namespace {

constexpr int kLikelyBits = 32;

int outer_rows_of(int rows) {
  return rows / 2;
}

// Some of a half's rows as a part of its own, listed towards the line between the quarters.
Half outer_part(const Half& half, int outer_rows) {
  return {.rows = outer_rows, .free = half.free};
}
Half inner_part(const Half& half, int outer_rows) {
  Half part{.rows = half.rows - outer_rows};
  std::reverse_copy(half.free.begin() + outer_rows, half.free.begin() + half.rows,
                    part.free.begin());
  return part;
}

// The next larger number with as many bits; Gosper's hack (HAKMEM 175).
std::uint64_t next_with_as_many_bits(std::uint64_t number) {
  const std::uint64_t lowest = number & (~number + 1);
  const std::uint64_t carried = number + lowest;
  return carried | (((number ^ carried) / lowest) >> 2U);
}

// About how many placements: each queen takes a column, and on the average attacks one more square
// of a row at least.
double about_placements(int rows, int columns) {
  double placements = 1;
  for (int i = 0; i < rows; ++i) placements *= std::max(1, columns - 2 * i);
  return placements;
}

}  // namespace

// All sets of so many columns get their lists, made of those of the sets with one column less.
// Returns the number of placements. The vectors only ever grow: that spares clearing them.
std::size_t QuarterLists::add_row(const Row& row, int queens, const std::vector<int>& columns,
                                  Workspace& workspace, const CancelToken& cancel) {
  std::vector<Partial>& next = workspace.next;
  std::size_t made = 0;
  const std::uint64_t end = std::uint64_t{1} << columns.size();
  for (std::uint64_t set = (std::uint64_t{1} << queens) - 1; set < end && !cancel.requested();
       set = next_with_as_many_bits(set)) {
    const std::size_t begin = made;
    for (auto rest = static_cast<std::uint32_t>(set); rest != 0; rest &= rest - 1) {
      const int column = columns[static_cast<std::size_t>(lowest_column(rest))];
      const std::uint32_t queen = bit(column);
      if ((row.free & queen) == 0) continue;
      const Queen& adds = row.queens[static_cast<std::size_t>(column)];
      const Range before = lists_[static_cast<std::uint32_t>(set) & ~lowest_bit(rest)];
      const std::size_t most = made + (before.end - before.begin);
      if (next.size() <= most) next.resize(2 * most + 1);
      // Written always, kept if not attacked: which is hard to foresee.
      for (std::uint32_t i = before.begin; i < before.end; ++i) {
        const Partial& partial = workspace.placed[i];
        next[made] = {.left = (partial.left | queen) << 1U,
                      .right = (partial.right | queen) >> 1U,
                      .queens = {.crossing = partial.queens.crossing | adds.crossing,
                                 .key = partial.queens.key | adds.key}};
        made += ((partial.left | partial.right) & queen) == 0 ? 1 : 0;
      }
    }
    lists_[static_cast<std::uint32_t>(set)] = {static_cast<std::uint32_t>(begin),
                                               static_cast<std::uint32_t>(made)};
  }
  workspace.placed.swap(next);
  return made;
}

void QuarterLists::list(const std::vector<Row>& rows, std::uint32_t columns, int unlikely_bits,
                        Workspace& workspace, const CancelToken& cancel) {
  std::vector<int> chosen;
  for (std::uint32_t rest = columns; rest != 0; rest &= rest - 1) {
    chosen.push_back(lowest_column(rest));
  }
  lists_.resize(std::max(lists_.size(), std::size_t{1} << chosen.size()));
  if (workspace.placed.empty()) workspace.placed.resize(1);
  workspace.placed[0] = {};
  lists_[0] = {0, 1};
  std::size_t made = 1;
  int queens = 0;
  for (const Row& row : rows) made = add_row(row, ++queens, chosen, workspace, cancel);
  if (cancel.requested()) return;

  if (key_.size() < made + kReadAhead) {
    likely_.resize(made + kReadAhead);
    unlikely_.resize(made + kReadAhead);
    key_.resize(made + kReadAhead);
  }
  for (std::size_t i = 0; i < made; ++i) {
    const Queen& all = workspace.placed[i].queens;
    likely_[i] = static_cast<std::uint32_t>(all.crossing >> unlikely_bits);
    unlikely_[i] = static_cast<std::uint32_t>(all.crossing) & low_bits(unlikely_bits);
    key_[i] = all.key;
  }
}

void HalfLists::list(const Halves& halves, Side side, const DiagonalOrder& cut,
                     std::uint32_t columns, QuarterLists::Workspace& workspace,
                     const CancelToken& cancel) {
  const Half& half = side == Side::near ? halves.top : halves.bottom;
  rows_ = half.rows;
  outer_rows_ = outer_rows_of(half.rows);
  columns_ = columns;
  const DiagonalOrder between(halves.size, outer_part(half, outer_rows_),
                              inner_part(half, outer_rows_));
  const int unlikely_bits = std::max(0, between.bits() - kLikelyBits);
  has_unlikely_ = unlikely_bits > 0;

  std::vector<QuarterLists::Row> outer;
  std::vector<QuarterLists::Row> inner;
  for (int i = 0; i < rows_; ++i) {
    QuarterLists::Row row{.free = half.free[static_cast<std::size_t>(i)] & columns};
    for (std::uint32_t rest = row.free; rest != 0; rest &= rest - 1) {
      const int column = lowest_column(rest);
      const int to_cut = rows_ - 1 - i;
      row.queens[static_cast<std::size_t>(column)] = {
          .crossing = i < outer_rows_ ? between.of_near(outer_rows_ - 1 - i, column)
                                      : between.of_far(i - outer_rows_, column),
          .key = (side == Side::near ? cut.of_near(to_cut, column) : cut.of_far(to_cut, column))
                 << 1U};
    }
    (i < outer_rows_ ? outer : inner).push_back(row);
  }
  outer_.list(outer, columns, unlikely_bits, workspace, cancel);
  inner_.list(inner, columns, unlikely_bits, workspace, cancel);
}

std::uint32_t HalfLists::number_of(std::uint32_t set) const {
  std::uint32_t number = 0;
  for (std::uint32_t rest = set & columns_; rest != 0; rest &= rest - 1) {
    number |= bit(population(columns_ & (lowest_bit(rest) - 1)));
  }
  return number;
}

double quarter_lists_bytes(const Halves& halves, int top_columns, int bottom_columns) {
  constexpr double kListed = 16;                                      // bytes a placement
  constexpr double kListing = 2 * 2 * sizeof(QuarterLists::Partial);  // vectors grow by doubling
  constexpr double kSet = 2 * 8;
  double bytes = 0;
  double most = 0;
  for (const auto& [rows, columns] :
       {std::pair(halves.top.rows, top_columns), std::pair(halves.bottom.rows, bottom_columns)}) {
    const double outer = about_placements(outer_rows_of(rows), columns);
    const double inner = about_placements(rows - outer_rows_of(rows), columns);
    bytes += kListed * (outer + inner) + kSet * static_cast<double>(std::uint64_t{1} << columns);
    most = std::max({most, outer, inner});
  }
  return bytes + kListing * most;
}

}  // namespace queens
