#pragma once

// The join's steps for AVX-512 with BW, VBMI and VPOPCNTDQ. To be included by files that are
// compiled for these instructions only.

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/quarter_lists.hpp"

namespace queens {

/// A window is seven bits of a key. A block is 64 keys of the top half, a vector of bytes for each
/// window. A group is 8 keys of the bottom half: for each window and each of its 128 values, which
/// of the 8 have no bit of it, a byte. So one vpermi2b tells of 8 x 64 pairs whether they are
/// disjoint in a window.
struct Avx512JoinLanes {
  static constexpr std::size_t kBlockKeys = 64;
  static constexpr std::size_t kGroupKeys = 8;
  static constexpr std::size_t kGroupsTogether = 1;
  static constexpr int kWindowBits = 7;
  static constexpr std::array kWindowCounts = {2, 3, 4, 5, 9};
  static constexpr int kMostWindows = 5;  ///< beyond, the tables of a group fill eight lines more

  static constexpr bool kCanExtract = true;
  /// The bits of a word that are set in the mask, side by side.
  [[gnu::always_inline]] static std::uint64_t extract(std::uint64_t word, std::uint64_t mask) {
    return _pext_u64(word, mask);
  }

  static constexpr std::size_t block_bytes(int windows) {
    return 64 * static_cast<std::size_t>(windows);
  }
  static constexpr std::size_t group_bytes(int windows) {
    return 128 * static_cast<std::size_t>(windows);
  }

  /// Which placements have no bit of either kind in common with the given ones, the first at bit 0;
  /// at most 64. Without kUnlikely there are none of that kind. Reads further placements, and
  /// tells anything of them.
  template <bool kUnlikely>
  [[gnu::always_inline]] static std::uint64_t disjoint(const std::uint32_t* likely,
                                                       const std::uint32_t* unlikely,
                                                       std::size_t count, std::uint32_t with_likely,
                                                       std::uint32_t with_unlikely) {
    const __m512i all_likely = _mm512_set1_epi32(static_cast<int>(with_likely));
    const __m512i all_unlikely = _mm512_set1_epi32(static_cast<int>(with_unlikely));
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < count; i += 16) {
      __mmask16 none = _mm512_testn_epi32_mask(all_likely, _mm512_loadu_si512(likely + i));
      if constexpr (kUnlikely) {
        none &= _mm512_testn_epi32_mask(all_unlikely, _mm512_loadu_si512(unlikely + i));
      }
      result |= std::uint64_t{none} << i;
    }
    return result;
  }

  /// Appends those keys whose bit is clear; returns the end. Writes up to seven elements beyond.
  [[gnu::always_inline]] static std::uint64_t* keep_clear(const std::uint64_t* keys,
                                                          std::size_t count, int bit,
                                                          std::uint64_t* out) {
    const __m512i tested = _mm512_set1_epi64(1LL << bit);
    for (std::size_t i = 0; i < count; i += 8) {
      const __m512i eight = _mm512_loadu_si512(keys + i);
      unsigned kept = _mm512_testn_epi64_mask(eight, tested);
      if (count - i < 8) kept &= (1U << (count - i)) - 1;
      // Compressed in a register, then stored whole: to memory it is very slow on Zen 4.
      _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(static_cast<__mmask8>(kept), eight));
      out += __builtin_popcount(kept);
    }
    return out;
  }

  template <int kWindows>
  static void make_block(const std::uint64_t* keys, std::size_t count, std::uint8_t* block) {
    alignas(64) std::array<std::uint64_t, kBlockKeys> padded;
    if (count < kBlockKeys) {
      std::copy_n(keys, count, padded.begin());
      std::fill(padded.begin() + count, padded.end(), kPaddingBit);
      keys = padded.data();
    }
    const __m512i window = _mm512_set1_epi64(kValues - 1);
    for (std::size_t i = 0; i < kBlockKeys; i += 8) {
      __m512i eight = _mm512_loadu_si512(keys + i);
#pragma GCC unroll 16
      for (int w = 0; w < kWindows; ++w) {
        const __m128i bytes = _mm512_cvtepi64_epi8(_mm512_and_si512(eight, window));
        _mm_storel_epi64(reinterpret_cast<__m128i*>(block + 64 * w + i), bytes);
        eight = _mm512_srli_epi64(eight, kWindowBits);
      }
    }
  }

  template <int kWindows>
  static void make_group(const std::uint64_t* keys, std::size_t count, std::uint8_t* group) {
    for (int w = 0; w < kWindows; ++w) {
      __m512i low = _mm512_setzero_si512();
      __m512i high = low;
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint64_t key = keys[k] | kPaddingBit;
        const auto value = static_cast<char>((key >> (kWindowBits * w)) & (kValues - 1));
        const auto which = static_cast<char>(1U << k);
        const __m512i all = _mm512_set1_epi8(value);
        low = _mm512_or_si512(low, where_disjoint(values(0), all, which));
        high = _mm512_or_si512(high, where_disjoint(values(64), all, which));
      }
      _mm512_store_si512(group + 128 * w, low);
      _mm512_store_si512(group + 128 * w + 64, high);
    }
  }

  /// Disjoint pairs of the block's keys and the keys of the listed groups.
  template <int kWindows>
  [[gnu::noinline]] static std::uint64_t compare(const std::uint8_t* block,
                                                 const std::uint8_t* groups,
                                                 const std::uint32_t* list, std::size_t count) {
    const auto plane = [block](int w) __attribute__((always_inline)) {
      return _mm512_load_si512(block + kBlockKeys * static_cast<std::size_t>(w));
    };
    const __m512i first = plane(0);
    __m512i total = _mm512_setzero_si512();  // in eight counters
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t* const group = groups + list[i] * group_bytes(kWindows);
      __m512i fit = look_up(group, first);
#pragma GCC unroll 16
      for (int w = 1; w < kWindows; ++w) {
        fit = _mm512_and_si512(fit, look_up(group + 128 * w, plane(w)));
      }
      total = _mm512_add_epi64(total, _mm512_popcnt_epi64(fit));
    }
    alignas(64) std::array<std::uint64_t, 8> counters;
    _mm512_store_si512(counters.data(), total);
    std::uint64_t sum = 0;
    for (const std::uint64_t counter : counters) sum += counter;
    return sum;
  }

 private:
  static constexpr std::size_t kValues = std::size_t{1} << kWindowBits;

  [[gnu::always_inline]] static __m512i look_up(const std::uint8_t* table, __m512i values) {
    return _mm512_permutex2var_epi8(_mm512_load_si512(table), values,
                                    _mm512_load_si512(table + 64));
  }

  // Bytes from `first` on, one more each.
  static __m512i values(std::uint8_t first) {
    alignas(64) std::array<std::uint8_t, 64> bytes;
    for (std::uint8_t& byte : bytes) byte = first++;
    return _mm512_load_si512(bytes.data());
  }

  [[gnu::always_inline]] static __m512i where_disjoint(__m512i a, __m512i b, char result) {
    return _mm512_maskz_set1_epi8(_mm512_testn_epi8_mask(a, b), result);
  }
};

}  // namespace queens
