#include "core/halves.hpp"

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

}  // namespace queens
