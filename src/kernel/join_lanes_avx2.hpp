#pragma once

// The join's steps for AVX2. To be included by files that are compiled for it only.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/avx2_tables.hpp"
#include "kernel/quarter_lists.hpp"

namespace queens {

/// A window is four bits of a key. A block is 32 keys of the top half, a vector of bytes for each
/// window. A group is 8 keys of the bottom half: for each window and each of its 16 values, which
/// of the 8 have no bit of it, a byte. So one vpshufb tells of 8 x 32 pairs whether they are
/// disjoint in a window.
struct Avx2JoinLanes {
  static constexpr std::size_t kBlockKeys = 32;
  static constexpr std::size_t kGroupKeys = 8;
  static constexpr std::size_t kGroupsTogether = 4;
  static constexpr int kWindowBits = 4;
  static constexpr std::array kWindowCounts = {4, 6, 7, 8, 16};
  static constexpr int kMostWindows = 8;  ///< beyond, a window costs a load more

  static constexpr bool kCanExtract = true;
  /// The bits of a word that are set in the mask, side by side.
  [[gnu::always_inline]] static std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
    return _pext_u64(word, mask);
  }

  static constexpr std::size_t block_bytes(int windows) {
    return 32 * static_cast<std::size_t>(windows);
  }
  static constexpr std::size_t group_bytes(int windows) {
    return 16 * static_cast<std::size_t>(windows);
  }

  /// Which placements have no bit of either kind in common with the given ones, the first at bit 0;
  /// at most 64. Without kUnlikely there are none of that kind. Reads further placements, and
  /// tells anything of them.
  template <bool kUnlikely>
  [[gnu::always_inline]] static std::uint64_t disjoint(const std::uint32_t* likely,
                                                       const std::uint32_t* unlikely,
                                                       std::size_t count, std::uint32_t with_likely,
                                                       std::uint32_t with_unlikely) {
    const __m256i all_likely = _mm256_set1_epi32(static_cast<int>(with_likely));
    const __m256i all_unlikely = _mm256_set1_epi32(static_cast<int>(with_unlikely));
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < count; i += 8) {
      __m256i common = _mm256_and_si256(all_likely, load(likely + i));
      if constexpr (kUnlikely) {
        common = _mm256_or_si256(common, _mm256_and_si256(all_unlikely, load(unlikely + i)));
      }
      const __m256i none = _mm256_cmpeq_epi32(common, _mm256_setzero_si256());
      const auto lanes = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(none)));
      result |= std::uint64_t{lanes} << i;
    }
    return result;
  }

  /// Appends those keys whose bit is clear; returns the end. Writes up to three elements beyond.
  [[gnu::always_inline]] static std::uint64_t* keep_clear(const std::uint64_t* keys,
                                                          std::size_t count, int bit,
                                                          std::uint64_t* out) {
    const __m128i to_sign = _mm_cvtsi32_si128(63 - bit);
    for (std::size_t i = 0; i < count; i += 4) {
      const __m256i four = load(keys + i);
      const __m256i sign = _mm256_sll_epi64(four, to_sign);
      auto kept = ~static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(sign))) & 0xfU;
      if (count - i < 4) kept &= (1U << (count - i)) - 1;
      store(out, _mm256_permutevar8x32_epi32(four, pack_indices(kept)));
      out += __builtin_popcount(kept);
    }
    return out;
  }

  template <int kWindows>
  static void make_block(const std::uint64_t* keys, std::size_t count, std::uint8_t* block) {
    alignas(32) std::array<std::uint64_t, kBlockKeys> padded;
    if (count < kBlockKeys) {
      std::copy_n(keys, count, padded.begin());
      std::fill(padded.begin() + count, padded.end(), kPaddingBit);
      keys = padded.data();
    }
    make_planes<std::min(kWindows, 8), false>(keys, block);
    if constexpr (kWindows > 8) make_planes<kWindows - 8, true>(keys, block + block_bytes(8));
  }

  template <int kWindows>
  static void make_group(const std::uint64_t* keys, std::size_t count, std::uint8_t* group) {
    alignas(32) std::array<std::uint64_t, kGroupKeys> padded;
    if (count < kGroupKeys) {
      std::copy_n(keys, count, padded.begin());
      std::fill(padded.begin() + count, padded.end(), 0);
      keys = padded.data();
    }
    make_tables<std::min(kWindows, 8), false>(keys, group);
    if constexpr (kWindows > 8) make_tables<kWindows - 8, true>(keys, group + group_bytes(8));
    // In the first window no block's key fits padding.
    const auto valid = static_cast<char>((1U << count) - 1);
    const __m128i first = _mm_load_si128(reinterpret_cast<const __m128i*>(group));
    _mm_store_si128(reinterpret_cast<__m128i*>(group), _mm_and_si128(first, _mm_set1_epi8(valid)));
  }

  /// Disjoint pairs of the block's keys and the keys of the listed groups, a multiple of
  /// kGroupsTogether.
  template <int kWindows>
  [[gnu::noinline]] static std::uint64_t compare(const std::uint8_t* block,
                                                 const std::uint8_t* groups,
                                                 const std::uint32_t* list, std::size_t count) {
    const auto* const planes = reinterpret_cast<const __m256i*>(block);
    __m256i first = _mm256_load_si256(planes);
    __m256i ones = _mm256_setzero_si256();
    __m256i twos = ones;
    __m256i fours = ones;  // 64-bit counters
    const auto fits = [&](std::uint32_t which) __attribute__((always_inline)) {
      const std::uint8_t* const group = groups + which * group_bytes(kWindows);
      __m256i fit = _mm256_shuffle_epi8(table(group), first);
#pragma GCC unroll 16
      for (int w = 1; w < kWindows; ++w) {
        fit = _mm256_and_si256(fit, _mm256_shuffle_epi8(table(group + 16 * w), planes[w]));
      }
      return fit;
    };
    for (std::size_t i = 0; i < count; i += 4) {
      // A full adder a bit: three bits of the same value make a sum and a carry.
      const __m256i carry = add(ones, fits(list[i]), fits(list[i + 1]));
      const __m256i other_carry = add(ones, fits(list[i + 2]), fits(list[i + 3]));
      fours = _mm256_add_epi64(fours, bits(add(twos, carry, other_carry)));
    }
    const __m256i rest = _mm256_add_epi64(bits(ones), _mm256_slli_epi64(bits(twos), 1));
    return sum(_mm256_add_epi64(_mm256_slli_epi64(fours, 2), rest));
  }

 private:
  template <typename Element>
  [[gnu::always_inline]] static __m256i load(const Element* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  template <typename Element>
  [[gnu::always_inline]] static void store(Element* to, __m256i a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a);
  }

  // For vpermd: moves the chosen ones of four 64-bit lanes to the front.
  [[gnu::always_inline]] static __m256i pack_indices(unsigned chosen) {
    const auto* const entry = kAvx2PairPermutations[chosen].data();
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(entry)));
  }

  // The low (or high) words of eight keys, in the order 0, 1, 4, 5, 2, 3, 6, 7.
  template <bool kHigh>
  [[gnu::always_inline]] static __m256i words(const std::uint64_t* keys) {
    const __m256 a = _mm256_castsi256_ps(load(keys));
    const __m256 b = _mm256_castsi256_ps(load(keys + 4));
    return _mm256_castps_si256(_mm256_shuffle_ps(a, b, kHigh ? 0xdd : 0x88));
  }

  // Within each half of the vector: the lowest bytes of the four words, then the next ones, ...
  [[gnu::always_inline]] static __m256i by_bytes(__m256i words) {
    const __m256i order = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0,
                                           4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm256_shuffle_epi8(words, order);
  }

  template <int kWindows, bool kHigh>
  static void make_planes(const std::uint64_t* keys, std::uint8_t* planes) {
    const __m256i a = by_bytes(words<kHigh>(keys));
    const __m256i b = by_bytes(words<kHigh>(keys + 8));
    const __m256i c = by_bytes(words<kHigh>(keys + 16));
    const __m256i d = by_bytes(words<kHigh>(keys + 24));
    const __m256i ab_low = _mm256_unpacklo_epi32(a, b);
    const __m256i ab_high = _mm256_unpackhi_epi32(a, b);
    const __m256i cd_low = _mm256_unpacklo_epi32(c, d);
    const __m256i cd_high = _mm256_unpackhi_epi32(c, d);
    store_windows<kWindows>(planes, _mm256_unpacklo_epi64(ab_low, cd_low));
    store_windows<kWindows - 2>(planes + 64, _mm256_unpackhi_epi64(ab_low, cd_low));
    store_windows<kWindows - 4>(planes + 128, _mm256_unpacklo_epi64(ab_high, cd_high));
    store_windows<kWindows - 6>(planes + 192, _mm256_unpackhi_epi64(ab_high, cd_high));
  }

  // A byte of 32 keys as two windows, as far as there are so many.
  template <int kWindows>
  [[gnu::always_inline]] static void store_windows(std::uint8_t* planes, __m256i bytes) {
    const __m256i low = _mm256_set1_epi8(15);
    if constexpr (kWindows > 0) store(planes, _mm256_and_si256(bytes, low));
    if constexpr (kWindows > 1) {
      store(planes + 32, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low));
    }
  }

  template <int kWindows, bool kHigh>
  static void make_tables(const std::uint64_t* keys, std::uint8_t* tables) {
    __m256i word = _mm256_permute4x64_epi64(words<kHigh>(keys), 0xd8);  // in the keys' order
    if constexpr (!kHigh) word = _mm256_or_si256(word, _mm256_set1_epi32(kPaddingBit));
    // Byte p of all eight keys, for p = 0 to 3.
    __m256i bytes =
        _mm256_permutevar8x32_epi32(by_bytes(word), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    // which[b], byte p: the keys that have bit b of byte p.
    std::array<int, 8> which;
#pragma GCC unroll 8
    for (std::size_t b = 0; b < 8; ++b) {
      which[7 - b] = _mm256_movemask_epi8(bytes);
      bytes = _mm256_add_epi8(bytes, bytes);
    }
    const __m256i keys_with = _mm256_setr_epi32(which[0], which[1], which[2], which[3], which[4],
                                                which[5], which[6], which[7]);
#pragma GCC unroll 4
    for (int p = 0; p < (kWindows + 1) / 2; ++p) {
      // Value v of a window collides with the keys that have one of its bits.
      __m256i collide = _mm256_setzero_si256();
#pragma GCC unroll 4
      for (int b = 0; b < 4; ++b) {
        collide = _mm256_or_si256(collide, _mm256_shuffle_epi8(keys_with, value_bits(b, p)));
      }
      const __m256i fit = _mm256_xor_si256(collide, _mm256_set1_epi8(-1));
      if (2 * p + 1 < kWindows) {
        store(tables + 32 * p, fit);
      } else {
        _mm_store_si128(reinterpret_cast<__m128i*>(tables + 32 * p), _mm256_castsi256_si128(fit));
      }
    }
  }

  // For vpshufb: for each value with bit b, the place of byte p of which[b]; else none.
  [[gnu::always_inline]] static __m256i value_bits(int b, int p) {
    const auto& with = kWithBit[static_cast<std::size_t>(b)];
    const __m128i has = _mm_load_si128(reinterpret_cast<const __m128i*>(with.data()));
    const __m128i place =
        _mm_or_si128(_mm_andnot_si128(has, _mm_set1_epi8(-128)),
                     _mm_and_si128(has, _mm_set1_epi8(static_cast<char>(4 * b + p))));
    return _mm256_broadcastsi128_si256(place);
  }
  // All ones in the bytes v = 0 to 15 that have bit b.
  alignas(16) static constexpr std::array<std::array<std::uint64_t, 2>, 4> kWithBit = {{
      {0xff00ff00ff00ff00, 0xff00ff00ff00ff00},
      {0xffff0000ffff0000, 0xffff0000ffff0000},
      {0xffffffff00000000, 0xffffffff00000000},
      {0, ~std::uint64_t{0}},
  }};

  [[gnu::always_inline]] static __m256i table(const std::uint8_t* from) {
    return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(from)));
  }

  [[gnu::always_inline]] static __m256i add(__m256i& sum, __m256i a, __m256i b) {
    const __m256i one = _mm256_xor_si256(sum, a);
    const __m256i carry = _mm256_or_si256(_mm256_and_si256(sum, a), _mm256_and_si256(one, b));
    sum = _mm256_xor_si256(one, b);
    return carry;
  }

  // Set bits in each 64-bit lane.
  [[gnu::always_inline]] static __m256i bits(__m256i a) {
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                            2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i in_low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a, low));
    const __m256i in_high =
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(a, 4), low));
    return _mm256_sad_epu8(_mm256_add_epi8(in_low, in_high), _mm256_setzero_si256());
  }

  static std::uint64_t sum(__m256i a) {
    return static_cast<std::uint64_t>(_mm256_extract_epi64(a, 0)) +
           static_cast<std::uint64_t>(_mm256_extract_epi64(a, 1)) +
           static_cast<std::uint64_t>(_mm256_extract_epi64(a, 2)) +
           static_cast<std::uint64_t>(_mm256_extract_epi64(a, 3));
  }
};

}  // namespace queens
