#include "kernel/diagonal_order.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace queens {
namespace {

struct Diagonal {
  bool falling = false;
  int place = 0;
  int conflicts = 0;  // pairs of squares, one on each side
};

// Free squares on a diagonal that goes away from the line, a column further with each row.
int free_squares(const Half& part, int size, int column, int step) {
  int squares = 0;
  for (int row = part.rows - 1; row >= 0 && column >= 0 && column < size; --row) {
    squares += static_cast<int>((part.free[static_cast<std::size_t>(row)] >> column) & 1U);
    column += step;
  }
  return squares;
}

std::vector<Diagonal> by_conflicts(int size, const Half& near, const Half& far) {
  std::vector<Diagonal> diagonals;
  for (int place = 0; place + 1 < size; ++place) {
    diagonals.push_back(
        {true, place, free_squares(near, size, place, -1) * free_squares(far, size, place + 1, 1)});
    diagonals.push_back(
        {false, place,
         free_squares(near, size, place + 1, 1) * free_squares(far, size, place, -1)});
  }
  std::sort(diagonals.begin(), diagonals.end(), [](const Diagonal& a, const Diagonal& b) {
    return std::tie(a.conflicts, a.place, a.falling) < std::tie(b.conflicts, b.place, b.falling);
  });
  return diagonals;
}

}  // namespace

DiagonalOrder::DiagonalOrder(int size, const Half& near, const Half& far) : size_(size) {
  std::uint64_t next = 1;
  for (const Diagonal& diagonal : by_conflicts(size, near, far)) {
    (diagonal.falling ? falling_ : rising_)[static_cast<std::size_t>(diagonal.place)] = next;
    next <<= 1U;
  }
}

}  // namespace queens
