#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace queens {

/// A square; row 0 is the top row, column 0 the leftmost.
struct Square {
  int row = 0;
  int column = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

/// What a board's text may hold; see parse_board.
struct BoardSyntax {
  bool size_line_required = false;  ///< the size N must stand before the rows
  bool queens = true;               ///< `Q` places a queen
  bool comments = true;             ///< `#` starts a comment that ends with its line
};

/// An n x n chess board, 1 <= n <= 32, on some of whose squares no queen may stand.
///
/// A queen placed beforehand is blocked squares in disguise: its row keeps its square alone, and
/// every other square it attacks is blocked. So one representation serves empty boards, boards
/// with holes and completion problems.
class Board {
 public:
  static constexpr int kMaxSize = 32;

  /// The empty board of that size. Throws Error{invalid_input} unless 1 <= size <= 32.
  explicit Board(int size);

  [[nodiscard]] int size() const noexcept { return size_; }

  /// Columns of a row that a queen may take: bit c stands for column c. 0 <= row < size().
  [[nodiscard]] std::uint32_t free_columns(int row) const noexcept {
    return free_[static_cast<std::size_t>(row)];
  }
  [[nodiscard]] bool is_free(Square square) const noexcept {
    return ((free_columns(square.row) >> square.column) & 1U) != 0;
  }

  /// Forbids a square. Throws Error{invalid_input} for a square off the board.
  void block(Square square);

  /// Requires a queen on a square. Where an earlier queen attacks it or it is blocked, the board
  /// then has no solution: a hopeless position is not an error. Throws Error{invalid_input} for a
  /// square off the board.
  void place_queen(Square square);

  friend bool operator==(const Board&, const Board&) = default;

 private:
  void check(Square square) const;

  int size_;
  std::array<std::uint32_t, kMaxSize> free_{};
};

/// Reads a board: N rows of N characters, `*` free, `.` blocked, `Q` a queen placed there. Blank
/// lines, trailing blanks, a leading byte order mark and CRLF line ends are accepted, and so is a
/// first line that holds N. Without one the first row's length is the size.
///
/// BoardSyntax can demand that first line and forbid queens and comments.
///
/// Throws Error{invalid_input} that names the line (and the column) of what is wrong: a row of
/// another length, an unknown character, missing or surplus rows, a size outside 1 to 32, a text of
/// more than kMaxBoardText bytes.
Board parse_board(std::string_view text, BoardSyntax syntax = {});

/// The bytes of text that suffice for any board file worth reading; a longer one is refused.
inline constexpr std::size_t kMaxBoardText = 64 * 1024;

}  // namespace queens
