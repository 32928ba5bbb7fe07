#include "plan/edge_class.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

namespace queens {
namespace {

constexpr unsigned kPlaceBits = kEdgePlacementBits / 4;
constexpr unsigned kPlaceMask = (1U << kPlaceBits) - 1;

constexpr unsigned kTop = 0;  // then clockwise: right, bottom, left
constexpr unsigned kBottom = 2;

constexpr unsigned shift_of(unsigned edge) {
  return kPlaceBits * (3 - edge);
}

Square square_on(unsigned edge, int place, int size) {
  const int across = edge == kTop || edge == 3 ? 0 : size - 1;
  return edge == kTop || edge == kBottom ? Square{across, place} : Square{place, across};
}

// The same square is no conflict: that is a corner queen, seen from its two edges. A queen in a
// corner that serves only one of them is in conflict with the other edge's queen.
bool conflict(Square a, Square b) {
  if (a == b) return false;
  return a.row == b.row || a.column == b.column ||
         std::abs(a.row - b.row) == std::abs(a.column - b.column);
}

// How one symmetry maps edge placements.
class EdgeMap {
 public:
  EdgeMap(Symmetry symmetry, int size) {
    for (unsigned edge = 0; edge < 4; ++edge) {
      const unsigned to = image_of(edge, symmetry, size);
      if (to == kTop) to_top_ = edge;
      for (int place = 0; place < size; ++place) {
        const Square image = apply(symmetry, square_on(edge, place, size), size);
        const int on_edge = to == kTop || to == kBottom ? image.column : image.row;
        bits_[edge][static_cast<std::size_t>(place)] = static_cast<std::uint32_t>(on_edge)
                                                       << shift_of(to);
      }
    }
  }

  [[nodiscard]] EdgePlacement operator()(EdgePlacement placement) const noexcept {
    EdgePlacement image = 0;
    for (unsigned edge = 0; edge < 4; ++edge) {
      image |= bits_[edge][(placement >> shift_of(edge)) & kPlaceMask];
    }
    return image;
  }

  /// The edge whose image is the top edge, and the place there of its queen's image.
  [[nodiscard]] unsigned to_top() const noexcept { return to_top_; }
  [[nodiscard]] std::uint32_t top_place(std::size_t place) const noexcept {
    return bits_[to_top_][place] >> shift_of(kTop);
  }

 private:
  // The two ends of an edge tell where it goes. On a 1 x 1 board all edges are the same square and
  // any permutation will do, so an edge stays where it is.
  static unsigned image_of(unsigned edge, Symmetry symmetry, int size) {
    if (size == 1) return edge;
    const Square first = apply(symmetry, square_on(edge, 0, size), size);
    const Square last = apply(symmetry, square_on(edge, size - 1, size), size);
    unsigned to = 0;
    while (!covers(to, first, size) || !covers(to, last, size)) ++to;
    return to;
  }

  static bool covers(unsigned edge, Square square, int size) {
    return square == square_on(edge, 0, size) || square == square_on(edge, size - 1, size);
  }

  unsigned to_top_ = kTop;
  // bits_[e][p]: what the queen at place p of edge e contributes to the image.
  std::array<std::array<std::uint32_t, Board::kMaxSize>, 4> bits_{};
};

class ClassEnumerator {
 public:
  ClassEnumerator(const Board& board, const CancelToken& cancel,
                  const std::function<void(const EdgeClass&)>& visit)
      : board_(board), cancel_(cancel), visit_(visit) {
    const SymmetryGroup group(board);
    for (auto& places : least_top_) places.fill(kPlaceMask);
    for (const Symmetry symmetry : kAllSymmetries) {
      if (symmetry == Symmetry::identity || !group.contains(symmetry)) continue;
      const EdgeMap& map = maps_.emplace_back(symmetry, board.size());
      auto& least = least_top_[map.to_top()];
      for (std::size_t place = 0; place < least.size(); ++place) {
        least[place] = std::min(least[place], map.top_place(place));
      }
    }
  }

  void run() { extend(0, 0); }

 private:
  // Places the queen of one edge after the other.
  void extend(unsigned edge, EdgePlacement placement) {
    if (edge == 4) return take(placement);
    if (edge == kBottom) cancel_.throw_if_requested();
    const std::uint32_t top = placement >> shift_of(kTop);
    for (int place = 0; place < board_.size(); ++place) {
      // An image with a lesser top queen makes this placement not the least of its orbit, whatever
      // the other edges hold. (The top edge itself: against its own place.)
      const std::uint32_t least = least_top_[edge][static_cast<std::size_t>(place)];
      if (least < (edge == kTop ? static_cast<std::uint32_t>(place) : top)) continue;
      const Square square = square_on(edge, place, board_.size());
      if (!board_.is_free(square) || conflicts(square, edge)) continue;
      queens_[edge] = square;
      extend(edge + 1, placement | (static_cast<std::uint32_t>(place) << shift_of(edge)));
    }
  }

  [[nodiscard]] bool conflicts(Square square, unsigned edges_before) const {
    return std::any_of(queens_.begin(), queens_.begin() + edges_before,
                       [square](Square queen) { return conflict(square, queen); });
  }

  void take(EdgePlacement placement) {
    std::uint32_t fixed_by = 1;  // symmetries that keep the placement: the identity does
    for (const EdgeMap& map : maps_) {
      const EdgePlacement image = map(placement);
      if (image < placement) return;
      if (image == placement) ++fixed_by;
    }
    const auto order = static_cast<std::uint32_t>(maps_.size() + 1);
    visit_({placement, order / fixed_by});
  }

  const Board& board_;
  const CancelToken& cancel_;
  const std::function<void(const EdgeClass&)>& visit_;
  std::vector<EdgeMap> maps_;  // of all symmetries of the board but the identity
  // least_top_[e][p]: the least place of a top queen that an image of a queen at place p of edge e
  // can be.
  std::array<std::array<std::uint32_t, Board::kMaxSize>, 4> least_top_{};
  std::array<Square, 4> queens_;
};

}  // namespace

std::array<Square, 4> edge_queens(EdgePlacement placement, int size) {
  std::array<Square, 4> queens;
  for (unsigned edge = 0; edge < 4; ++edge) {
    const auto place = static_cast<int>((placement >> shift_of(edge)) & kPlaceMask);
    queens[edge] = square_on(edge, place, size);
  }
  return queens;
}

std::size_t most_edge_classes(const Board& board) {
  // By Burnside's lemma: a symmetry other than the identity keeps a placement only where two of its
  // queens say what the others are.
  const auto order = static_cast<std::size_t>(SymmetryGroup(board).order());
  const std::size_t n2 =
      static_cast<std::size_t>(board.size()) * static_cast<std::size_t>(board.size());
  return n2 * n2 / order + n2;
}

void for_each_edge_class(const Board& board, const CancelToken& cancel,
                         const std::function<void(const EdgeClass&)>& visit) {
  ClassEnumerator(board, cancel, visit).run();
}

}  // namespace queens
