// The text form of a board: see parse_board in queens/board.hpp.

#include <optional>
#include <string>

#include "queens/board.hpp"
#include "queens/error.hpp"

namespace queens {
namespace {

constexpr std::string_view kBlanks = " \t\r";

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorCode::invalid_input, message);
}

std::string at_line(int line) {
  return "line " + std::to_string(line);
}

std::string quoted(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) return std::string("'") + c + "'";
  constexpr std::string_view kHex = "0123456789abcdef";
  return std::string("byte 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
}

std::string_view without_trailing_blanks(std::string_view line) {
  const std::size_t last = line.find_last_not_of(kBlanks);
  return last == std::string_view::npos ? std::string_view{} : line.substr(0, last + 1);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

int read_size(std::string_view text, int line) {
  int size = 0;
  for (const char c : text) {
    if (!is_digit(c)) fail(at_line(line) + ": " + quoted(c) + " in the board's size");
    if (size <= Board::kMaxSize) size = size * 10 + (c - '0');
  }
  if (size < 1 || size > Board::kMaxSize) {
    fail(at_line(line) + ": the board's size must be 1 to " + std::to_string(Board::kMaxSize));
  }
  return size;
}

class Parser {
 public:
  explicit Parser(BoardSyntax syntax) : syntax_(syntax) {}

  void take(std::string_view raw, int line) {
    if (syntax_.comments) raw = raw.substr(0, raw.find('#'));
    const std::string_view text = without_trailing_blanks(raw);
    if (text.empty()) return;
    if (!size_seen_) {
      size_seen_ = true;
      if (syntax_.size_line_required || is_digit(text.front())) {
        board_.emplace(read_size(text, line));
        return;
      }
      board_.emplace(row_size(text, line));
    }
    take_row(text, line);
  }

  Board finish() {
    if (!board_) fail("the board is empty");
    if (rows_ < board_->size()) {
      fail("the board ends after " + std::to_string(rows_) + " of " +
           std::to_string(board_->size()) + " rows");
    }
    return *board_;
  }

 private:
  // The first row tells the size. Its characters are checked first, so that a file which is no
  // board at all is called that and not a board of a wrong size.
  [[nodiscard]] int row_size(std::string_view text, int line) const {
    for (std::size_t i = 0; i < text.size(); ++i) check_character(text[i], line, i);
    if (text.size() > Board::kMaxSize) {
      fail(at_line(line) + ": a row of " + std::to_string(text.size()) +
           " squares; the board's size must be 1 to " + std::to_string(Board::kMaxSize));
    }
    return static_cast<int>(text.size());
  }

  void check_character(char c, int line, std::size_t column) const {
    if (c == '*' || c == '.' || (c == 'Q' && syntax_.queens)) return;
    fail(at_line(line) + ", column " + std::to_string(column + 1) + ": " + quoted(c) +
         " is not a square ('*' free, '.' blocked" +
         (syntax_.queens ? ", 'Q' a queen placed there)" : ")"));
  }

  void take_row(std::string_view text, int line) {
    if (rows_ == board_->size()) {
      fail(at_line(line) + ": more than the board's " + std::to_string(rows_) + " rows");
    }
    for (std::size_t i = 0; i < text.size(); ++i) check_character(text[i], line, i);
    if (text.size() != static_cast<std::size_t>(board_->size())) {
      fail(at_line(line) + ": a row of " + std::to_string(text.size()) + " squares instead of " +
           std::to_string(board_->size()));
    }
    for (int column = 0; column < board_->size(); ++column) {
      const char c = text[static_cast<std::size_t>(column)];
      if (c == '.') board_->block({rows_, column});
      if (c == 'Q') board_->place_queen({rows_, column});
    }
    ++rows_;
  }

  BoardSyntax syntax_;
  bool size_seen_ = false;
  std::optional<Board> board_;
  int rows_ = 0;
};

}  // namespace

Board parse_board(std::string_view text, BoardSyntax syntax) {
  if (text.size() > kMaxBoardText) {
    fail("more than " + std::to_string(kMaxBoardText) + " bytes; that is no board");
  }
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Parser parser(syntax);
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    parser.take(text.substr(0, end), line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parser.finish();
}

}  // namespace queens
