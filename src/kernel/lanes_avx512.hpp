#pragma once

// Lanes of 512-bit vectors for AVX-512 with BW and VBMI2, which has what the search needs: choices
// of lanes in registers of their own, compress and expand, and logic with three operands. To be
// included by files that are compiled for these instructions only.

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/refilled_level.hpp"

namespace queens {

/// What both widths have in common.
struct Avx512Base {
  struct Vector {
    __m512i bits;
  };

  // There are 32 registers: three streams of four vectors each, and room to work.
  static constexpr std::size_t kStreams = 3;
  static constexpr bool kStreamsInRegisters = true;

  [[gnu::always_inline]] static Vector both(Vector a, Vector b) {
    return {_mm512_and_si512(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Vector either(Vector a, Vector b) {
    return {_mm512_or_si512(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Vector but(Vector a, Vector b) {
    return {_mm512_andnot_si512(b.bits, a.bits)};
  }
  [[gnu::always_inline]] static Vector complement(Vector a) {
    return {_mm512_xor_si512(a.bits, _mm512_set1_epi32(-1))};
  }
  [[gnu::always_inline]] static Vector open(Vector free, Vector a, Vector b, Vector c) {
    constexpr int kFirstAndNeitherOther = 0x10;
    return {_mm512_ternarylogic_epi32(free.bits, _mm512_or_si512(a.bits, b.bits), c.bits,
                                      kFirstAndNeitherOther)};
  }

 protected:
  template <typename Lane>
  static std::uint64_t sum_of(Vector a) {
    alignas(64) std::array<Lane, sizeof(Vector) / sizeof(Lane)> lanes;
    _mm512_store_si512(lanes.data(), a.bits);
    std::uint64_t total = 0;
    for (const Lane lane : lanes) total += lane;
    return total;
  }
};

/// 32 lanes of 16 bits.
struct Avx512Lanes16 : Avx512Base {
  using Lane = std::uint16_t;
  using Mask = __mmask32;
  using Level = RefilledLevel<Avx512Lanes16>;
  static constexpr int kWidth = 32;

  using Distance = Vector;
  static Distance distance(int gap) { return splat(static_cast<Lane>(gap)); }
  [[gnu::always_inline]] static Vector shift_left(Vector a, Distance by) {
    return {_mm512_sllv_epi16(a.bits, by.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right(Vector a, Distance by) {
    return {_mm512_srlv_epi16(a.bits, by.bits)};
  }
  [[gnu::always_inline]] static Vector shift_left_by_one(Vector a) {
    return {_mm512_add_epi16(a.bits, a.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right_by_one(Vector a) {
    return {_mm512_srli_epi16(a.bits, 1)};
  }

  [[gnu::always_inline]] static Vector splat(Lane value) {
    return {_mm512_set1_epi16(static_cast<short>(value))};
  }
  [[gnu::always_inline]] static Vector lowest(Vector a) {
    return {_mm512_and_si512(a.bits, _mm512_sub_epi16(_mm512_setzero_si512(), a.bits))};
  }
  [[gnu::always_inline]] static Vector smaller(Vector a, Vector b) {
    return {_mm512_min_epu16(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Mask nonzero(Vector a) {
    return _mm512_test_epi16_mask(a.bits, a.bits);
  }
  [[gnu::always_inline]] static Mask nonzero_and_full(Vector a, Vector b) {
    return _mm512_mask_cmpeq_epi16_mask(nonzero(a), b.bits, _mm512_set1_epi16(-1));
  }
  [[gnu::always_inline]] static Vector only(Mask mask, Vector a) {
    return {_mm512_maskz_mov_epi16(mask, a.bits)};
  }
  [[gnu::always_inline]] static int count(Mask mask) { return __builtin_popcount(mask); }
  [[gnu::always_inline]] static Vector add_one(Vector total, Mask mask) {
    return {_mm512_mask_add_epi16(total.bits, mask, total.bits, _mm512_set1_epi16(1))};
  }
  [[gnu::always_inline]] static Vector add_one_where_equal(Vector total, Vector a, Vector b) {
    return add_one(total, _mm512_cmpeq_epi16_mask(a.bits, b.bits));
  }
  /// The sum of all lanes, each taken as an unsigned number.
  static std::uint64_t sum(Vector a) { return sum_of<Lane>(a); }

  /// Reads consecutive states of a buffer into the lanes where a vector is 0.
  class Refill {
   public:
    [[gnu::always_inline]] explicit Refill(Vector a)
        : mask_(_mm512_testn_epi16_mask(a.bits, a.bits)) {}
    [[gnu::always_inline]] [[nodiscard]] Vector from(const Lane* buffer, Vector otherwise) const {
      return {_mm512_mask_expand_epi16(otherwise.bits, mask_, _mm512_loadu_si512(buffer))};
    }
    [[gnu::always_inline]] [[nodiscard]] Vector select(Vector a, Vector otherwise) const {
      return {_mm512_mask_mov_epi16(otherwise.bits, mask_, a.bits)};
    }
    [[nodiscard]] std::ptrdiff_t count() const { return __builtin_popcount(mask_); }

   private:
    Mask mask_;
  };

  /// Writes chosen lanes side by side. Compresses in a register and stores all of it, up to a
  /// vector beyond the chosen: compressing to memory is very slow on Zen 4.
  class Pack {
   public:
    [[gnu::always_inline]] explicit Pack(Mask mask) : mask_(mask) {}
    [[gnu::always_inline]] void to(Lane* buffer, Vector a) const {
      _mm512_storeu_si512(buffer, _mm512_maskz_compress_epi16(mask_, a.bits));
    }
    [[nodiscard]] std::ptrdiff_t count() const { return __builtin_popcount(mask_); }

   private:
    Mask mask_;
  };
};

/// 16 lanes of 32 bits.
struct Avx512Lanes32 : Avx512Base {
  using Lane = std::uint32_t;
  using Mask = __mmask16;
  using Level = RefilledLevel<Avx512Lanes32>;
  static constexpr int kWidth = 16;

  using Distance = Vector;
  static Distance distance(int gap) { return splat(static_cast<Lane>(gap)); }
  [[gnu::always_inline]] static Vector shift_left(Vector a, Distance by) {
    return {_mm512_sllv_epi32(a.bits, by.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right(Vector a, Distance by) {
    return {_mm512_srlv_epi32(a.bits, by.bits)};
  }
  [[gnu::always_inline]] static Vector shift_left_by_one(Vector a) {
    return {_mm512_add_epi32(a.bits, a.bits)};
  }
  [[gnu::always_inline]] static Vector shift_right_by_one(Vector a) {
    return {_mm512_srli_epi32(a.bits, 1)};
  }

  [[gnu::always_inline]] static Vector splat(Lane value) {
    return {_mm512_set1_epi32(static_cast<int>(value))};
  }
  [[gnu::always_inline]] static Vector lowest(Vector a) {
    return {_mm512_and_si512(a.bits, _mm512_sub_epi32(_mm512_setzero_si512(), a.bits))};
  }
  [[gnu::always_inline]] static Vector smaller(Vector a, Vector b) {
    return {_mm512_min_epu32(a.bits, b.bits)};
  }
  [[gnu::always_inline]] static Mask nonzero(Vector a) {
    return _mm512_test_epi32_mask(a.bits, a.bits);
  }
  [[gnu::always_inline]] static Mask nonzero_and_full(Vector a, Vector b) {
    return _mm512_mask_cmpeq_epi32_mask(nonzero(a), b.bits, _mm512_set1_epi32(-1));
  }
  [[gnu::always_inline]] static Vector only(Mask mask, Vector a) {
    return {_mm512_maskz_mov_epi32(mask, a.bits)};
  }
  [[gnu::always_inline]] static int count(Mask mask) { return __builtin_popcount(mask); }
  [[gnu::always_inline]] static Vector add_one(Vector total, Mask mask) {
    return {_mm512_mask_add_epi32(total.bits, mask, total.bits, _mm512_set1_epi32(1))};
  }
  [[gnu::always_inline]] static Vector add_one_where_equal(Vector total, Vector a, Vector b) {
    return add_one(total, _mm512_cmpeq_epi32_mask(a.bits, b.bits));
  }
  static std::uint64_t sum(Vector a) { return sum_of<Lane>(a); }

  class Refill {
   public:
    [[gnu::always_inline]] explicit Refill(Vector a)
        : mask_(_mm512_testn_epi32_mask(a.bits, a.bits)) {}
    [[gnu::always_inline]] [[nodiscard]] Vector from(const Lane* buffer, Vector otherwise) const {
      return {_mm512_mask_expand_epi32(otherwise.bits, mask_, _mm512_loadu_si512(buffer))};
    }
    [[gnu::always_inline]] [[nodiscard]] Vector select(Vector a, Vector otherwise) const {
      return {_mm512_mask_mov_epi32(otherwise.bits, mask_, a.bits)};
    }
    [[nodiscard]] std::ptrdiff_t count() const { return __builtin_popcount(mask_); }

   private:
    Mask mask_;
  };

  class Pack {
   public:
    [[gnu::always_inline]] explicit Pack(Mask mask) : mask_(mask) {}
    [[gnu::always_inline]] void to(Lane* buffer, Vector a) const {
      _mm512_storeu_si512(buffer, _mm512_maskz_compress_epi32(mask_, a.bits));
    }
    [[nodiscard]] std::ptrdiff_t count() const { return __builtin_popcount(mask_); }

   private:
    Mask mask_;
  };
};

}  // namespace queens
