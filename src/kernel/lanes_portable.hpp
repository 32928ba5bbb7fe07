#pragma once

// Lanes of 128-bit vectors in what GCC and Clang call vector extensions: operators work on whole
// vectors, and become SSE2 on x86-64, NEON on arm64 and plain instructions elsewhere.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernel/rounds_level.hpp"

namespace queens {

/// 8 lanes of 16 bits or 4 of 32.
template <typename LaneType>
struct PortableLanes {
  using Lane = LaneType;
  using Level = RoundsLevel<PortableLanes>;
  static constexpr int kWidth = 16 / sizeof(Lane);
  static constexpr std::size_t kStreams = 1;
  static constexpr bool kStreamsInRegisters = true;

  struct Vector {
    using Bits [[gnu::vector_size(16)]] = Lane;
    Bits bits;
  };
  /// Chosen lanes are all ones.
  struct Mask {
    typename Vector::Bits lanes;
  };
  using Distance = int;

  static Distance distance(int gap) { return gap; }
  [[gnu::always_inline]] static Vector shift_left(Vector a, Distance by) {
    return {a.bits << static_cast<Lane>(by)};
  }
  [[gnu::always_inline]] static Vector shift_right(Vector a, Distance by) {
    return {a.bits >> static_cast<Lane>(by)};
  }
  [[gnu::always_inline]] static Vector shift_left_by_one(Vector a) { return {a.bits + a.bits}; }
  [[gnu::always_inline]] static Vector shift_right_by_one(Vector a) { return {a.bits >> 1}; }

  [[gnu::always_inline]] static Vector splat(Lane value) {
    return {typename Vector::Bits{} + value};
  }
  [[gnu::always_inline]] static Vector both(Vector a, Vector b) { return {a.bits & b.bits}; }
  [[gnu::always_inline]] static Vector either(Vector a, Vector b) { return {a.bits | b.bits}; }
  [[gnu::always_inline]] static Vector but(Vector a, Vector b) { return {a.bits & ~b.bits}; }
  [[gnu::always_inline]] static Vector complement(Vector a) { return {~a.bits}; }
  [[gnu::always_inline]] static Vector open(Vector free, Vector a, Vector b, Vector c) {
    return {free.bits & ~(a.bits | b.bits | c.bits)};
  }
  [[gnu::always_inline]] static Vector lowest(Vector a) { return {a.bits & -a.bits}; }
  /// 0 if one of them is 0, else something else; not the smaller number, for which SSE2 has no
  /// unsigned comparison.
  [[gnu::always_inline]] static Vector smaller(Vector a, Vector b) {
    return {a.bits & ones(b.bits != 0)};
  }

  [[gnu::always_inline]] static Mask nonzero(Vector a) { return {ones(a.bits != 0)}; }
  [[gnu::always_inline]] static Mask nonzero_and_full(Vector a, Vector b) {
    return {ones(a.bits != 0) & ones(~b.bits == 0)};
  }
  [[gnu::always_inline]] static Vector only(Mask mask, Vector a) { return {a.bits & mask.lanes}; }
  static int count(Mask mask) { return static_cast<int>(sum({mask.lanes & 1})); }
  [[gnu::always_inline]] static Vector add_one(Vector total, Mask mask) {
    return {total.bits - mask.lanes};
  }
  [[gnu::always_inline]] static Vector add_one_where_equal(Vector total, Vector a, Vector b) {
    return {total.bits - ones(a.bits == b.bits)};
  }
  /// The sum of all lanes, each taken as an unsigned number.
  static std::uint64_t sum(Vector a) {
    std::uint64_t total = 0;
    for (int lane = 0; lane < kWidth; ++lane) total += a.bits[lane];
    return total;
  }

  /// Writes lane k's four masks to states[k]; columns, left, right and next are that order in
  /// memory.
  template <typename State>
  [[gnu::always_inline]] static void interleave(State* states, Vector columns, Vector left,
                                                Vector right, Vector next) {
    static_assert(sizeof(State) == 4 * sizeof(Lane));
    const auto pairs = interleaved(columns.bits, left.bits);
    const auto others = interleaved(right.bits, next.bits);
    for (std::size_t half = 0; half < 2; ++half) {
      const auto quads = interleaved(as_pairs(pairs[half]), as_pairs(others[half]));
      std::memcpy(states + half * kWidth / 2, quads.data(), sizeof(quads));
    }
  }

  /// The reverse, but for the order of the lanes, which is the same for all four.
  template <typename State>
  [[gnu::always_inline]] static void separate(const State* states, Vector& columns, Vector& left,
                                              Vector& right, Vector& next) {
    // The vectors hold whole states. Taking every other lane twice sorts them by mask.
    std::array<std::array<typename Vector::Bits, 2>, 2> quads;
    std::memcpy(quads.data(), states, sizeof(quads));
    const auto low = parted(quads[0][0], quads[0][1]);  // columns and right, left and next
    const auto high = parted(quads[1][0], quads[1][1]);
    const auto even = parted(low[0], high[0]);
    const auto odd = parted(low[1], high[1]);
    columns.bits = even[0];
    right.bits = even[1];
    left.bits = odd[0];
    next.bits = odd[1];
  }

 private:
  // A comparison's result is signed.
  template <typename Compared>
  [[gnu::always_inline]] static typename Vector::Bits ones(Compared compared) {
    return reinterpret_cast<typename Vector::Bits>(compared);
  }

  // Two lanes as one, to be moved together.
  using Pair = std::conditional_t<sizeof(Lane) == 2, std::uint32_t, std::uint64_t>;
  using Pairs [[gnu::vector_size(16)]] = Pair;
  [[gnu::always_inline]] static Pairs as_pairs(typename Vector::Bits bits) {
    return reinterpret_cast<Pairs>(bits);
  }

  template <typename Bits>
  [[gnu::always_inline]] static std::array<Bits, 2> interleaved(Bits a, Bits b) {
    if constexpr (sizeof(a[0]) == 2) {
      return {__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11),
              __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)};
    } else if constexpr (sizeof(a[0]) == 4) {
      return {__builtin_shufflevector(a, b, 0, 4, 1, 5), __builtin_shufflevector(a, b, 2, 6, 3, 7)};
    } else {
      return {__builtin_shufflevector(a, b, 0, 2), __builtin_shufflevector(a, b, 1, 3)};
    }
  }

  // The even lanes of both, and the odd ones.
  [[gnu::always_inline]] static std::array<typename Vector::Bits, 2> parted(
      typename Vector::Bits a, typename Vector::Bits b) {
    if constexpr (sizeof(Lane) == 2) {
      return {__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
              __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)};
    } else {
      return {__builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7)};
    }
  }
};

using PortableLanes16 = PortableLanes<std::uint16_t>;
using PortableLanes32 = PortableLanes<std::uint32_t>;

}  // namespace queens
