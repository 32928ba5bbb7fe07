#pragma once

// Lanes of 256-bit vectors for AVX2, which can neither compress nor expand: both are a byte shuffle
// (16-bit lanes) or a permutation (32-bit lanes) whose indices come from a table. To be included by
// files that are compiled for AVX2 only.

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/avx2_tables.hpp"
#include "kernel/refilled_level.hpp"

namespace queens {

/// What both widths have in common.
struct Avx2Base {
  struct Vector {
    __m256i bits;
  };
  /// A comparison's result is the choice's complement as often as not; here the lanes that are
  /// not chosen are all ones, which suits `v != 0`.
  struct Mask {
    __m256i others;
  };

  static constexpr std::size_t kStreams = 3;
  static constexpr bool kStreamsInRegisters = false;

  [[gnu::always_inline]] static Vector both(Vector a, Vector b) {
    return {_mm256_and_si256(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Vector either(Vector a, Vector b) {
    return {_mm256_or_si256(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Vector but(Vector a, Vector b) {
    return {_mm256_andnot_si256(b.bits, a.bits)};
  }
  [[gnu::always_inline]] static Vector complement(Vector a) {
    return {_mm256_xor_si256(a.bits, _mm256_set1_epi32(-1))};
  }
  [[gnu::always_inline]] static Vector open(Vector free, Vector a, Vector b, Vector c) {
    return but(free, either(either(a, b), c));
  }
  [[gnu::always_inline]] static Vector only(Mask mask, Vector a) {
    return {_mm256_andnot_si256(mask.others, a.bits)};
  }

 protected:
  template <typename Lane>
  static std::uint64_t sum_of(Vector a) {
    alignas(32) std::array<Lane, sizeof(Vector) / sizeof(Lane)> lanes;
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes.data()), a.bits);
    std::uint64_t total = 0;
    for (const Lane lane : lanes) total += lane;
    return total;
  }
};

/// 16 lanes of 16 bits.
struct Avx2Lanes16 : Avx2Base {
  using Lane = std::uint16_t;
  using Level = RefilledLevel<Avx2Lanes16>;
  static constexpr int kWidth = 16;

  /// There is no shift by a vector for 16 bits. A product is a shift too, and unlike the shift by a
  /// register it does not compete with the shuffles.
  struct Distance {
    Vector left, right;
  };
  static Distance distance(int gap) {
    return {splat(static_cast<Lane>(1U << gap)), splat(static_cast<Lane>(0x10000U >> gap))};
  }
  [[gnu::always_inline]] static Vector shift_left(Vector a, const Distance& by) {
    return {_mm256_mullo_epi16(a.bits, by.left.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right(Vector a, const Distance& by) {
    return {_mm256_mulhi_epu16(a.bits, by.right.bits)};
  }
  [[gnu::always_inline]] static Vector shift_left_by_one(Vector a) {
    return {_mm256_add_epi16(a.bits, a.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right_by_one(Vector a) {
    return {_mm256_srli_epi16(a.bits, 1)};
  }

  [[gnu::always_inline]] static Vector splat(Lane value) {
    return {_mm256_set1_epi16(static_cast<short>(value))};
  }
  [[gnu::always_inline]] static Vector lowest(Vector a) {
    return {_mm256_and_si256(a.bits, _mm256_sub_epi16(_mm256_setzero_si256(), a.bits))};
  }
  [[gnu::always_inline]] static Vector smaller(Vector a, Vector b) {
    return {_mm256_min_epu16(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Mask nonzero(Vector a) {
    return {_mm256_cmpeq_epi16(a.bits, _mm256_setzero_si256())};
  }
  [[gnu::always_inline]] static Mask nonzero_and_full(Vector a, Vector b) {
    const __m256i full = _mm256_cmpeq_epi16(b.bits, _mm256_set1_epi16(-1));
    return nonzero({_mm256_and_si256(a.bits, full)});
  }
  [[gnu::always_inline]] static int count(Mask mask) {
    const auto bytes = static_cast<unsigned>(_mm256_movemask_epi8(mask.others));
    return (32 - __builtin_popcount(bytes)) / 2;
  }
  [[gnu::always_inline]] static Vector add_one(Vector sum, Mask mask) {
    const __m256i one = _mm256_andnot_si256(mask.others, _mm256_set1_epi16(1));
    return {_mm256_add_epi16(sum.bits, one)};
  }
  [[gnu::always_inline]] static Vector add_one_where_equal(Vector sum, Vector a, Vector b) {
    return {_mm256_sub_epi16(sum.bits, _mm256_cmpeq_epi16(a.bits, b.bits))};
  }
  /// The sum of all lanes, each taken as an unsigned number.
  static std::uint64_t sum(Vector a) { return sum_of<Lane>(a); }

 private:
  using Bytes = std::array<std::uint8_t, 16>;

  static constexpr std::ptrdiff_t kHalf = kWidth / 2;

  // Both halves' choices of 8 lanes, and the shuffle that their table entries make.
  struct Halves {
    explicit Halves(__m256i lanes) {
      const auto bits = static_cast<unsigned>(
          _mm256_movemask_epi8(_mm256_packs_epi16(lanes, _mm256_setzero_si256())));
      low = bits & 0xffU;
      high = (bits >> 16U) & 0xffU;
    }
    [[gnu::always_inline]] [[nodiscard]] __m256i indices(
        const std::array<Bytes, 256>& table) const {
      const auto* entries = reinterpret_cast<const __m128i*>(table.data());
      return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(entries + low)),
                                     _mm_load_si128(entries + high), 1);
    }
    std::size_t low, high;
  };

 public:
  /// Reads consecutive states of a buffer into the lanes where a vector is 0.
  class Refill {
   public:
    [[gnu::always_inline]] explicit Refill(Vector a)
        : lanes_(_mm256_cmpeq_epi16(a.bits, _mm256_setzero_si256())) {
      const Halves halves(lanes_);
      indices_ = halves.indices(kAvx2Shuffles.expand);
      first_ = __builtin_popcountll(halves.low);
      count_ = first_ + std::ptrdiff_t{__builtin_popcountll(halves.high)};
    }
    [[gnu::always_inline]] [[nodiscard]] Vector from(const Lane* buffer, Vector otherwise) const {
      const auto* low = reinterpret_cast<const __m128i*>(buffer);
      const auto* high = reinterpret_cast<const __m128i*>(buffer + first_);
      const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(low)),
                                                   _mm_loadu_si128(high), 1);
      return select({_mm256_shuffle_epi8(both, indices_)}, otherwise);
    }
    [[gnu::always_inline]] [[nodiscard]] Vector select(Vector a, Vector otherwise) const {
      return {_mm256_blendv_epi8(otherwise.bits, a.bits, lanes_)};
    }
    [[nodiscard]] std::ptrdiff_t count() const { return count_; }

   private:
    __m256i lanes_;
    __m256i indices_;
    std::ptrdiff_t first_, count_;
  };

  /// Writes chosen lanes side by side. Writes up to a vector beyond them.
  class Pack {
   public:
    [[gnu::always_inline]] explicit Pack(Mask mask) {
      const Halves others(mask.others);
      indices_ = others.indices(kAvx2Shuffles.pack);
      first_ = kHalf - std::ptrdiff_t{__builtin_popcountll(others.low)};
      count_ = first_ + kHalf - std::ptrdiff_t{__builtin_popcountll(others.high)};
    }
    [[gnu::always_inline]] void to(Lane* buffer, Vector a) const {
      const __m256i packed = _mm256_shuffle_epi8(a.bits, indices_);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(buffer), _mm256_castsi256_si128(packed));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(buffer + first_),
                       _mm256_extracti128_si256(packed, 1));
    }
    [[nodiscard]] std::ptrdiff_t count() const { return count_; }

   private:
    __m256i indices_;
    std::ptrdiff_t first_, count_;
  };
};

/// 8 lanes of 32 bits.
struct Avx2Lanes32 : Avx2Base {
  using Lane = std::uint32_t;
  using Level = RefilledLevel<Avx2Lanes32>;
  static constexpr int kWidth = 8;

  struct Distance {
    Vector by;
  };
  static Distance distance(int gap) { return {splat(static_cast<Lane>(gap))}; }
  [[gnu::always_inline]] static Vector shift_left(Vector a, const Distance& distance) {
    return {_mm256_sllv_epi32(a.bits, distance.by.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right(Vector a, const Distance& distance) {
    return {_mm256_srlv_epi32(a.bits, distance.by.bits)};
  }
  [[gnu::always_inline]] static Vector shift_left_by_one(Vector a) {
    return {_mm256_add_epi32(a.bits, a.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right_by_one(Vector a) {
    return {_mm256_srli_epi32(a.bits, 1)};
  }

  [[gnu::always_inline]] static Vector splat(Lane value) {
    return {_mm256_set1_epi32(static_cast<int>(value))};
  }
  [[gnu::always_inline]] static Vector lowest(Vector a) {
    return {_mm256_and_si256(a.bits, _mm256_sub_epi32(_mm256_setzero_si256(), a.bits))};
  }
  [[gnu::always_inline]] static Vector smaller(Vector a, Vector b) {
    return {_mm256_min_epu32(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Mask nonzero(Vector a) {
    return {_mm256_cmpeq_epi32(a.bits, _mm256_setzero_si256())};
  }
  [[gnu::always_inline]] static Mask nonzero_and_full(Vector a, Vector b) {
    const __m256i full = _mm256_cmpeq_epi32(b.bits, _mm256_set1_epi32(-1));
    return nonzero({_mm256_and_si256(a.bits, full)});
  }
  [[gnu::always_inline]] static int count(Mask mask) {
    return 8 - __builtin_popcountll(lanes_of(mask.others));
  }
  [[gnu::always_inline]] static Vector add_one(Vector sum, Mask mask) {
    const __m256i one = _mm256_andnot_si256(mask.others, _mm256_set1_epi32(1));
    return {_mm256_add_epi32(sum.bits, one)};
  }
  [[gnu::always_inline]] static Vector add_one_where_equal(Vector sum, Vector a, Vector b) {
    return {_mm256_sub_epi32(sum.bits, _mm256_cmpeq_epi32(a.bits, b.bits))};
  }
  static std::uint64_t sum(Vector a) { return sum_of<Lane>(a); }

 private:
  using Bytes = std::array<std::uint8_t, 8>;

  [[gnu::always_inline]] static std::size_t lanes_of(__m256i lanes) {
    return static_cast<std::size_t>(_mm256_movemask_ps(_mm256_castsi256_ps(lanes)));
  }
  [[gnu::always_inline]] static __m256i indices(const Bytes& bytes) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes.data())));
  }

 public:
  class Refill {
   public:
    [[gnu::always_inline]] explicit Refill(Vector a)
        : lanes_(_mm256_cmpeq_epi32(a.bits, _mm256_setzero_si256())) {
      const std::size_t lanes = lanes_of(lanes_);
      indices_ = indices(kAvx2Permutations.expand[lanes]);
      count_ = __builtin_popcountll(lanes);
    }
    [[gnu::always_inline]] [[nodiscard]] Vector from(const Lane* buffer, Vector otherwise) const {
      const __m256i next = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(buffer));
      return select({_mm256_permutevar8x32_epi32(next, indices_)}, otherwise);
    }
    [[gnu::always_inline]] [[nodiscard]] Vector select(Vector a, Vector otherwise) const {
      return {_mm256_blendv_epi8(otherwise.bits, a.bits, lanes_)};
    }
    [[nodiscard]] std::ptrdiff_t count() const { return count_; }

   private:
    __m256i lanes_;
    __m256i indices_;
    std::ptrdiff_t count_;
  };

  class Pack {
   public:
    [[gnu::always_inline]] explicit Pack(Mask mask) {
      const std::size_t others = lanes_of(mask.others);
      indices_ = indices(kAvx2Permutations.pack[others]);
      count_ = std::ptrdiff_t{kWidth} - std::ptrdiff_t{__builtin_popcountll(others)};
    }
    [[gnu::always_inline]] void to(Lane* buffer, Vector a) const {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(buffer),
                          _mm256_permutevar8x32_epi32(a.bits, indices_));
    }
    [[nodiscard]] std::ptrdiff_t count() const { return count_; }

   private:
    __m256i indices_;
    std::ptrdiff_t count_;
  };
};

}  // namespace queens
