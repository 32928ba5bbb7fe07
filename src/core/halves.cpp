#include "core/halves.hpp"

#include "core/bits.hpp"

namespace queens {

Halves cut_in_halves(const Board& board) {
  const int size = board.size();
  Halves halves{.size = size, .top = {.rows = size - size / 2}, .bottom = {.rows = size / 2}};
  for (int row = 0; row < halves.top.rows; ++row) {
    halves.top.free[static_cast<std::size_t>(row)] = board.free_columns(row);
  }
  for (int row = 0; row < halves.bottom.rows; ++row) {
    halves.bottom.free[static_cast<std::size_t>(row)] = board.free_columns(size - 1 - row);
  }
  return halves;
}

Board board_with_set(const Halves& halves, std::uint32_t set) {
  Board board(halves.size);
  for (int row = 0; row < halves.size; ++row) {
    const bool in_top = row < halves.top.rows;
    const Half& half = in_top ? halves.top : halves.bottom;
    const int place = in_top ? row : halves.size - 1 - row;
    const std::uint32_t free = half.free[static_cast<std::size_t>(place)] & (in_top ? set : ~set);
    for (int column = 0; column < halves.size; ++column) {
      if ((free & bit(column)) == 0) board.block({row, column});
    }
  }
  return board;
}

}  // namespace queens
