#include "queens/board.hpp"

#include <cstdlib>
#include <string>

#include "core/bits.hpp"
#include "queens/error.hpp"

namespace queens {

Board::Board(int size) : size_(size) {
  if (size < 1 || size > kMaxSize) {
    throw Error(ErrorCode::invalid_input, "the board's size must be 1 to " +
                                              std::to_string(kMaxSize) + ", not " +
                                              std::to_string(size));
  }
  for (int row = 0; row < size; ++row) free_[static_cast<std::size_t>(row)] = low_bits(size);
}

void Board::check(Square square) const {
  if (square.row < 0 || square.row >= size_ || square.column < 0 || square.column >= size_) {
    throw Error(ErrorCode::invalid_input,
                "row " + std::to_string(square.row) + ", column " + std::to_string(square.column) +
                    " is not on a board of size " + std::to_string(size_));
  }
}

void Board::block(Square square) {
  check(square);
  free_[static_cast<std::size_t>(square.row)] &= ~bit(square.column);
}

void Board::place_queen(Square square) {
  check(square);
  for (int row = 0; row < size_; ++row) {
    std::uint32_t& free = free_[static_cast<std::size_t>(row)];
    free &= row == square.row ? bit(square.column) : ~attacked(square, row);
  }
}

}  // namespace queens
