#include "plan/cost.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/bits.hpp"

namespace queens {
namespace {

// Four rows side by side, in vectors of 16 bytes, which every x86-64 and arm64 has. No lane's
// result depends on another lane, so the results are the same everywhere.
constexpr int kLanes = 4;
using Masks [[gnu::vector_size(16)]] = std::uint32_t;
using Counts [[gnu::vector_size(16)]] = std::int32_t;
using Numbers [[gnu::vector_size(16)]] = float;

// Candidates of a level are not independent: squares that survive many rows lie where the earlier
// queens are fewer. Fitted to the node counts of the edge classes for n = 13 to 16.
// This is the root of the weight of an attack, 1.25; the weight where the size alone tells of the
// diagonals follows.
constexpr float kRootOfWeight = 1.1180340F;
constexpr float kFarWeight = 2;

// The largest distance at which two rows' masks are compared.
constexpr int kNear = 9;

// A row with fewer free squares is taken to have as many, so that not even two rows that attack
// each other's every square leave each other nothing.
constexpr float kFewest = 2.3F;

constexpr std::size_t kRows = Board::kMaxSize + kLanes;
using RowNumbers = std::array<float, kRows>;

template <class Vector, class Element>
Vector load(const Element* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

template <class Vector, class Element>
void store(Element* to, Vector vector) {
  std::memcpy(to, &vector, sizeof vector);
}

// Bits set in each four bits.
Masks population_of_4(Masks masks) {
  masks -= (masks >> 1U) & 0x55555555U;
  return (masks & 0x33333333U) + ((masks >> 2U) & 0x33333333U);
}

Numbers sum_of_bytes(Masks masks) {
  masks += masks >> 16U;
  masks += masks >> 8U;
  masks &= 0xffU;
  return __builtin_convertvector(reinterpret_cast<Counts>(masks), Numbers);
}

Numbers populations(Masks masks) {
  masks = population_of_4(masks);
  return sum_of_bytes((masks + (masks >> 4U)) & 0x0f0f0f0fU);
}

Numbers populations(Masks a, Masks b) {
  a = population_of_4(a) + population_of_4(b);
  return sum_of_bytes((a & 0x0f0f0f0fU) + ((a >> 4U) & 0x0f0f0f0fU));
}

}  // namespace

CostModel::CostModel(int size) : size_(static_cast<unsigned>(size)) {
  const auto n = static_cast<float>(size);
  float spared = 1;  // by the rows more than kNear above
  for (int i = 0; i < size; ++i) {
    if (i > kNear) spared *= 1 - 2 * kFarWeight * static_cast<float>(size - i) / (n * n);
    for (int rows = i + 1; rows <= size; ++rows) {
      const float columns = 1 - static_cast<float>(i) / static_cast<float>(rows);
      kept_[static_cast<std::size_t>(rows)][static_cast<std::size_t>(i)] = columns * spared;
    }
  }
}

Estimate CostModel::nodes(const Rows& rows, std::uint32_t open) const {
  const int first = std::countr_zero(open);
  const int count = static_cast<int>(std::bit_width(open)) - first;
  const std::uint32_t* const free = rows.free.data() + first;

  // Diagonals to the left are looked for in masks moved to the upper end of the word, so that they
  // do not meet those to the right unless the rows are very near.
  const unsigned above = 32 - size_;
  const int apart = std::max(1, static_cast<int>(size_) - 16);

  alignas(16) std::array<std::uint32_t, kRows> high;
  alignas(16) RowNumbers squares;  // free ones of each row
  alignas(16) RowNumbers chance;   // of each of them, times the weight's root
  Counts empty{};                  // -1 for each row without a free square
  const int padded = (count + kLanes - 1) / kLanes * kLanes;
  for (int i = 0; i < padded; i += kLanes) {
    const auto masks = load<Masks>(free + i);
    const Numbers free_squares = populations(masks);
    empty += masks == 0;
    store(high.data() + i, masks << above);
    store(squares.data() + i, free_squares);
    store(chance.data() + i,
          kRootOfWeight / (free_squares > kFewest ? free_squares : Numbers{} + kFewest));
  }
  if (empty[0] + empty[1] + empty[2] + empty[3] != population(open) - padded) return {};
  store(high.data() + padded, Masks{});
  store(chance.data() + padded, Numbers{});

  // spared[distance][kLanes + i]: what rows i and i + distance leave of each other.
  std::array<std::array<float, kLanes + kRows>, Board::kMaxSize> spared;
  const int distances = std::min(count, kNear + 1);
  for (int distance = 1; distance < distances; ++distance) {
    store(spared[static_cast<std::size_t>(distance)].data(), Numbers{} + 1.0F);
  }
  alignas(16) RowNumbers going_up;  // candidates in each row, before columns are taken
  for (int i = 0; i < padded; i += kLanes) {
    const auto masks = load<Masks>(free + i);
    const auto high_masks = load<Masks>(high.data() + i);
    const auto chances = load<Numbers>(chance.data() + i);
    auto candidates = load<Numbers>(squares.data() + i);
    const auto pair = [&](int distance, Numbers attacks) {
      const Numbers spare =
          1.0F - attacks * (chances * load<Numbers>(chance.data() + i + distance));
      store(spared[static_cast<std::size_t>(distance)].data() + kLanes + i, spare);
      candidates *= spare;
    };
    const int end = std::min(count - i, distances);
    int distance = 1;
    for (; distance < std::min(apart, end); ++distance) {
      const auto others = load<Masks>(free + i + distance);
      pair(distance, populations((masks << static_cast<unsigned>(distance)) & others,
                                 (masks >> static_cast<unsigned>(distance)) & others));
    }
    for (; distance < end; ++distance) {
      pair(distance, populations(((high_masks << static_cast<unsigned>(distance)) &
                                  load<Masks>(high.data() + i + distance)) |
                                 ((masks >> static_cast<unsigned>(distance)) &
                                  load<Masks>(free + i + distance))));
    }
    store(going_up.data() + i, candidates);
  }
  alignas(16) RowNumbers going_down;
  for (int i = 0; i < padded; i += kLanes) {
    auto candidates = load<Numbers>(squares.data() + i);
    const int end = std::min(std::min(i + kLanes, count), distances);
    for (int distance = 1; distance < end; ++distance) {
      candidates *=
          load<Numbers>(spared[static_cast<std::size_t>(distance)].data() + kLanes + i - distance);
    }
    store(going_down.data() + i, candidates);
  }

  const auto levels = static_cast<std::size_t>(population(open));
  const auto& kept = kept_[levels];
  Estimate nodes{1, 1};
  RowNumbers upwards;  // going_up without the settled rows, last row first
  float level = 1;
  for (std::size_t i = 0; i < levels; ++i, open &= open - 1) {
    const auto row = static_cast<std::size_t>(std::countr_zero(open) - first);
    level *= going_down[row] * kept[i];
    nodes.down += level;
    upwards[levels - 1 - i] = going_up[row];
  }
  level = 1;
  for (std::size_t i = 0; i < levels; ++i) {
    level *= upwards[i] * kept[i];
    nodes.up += level;
  }
  return nodes;
}

float CostModel::share(const Rows& rows, std::uint32_t open) {
  constexpr float kScale = 1.0F / 8;  // keeps the product of 32 rows in a float's range
  const int first = std::countr_zero(open);
  const int end = static_cast<int>(std::bit_width(open));
  Counts empty{};  // -1 for each row without a free square
  int seen = 0;
  Numbers product = Numbers{} + 1.0F;
  for (int i = first; i < end; i += kLanes, seen += kLanes) {
    const auto masks = load<Masks>(rows.free.data() + i);
    const Counts none = masks == 0;
    empty += none;
    // An empty one counts as a full factor of 1.
    const Numbers squares = populations(masks) * kScale;
    product *= none ? Numbers{} + 1.0F : squares;
  }
  if (empty[0] + empty[1] + empty[2] + empty[3] != population(open) - seen) return 0;
  return (product[0] * product[1]) * (product[2] * product[3]);
}

float expected_nodes(const Subproblem& problem, const CostModel& model) {
  if (problem.open_rows == 0) return 1;
  Rows rows;
  std::uint32_t open = 0;
  std::uint32_t covered = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.open_rows); ++i) {
    rows.free[problem.row[i]] = problem.free[i];
    open |= bit(problem.row[i]);
    covered |= problem.free[i];
  }
  const std::uint32_t columns = low_bits(problem.size) & ~problem.columns;
  return (covered & columns) == columns ? model.nodes(rows, open).down : 0;
}

}  // namespace queens
