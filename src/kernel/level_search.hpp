#pragma once

// The fast search: breadth first within a level, depth first between levels, in vector lanes.
//
// A state is what a search needs at a row: the columns taken and the two directions of diagonals.
// Each row of the subproblem has a level, a buffer of states that wait for a queen in that row.
// `advance` takes states from a level, a vector of them at a time, places one queen in each lane,
// and appends those children that may have a completion to the next level. The deepest level with
// enough states for full vectors goes first, so a level never holds more than a fixed number of
// states, all of them in the first or second level of the cache, and the lanes are full but for the
// last states of a subproblem. The placement itself has no branch that could be mispredicted.
//
// What is dropped: with up to five rows left, children of which some row has no candidate or some
// open column is no row's candidate; with more rows left, those of which one of the next two rows
// has none. That is dear, a third of the work, but takes the queens placed for n = 16 from 196
// million to 121 million. With two rows left the completions are a closed form of two masks.
//
// All that depends on the instruction set is in `Lanes`, which has:
//   Lane, Vector, Mask, Distance     a column mask; kWidth of them; a choice of lanes; a shift
//   kWidth, kStreams                 lanes in a vector; vectors worked on side by side
//   Level                            a level's buffer, its Reader and Writer (see
//   refilled_level.hpp
//                                    and rounds_level.hpp)
//   and the operations used below.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/bits.hpp"
#include "core/method.hpp"
#include "core/subproblem.hpp"
#include "queens/board.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// Counts subproblems whose open columns span at most the bits of a lane. One object is one
/// thread's scratch: it allocates when it is made and never again.
template <typename Lanes>
class LevelSearch {
 public:
  static constexpr int kLaneBits = 8 * sizeof(typename Lanes::Lane);
  static constexpr int kFewestRows = 3;  ///< fewer are not worth a vector

  explicit LevelSearch(int board_size)
      : levels_(new Level[static_cast<std::size_t>(std::max(board_size, kFewestRows))]) {}

  /// At least kFewestRows rows are open. When the token is triggered before the return, the tally
  /// is worthless. It is asked every few thousand queens.
  [[nodiscard]] Tally run(const Subproblem& problem, const CancelToken& cancel) noexcept {
    cancel_ = &cancel;
    tally_ = {};
    load(problem);
    for (int i = seed(problem); i + 2 < open_rows_; ++i) exhaust<true>(i);
    return tally_;
  }

 private:
  using Lane = typename Lanes::Lane;
  using Vector = typename Lanes::Vector;
  using Level = typename Lanes::Level;
  using State = typename Level::State;

  static constexpr std::size_t kStreams = Lanes::kStreams;
  static constexpr std::size_t kRows = Board::kMaxSize;

  // With up to so many rows left after a queen, all of them are looked at before it is kept.
  static constexpr int kFilteredRows = 5;
  // `advance` is made for 2 to kFilteredRows rows left, and once for any number above.
  static constexpr int kManyRows = kFilteredRows + 1;
  static constexpr int kLookAhead = 2;  // rows looked at when there are many
  // States that make it worth to go on in vectors. One more row must not overflow a level.
  static constexpr int kSeeds = std::min(60, Level::kCapacity / kLaneBits);

  // A row of the subproblem, in every lane.
  struct Row {
    Vector free;
    typename Lanes::Distance gap;  // to the next open row
  };

  // A state and its candidates in the next row.
  struct Child {
    Vector columns, left, right, next;
  };

  static constexpr int rows_seen(int rows_left) {
    return rows_left > kFilteredRows ? kLookAhead : rows_left;
  }

  void load(const Subproblem& problem) noexcept {
    open_rows_ = problem.open_rows;
    open_columns_ = low_bits(problem.size) & ~problem.columns;
    lowest_ = lowest_column(open_columns_);
    open_columns_ >>= lowest_;
    for (int i = 0; i < open_rows_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      gaps_[at] = i + 1 < open_rows_ ? problem.gap(i) : 1;
      rows_[at] = {Lanes::splat(static_cast<Lane>(problem.free[at] >> lowest_)),
                   Lanes::distance(gaps_[at])};
    }
    for (int i = 0; i + 2 < open_rows_; ++i) {
      const int seen = rows_seen(open_rows_ - 1 - i);
      bool adjacent = true;
      for (int k = i; k < i + seen; ++k) adjacent &= gaps_[static_cast<std::size_t>(k)] == 1;
      adjacent_[static_cast<std::size_t>(i)] = adjacent;
    }
  }

  // Places the queens of the first rows one by one, until there are enough states for vectors.
  // Returns the first level that has any.
  int seed(const Subproblem& problem) noexcept {
    for (int i = 0; i + 2 < open_rows_; ++i) level(i).clear();
    level(0).push(
        {static_cast<Lane>(~open_columns_), 0, 0, static_cast<Lane>(problem.free[0] >> lowest_)});
    int i = 0;
    while (i + kFewestRows < open_rows_ && level(i).size() > 0 && level(i).size() < kSeeds) {
      seed_from(i, problem.free[static_cast<std::size_t>(i)] >> lowest_,
                problem.free[static_cast<std::size_t>(i) + 1] >> lowest_);
      ++i;
    }
    return i;
  }

  void seed_from(int i, std::uint32_t free, std::uint32_t next_free) noexcept {
    const int gap = gaps_[static_cast<std::size_t>(i)];
    for (int k = 0; k < level(i).size(); ++k) {
      const State state = level(i).at(k);
      std::uint32_t candidates = free & ~(std::uint32_t{state.columns} | state.left | state.right);
      for (; candidates != 0; candidates &= candidates - 1) {
        const std::uint32_t queen = lowest_bit(candidates);
        const auto columns = static_cast<Lane>(state.columns | queen);
        const auto left = static_cast<Lane>((state.left | queen) << gap);
        const auto right = static_cast<Lane>((state.right | queen) >> gap);
        const auto next = static_cast<Lane>(next_free & ~(std::uint32_t{columns} | left | right));
        ++tally_.nodes;
        if (next != 0) level(i + 1).push({columns, left, right, next});
      }
    }
    level(i).clear();
  }

  // Works on level i until it has too few states for full vectors, or with kDrain until it has
  // none; and on the levels below whenever one is full.
  template <bool kDrain>
  void exhaust(int i) noexcept {
    while (!cancel_->requested() && advance<kDrain>(i)) exhaust<false>(i + 1);
  }

  // Returns true when the next level is full, false when this one is exhausted.
  template <bool kDrain>
  bool advance(int i) noexcept {
    const bool adjacent = adjacent_[static_cast<std::size_t>(i)];
    switch (std::min(open_rows_ - 1 - i, kManyRows)) {
      case 2:
        return adjacent ? advance<2, true, kDrain>(i) : advance<2, false, kDrain>(i);
      case 3:
        return adjacent ? advance<3, true, kDrain>(i) : advance<3, false, kDrain>(i);
      case 4:
        return adjacent ? advance<4, true, kDrain>(i) : advance<4, false, kDrain>(i);
      case 5:
        return adjacent ? advance<5, true, kDrain>(i) : advance<5, false, kDrain>(i);
      default:
        return adjacent ? advance<kManyRows, true, kDrain>(i)
                        : advance<kManyRows, false, kDrain>(i);
    }
  }

  // kAdjacent: the gaps between the rows that are looked at are all 1.
  template <int kRowsLeft, bool kAdjacent, bool kDrain>
  [[gnu::noinline]] bool advance(int i) noexcept {
    const Row* const rows = &rows_[static_cast<std::size_t>(i)];
    typename Level::template Reader<kDrain> reader(level(i), rows->free);
    // Where two rows are left, nothing is kept; the level is not there, and never written to.
    typename Level::Writer writer(level(kRowsLeft > 2 ? i + 1 : i));
    Vector ways = Lanes::splat(0);
    std::uint64_t steps = 0;
    bool full = false;
    bool more = reader.refill();
    while (more && !full) {
      std::array<Child, kStreams> children;
#pragma GCC unroll 4
      for (std::size_t s = 0; s < kStreams; ++s) {
        children[s] = place<kAdjacent, kDrain>(reader, s, rows);
      }
      ++steps;
      // Loads before stores: a load waits for the address of every store before it. But where the
      // children's registers are needed for the refill, they would be stored and loaded instead.
      if constexpr (Lanes::kStreamsInRegisters) more = reader.refill();
      if constexpr (kRowsLeft == 2) {
#pragma GCC unroll 4
        for (const Child& child : children) ways = add_ways<kAdjacent>(ways, child, rows);
      } else {
        std::array<typename Lanes::Mask, kStreams> kept;
#pragma GCC unroll 4
        for (std::size_t s = 0; s < kStreams; ++s) {
          kept[s] = promising<kRowsLeft, kAdjacent>(children[s], rows);
        }
#pragma GCC unroll 4
        for (std::size_t s = 0; s < kStreams; ++s) {
          const Child& child = children[s];
          writer.append(child.columns, child.left, child.right, child.next, kept[s]);
        }
        full = writer.full();
      }
      if constexpr (!Lanes::kStreamsInRegisters) more = reader.refill();
    }
    reader.save();
    if constexpr (kRowsLeft > 2) writer.save();
    if constexpr (kRowsLeft == 2) tally_.solutions += Lanes::sum(ways);
    if constexpr (!kDrain) tally_.nodes += steps * (kStreams * std::size_t{Lanes::kWidth});
    return full;
  }

  // Places a queen in every lane of a stream that has a candidate.
  template <bool kAdjacent, bool kDrain, typename Reader>
  [[gnu::always_inline]] Child place(Reader& reader, std::size_t s, const Row* rows) noexcept {
    const Vector queen = reader.take(s);
    Child child;
    child.columns = Lanes::either(reader.columns(s), queen);
    child.left = shift_left<kAdjacent>(Lanes::either(reader.left(s), queen), rows[0].gap);
    child.right = shift_right<kAdjacent>(Lanes::either(reader.right(s), queen), rows[0].gap);
    child.next = Lanes::open(rows[1].free, child.columns, child.left, child.right);
    if constexpr (kDrain) {
      // Lanes that hold no state any more make no child.
      const typename Lanes::Mask placed = Lanes::nonzero(queen);
      child.next = Lanes::only(placed, child.next);
      tally_.nodes += static_cast<std::uint64_t>(Lanes::count(placed));
    }
    return child;
  }

  // The lanes of children that may have a completion.
  template <int kRowsLeft, bool kAdjacent>
  [[gnu::always_inline]] static typename Lanes::Mask promising(const Child& child,
                                                               const Row* rows) noexcept {
    Vector left = child.left;
    Vector right = child.right;
    Vector least = child.next;                                  // 0 where a row has no candidate
    Vector covered = Lanes::either(child.columns, child.next);  // columns taken or candidates
    constexpr int kSeen = rows_seen(kRowsLeft);
#pragma GCC unroll 4
    for (int k = 1; k < kSeen; ++k) {
      left = shift_left<kAdjacent>(left, rows[k].gap);
      right = shift_right<kAdjacent>(right, rows[k].gap);
      const Vector candidates = Lanes::open(rows[k + 1].free, child.columns, left, right);
      least = Lanes::smaller(least, candidates);
      covered = Lanes::either(covered, candidates);
    }
    if constexpr (kRowsLeft > kFilteredRows) return Lanes::nonzero(least);
    return Lanes::nonzero_and_full(least, covered);
  }

  // With two rows and two columns left: at most two ways to place the queens, and none if the
  // columns are as far apart as the rows.
  template <bool kAdjacent>
  [[gnu::always_inline]] static Vector add_ways(Vector ways, const Child& child,
                                                const Row* rows) noexcept {
    const Vector open = Lanes::complement(child.columns);
    const Vector attacked = Lanes::both(open, shift_right<kAdjacent>(open, rows[1].gap));
    const Vector attackers = Lanes::either(attacked, shift_left<kAdjacent>(attacked, rows[1].gap));
    const Vector first = Lanes::but(child.next, attackers);
    const Vector last =
        Lanes::open(rows[2].free, child.columns, shift_left<kAdjacent>(child.left, rows[1].gap),
                    shift_right<kAdjacent>(child.right, rows[1].gap));
    const Vector covered = Lanes::either(child.columns, Lanes::either(first, last));
    const Vector common = Lanes::both(first, last);
    ways = Lanes::add_one(ways, Lanes::nonzero_and_full(Lanes::smaller(first, last), covered));
    return Lanes::add_one_where_equal(ways, common, open);
  }

  template <bool kAdjacent>
  [[gnu::always_inline]] static Vector shift_left(Vector v,
                                                  const typename Lanes::Distance& gap) noexcept {
    return kAdjacent ? Lanes::shift_left_by_one(v) : Lanes::shift_left(v, gap);
  }
  template <bool kAdjacent>
  [[gnu::always_inline]] static Vector shift_right(Vector v,
                                                   const typename Lanes::Distance& gap) noexcept {
    return kAdjacent ? Lanes::shift_right_by_one(v) : Lanes::shift_right(v, gap);
  }

  Level& level(int i) noexcept {
    return levels_[static_cast<std::size_t>(i)];
  }

  // At most three candidates in a row that leaves two, at most two ways for each: what one lane
  // may count in one call of `advance`.
  static constexpr std::uint64_t kMostWays = std::uint64_t{Level::kMostStates} * 3 * 2;
  static_assert(kMostWays < (std::uint64_t{1} << kLaneBits), "a lane's counter must not overflow");

  // NOLINTNEXTLINE(modernize-avoid-c-arrays): its length is not a constant.
  std::unique_ptr<Level[]> levels_;
  std::array<Row, kRows> rows_{};
  std::array<int, kRows> gaps_{};
  std::array<bool, kRows> adjacent_{};
  std::uint32_t open_columns_ = 0;  // from the lowest one on
  int lowest_ = 0;
  int open_rows_ = 0;
  const CancelToken* cancel_ = nullptr;
  Tally tally_;
};

}  // namespace queens
