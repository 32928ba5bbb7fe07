#pragma once

// What the halves of a board are made of: each is cut once more, into an outer quarter at the
// board's edge and an inner one at the cut between the halves. All placements of a quarter are
// listed by their set of columns, so that the placements of a half on the columns C are those pairs
// from the lists of C1 and C2 = C \ C1 that share no diagonal.
//
// Lists are made row by row: the placements of r rows on a set S are those of the first r - 1 rows
// on S without c, for each c in S that they leave free in row r. That tests less than two
// placements for each that is found, and writes the lists one after another.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "core/halves.hpp"
#include "kernel/diagonal_order.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// Bit 0 of a half's key is no diagonal: it tells padding from keys. See half_join.hpp.
inline constexpr std::uint64_t kPaddingBit = 1;

/// Placements on one set of columns.
struct QuarterList {
  std::size_t size = 0;
  // The diagonals that cross to the other quarter: the 32 likeliest to conflict, and the others.
  const std::uint32_t* likely = nullptr;
  const std::uint32_t* unlikely = nullptr;
  const std::uint64_t* key = nullptr;  // those that cross to the other half, from bit 1 on
};

/// One quarter's placements. Reading past a list's end by up to kReadAhead elements is allowed.
class QuarterLists {
 public:
  static constexpr std::size_t kReadAhead = 72;

  /// What a queen adds to a placement.
  struct Queen {
    std::uint64_t crossing = 0;  ///< diagonals that cross to the other quarter
    std::uint64_t key = 0;       ///< diagonals that cross to the other half
  };
  /// A placement of the first rows, and what it attacks in the next one.
  struct Partial {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    Queen queens;
  };
  /// What listing needs, and may be used for one list after another.
  struct Workspace {
    std::vector<Partial> placed;  ///< on the rows so far,
    std::vector<Partial> next;    ///< and on one more
  };
  struct Row {
    std::uint32_t free = 0;                       ///< columns that a queen may take
    std::array<Queen, Board::kMaxSize> queens{};  ///< by column
  };

  /// Lists the placements on consecutive rows and some of the given columns. Of a crossing,
  /// `unlikely_bits` are the unlikely ones. When the token is triggered before the return, the
  /// lists are worthless.
  void list(const std::vector<Row>& rows, std::uint32_t columns, int unlikely_bits,
            Workspace& workspace, const CancelToken& cancel);

  /// The placements on a set of as many columns as there are rows, by its number: bit i stands for
  /// the i-th of the columns.
  [[nodiscard]] QuarterList at(std::uint32_t set) const {
    const Range range = lists_[set];
    return {.size = range.end - range.begin,
            .likely = likely_.data() + range.begin,
            .unlikely = unlikely_.data() + range.begin,
            .key = key_.data() + range.begin};
  }

 private:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  std::size_t add_row(const Row& row, int queens, const std::vector<int>& columns,
                      Workspace& workspace, const CancelToken& cancel);

  std::vector<Range> lists_;  // by number of the set; those of earlier rows keep theirs
  std::vector<std::uint32_t> likely_;
  std::vector<std::uint32_t> unlikely_;
  std::vector<std::uint64_t> key_;
};

/// A half's quarters.
class HalfLists {
 public:
  /// Which half of the cut, and so on which side of it.
  enum class Side : std::uint8_t { near, far };

  /// Lists the placements on the given columns; worthless when the token is triggered. Memory: see
  /// half_lists_bytes(). Cost: some 15 ns a placement.
  void list(const Halves& halves, Side side, const DiagonalOrder& cut, std::uint32_t columns,
            QuarterLists::Workspace& workspace, const CancelToken& cancel);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int outer_rows() const { return outer_rows_; }
  [[nodiscard]] const QuarterLists& outer() const { return outer_; }
  [[nodiscard]] const QuarterLists& inner() const { return inner_; }
  /// Whether there are diagonals between the quarters beyond the likely ones.
  [[nodiscard]] bool has_unlikely() const { return has_unlikely_; }

  /// The number of a set of the listed columns: bit i stands for the i-th of them.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t set) const;

 private:
  QuarterLists outer_;
  QuarterLists inner_;
  std::uint32_t columns_ = 0;
  int rows_ = 0;
  int outer_rows_ = 0;
  bool has_unlikely_ = false;
};

/// About how many bytes both halves' lists on so many columns each take, and the workspace. An
/// estimate: columns far apart allow more placements, a third of the worst sets several times more.
double quarter_lists_bytes(const Halves& halves, int top_columns, int bottom_columns);

}  // namespace queens
