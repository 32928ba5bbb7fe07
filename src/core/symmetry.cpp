#include "core/symmetry.hpp"

#include <bit>

namespace queens {

Square apply(Symmetry symmetry, Square square, int size) {
  const int row = square.row;
  const int column = square.column;
  const int last = size - 1;
  switch (symmetry) {
    case Symmetry::identity:
      break;
    case Symmetry::rotate90:
      return {column, last - row};
    case Symmetry::rotate180:
      return {last - row, last - column};
    case Symmetry::rotate270:
      return {last - column, row};
    case Symmetry::mirror:
      return {row, last - column};
    case Symmetry::flip:
      return {last - row, column};
    case Symmetry::transpose:
      return {column, row};
    case Symmetry::antitranspose:
      return {last - column, last - row};
  }
  return square;
}

Board apply(Symmetry symmetry, const Board& board) {
  Board image(board.size());
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column) {
      if (!board.is_free({row, column})) image.block(apply(symmetry, {row, column}, board.size()));
    }
  }
  return image;
}

SymmetryGroup::SymmetryGroup(const Board& board) {
  for (const Symmetry symmetry : kAllSymmetries) {
    if (apply(symmetry, board) == board) {
      members_ = static_cast<std::uint8_t>(members_ | (1U << static_cast<unsigned>(symmetry)));
    }
  }
}

int SymmetryGroup::order() const noexcept {
  return std::popcount(members_);
}

}  // namespace queens
