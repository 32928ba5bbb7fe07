#pragma once

// The AVX-512 intrinsics that lanes_avx512.hpp and join_lanes_avx512.hpp use, in plain C++ after
// the pseudocode of Intel's Intrinsics Guide, so that the kernel's logic is tested on any CPU. It
// takes the place of the compiler's header in the files that include it by way of the include path;
// what the compiler makes of the real intrinsics is not tested by this.

#include <array>
#include <cstdint>
#include <cstring>

// NOLINTBEGIN: these names are Intel's.

struct alignas(64) __m512i {
  std::array<std::uint32_t, 16> words;
};
struct alignas(16) __m128i {
  std::array<std::uint8_t, 16> bytes;
};
using __mmask8 = std::uint8_t;
using __mmask16 = std::uint16_t;
using __mmask32 = std::uint32_t;
using __mmask64 = std::uint64_t;

namespace emulated {

template <typename Lane>
constexpr std::size_t kLanes = 64 / sizeof(Lane);

template <typename Lane>
using Lanes = std::array<Lane, kLanes<Lane>>;

template <typename Lane>
Lanes<Lane> lanes(__m512i a) {
  Lanes<Lane> result;
  std::memcpy(result.data(), &a, sizeof(a));
  return result;
}

template <typename Lane>
__m512i vector(const Lanes<Lane>& lanes) {
  __m512i result;
  std::memcpy(&result, lanes.data(), sizeof(result));
  return result;
}

template <typename Lane, typename Operation>
__m512i each(__m512i a, __m512i b, Operation operation) {
  const Lanes<Lane> x = lanes<Lane>(a);
  const Lanes<Lane> y = lanes<Lane>(b);
  Lanes<Lane> result;
  for (std::size_t i = 0; i < kLanes<Lane>; ++i) {
    result[i] = static_cast<Lane>(operation(x[i], y[i]));
  }
  return vector<Lane>(result);
}

template <typename Lane, typename Mask, typename Test>
Mask where(__m512i a, __m512i b, Test test) {
  const Lanes<Lane> x = lanes<Lane>(a);
  const Lanes<Lane> y = lanes<Lane>(b);
  Mask mask = 0;
  for (std::size_t i = 0; i < kLanes<Lane>; ++i) {
    if (test(x[i], y[i])) mask = static_cast<Mask>(mask | (Mask{1} << i));
  }
  return mask;
}

template <typename Lane, typename Mask>
__m512i choose(Mask mask, __m512i yes, __m512i no) {
  Lanes<Lane> result = lanes<Lane>(no);
  const Lanes<Lane> chosen = lanes<Lane>(yes);
  for (std::size_t i = 0; i < kLanes<Lane>; ++i) {
    if (((mask >> i) & 1U) != 0) result[i] = chosen[i];
  }
  return vector<Lane>(result);
}

template <typename Lane, typename Mask>
__m512i compress(Mask mask, __m512i a) {
  Lanes<Lane> result{};
  const Lanes<Lane> from = lanes<Lane>(a);
  std::size_t place = 0;
  for (std::size_t i = 0; i < kLanes<Lane>; ++i) {
    if (((mask >> i) & 1U) != 0) result[place++] = from[i];
  }
  return vector<Lane>(result);
}

template <typename Lane, typename Mask>
__m512i expand(__m512i otherwise, Mask mask, __m512i a) {
  Lanes<Lane> result = lanes<Lane>(otherwise);
  const Lanes<Lane> from = lanes<Lane>(a);
  std::size_t place = 0;
  for (std::size_t i = 0; i < kLanes<Lane>; ++i) {
    if (((mask >> i) & 1U) != 0) result[i] = from[place++];
  }
  return vector<Lane>(result);
}

template <typename Lane>
__m512i splat(Lane value) {
  Lanes<Lane> result;
  result.fill(value);
  return vector<Lane>(result);
}

// Shifts of the lanes' width or more give 0.
template <typename Lane>
Lane shifted_left(Lane a, Lane by) {
  return by < 8 * sizeof(Lane) ? static_cast<Lane>(a << by) : Lane{0};
}
template <typename Lane>
Lane shifted_right(Lane a, Lane by) {
  return by < 8 * sizeof(Lane) ? static_cast<Lane>(a >> by) : Lane{0};
}

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

}  // namespace emulated

inline __m512i _mm512_setzero_si512() {
  return {};
}
inline __m512i _mm512_loadu_si512(const void* from) {
  __m512i a;
  std::memcpy(&a, from, sizeof(a));
  return a;
}
inline __m512i _mm512_load_si512(const void* from) {
  return _mm512_loadu_si512(from);
}
inline void _mm512_storeu_si512(void* to, __m512i a) {
  std::memcpy(to, &a, sizeof(a));
}
inline void _mm512_store_si512(void* to, __m512i a) {
  std::memcpy(to, &a, sizeof(a));
}
inline __m512i _mm512_and_si512(__m512i a, __m512i b) {
  return emulated::each<emulated::U32>(a, b, [](auto x, auto y) { return x & y; });
}
inline __m512i _mm512_or_si512(__m512i a, __m512i b) {
  return emulated::each<emulated::U32>(a, b, [](auto x, auto y) { return x | y; });
}
inline __m512i _mm512_xor_si512(__m512i a, __m512i b) {
  return emulated::each<emulated::U32>(a, b, [](auto x, auto y) { return x ^ y; });
}
inline __m512i _mm512_andnot_si512(__m512i a, __m512i b) {
  return emulated::each<emulated::U32>(a, b, [](auto x, auto y) { return ~x & y; });
}
inline __m512i _mm512_ternarylogic_epi32(__m512i a, __m512i b, __m512i c, int table) {
  __m512i result{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      const unsigned row = ((a.words[i] >> bit) & 1U) << 2U | ((b.words[i] >> bit) & 1U) << 1U |
                           ((c.words[i] >> bit) & 1U);
      result.words[i] |= ((static_cast<unsigned>(table) >> row) & 1U) << bit;
    }
  }
  return result;
}

#define QUEENS_EMULATE_LANES(name, Lane, Mask, Value)                                         \
  inline __m512i _mm512_set1_##name(Value value) {                                            \
    return emulated::splat<Lane>(static_cast<Lane>(value));                                   \
  }                                                                                           \
  inline __m512i _mm512_add_##name(__m512i a, __m512i b) {                                    \
    return emulated::each<Lane>(a, b, [](Lane x, Lane y) { return x + y; });                  \
  }                                                                                           \
  inline __m512i _mm512_sub_##name(__m512i a, __m512i b) {                                    \
    return emulated::each<Lane>(a, b, [](Lane x, Lane y) { return x - y; });                  \
  }                                                                                           \
  inline __m512i _mm512_sllv_##name(__m512i a, __m512i by) {                                  \
    return emulated::each<Lane>(a, by, emulated::shifted_left<Lane>);                         \
  }                                                                                           \
  inline __m512i _mm512_srlv_##name(__m512i a, __m512i by) {                                  \
    return emulated::each<Lane>(a, by, emulated::shifted_right<Lane>);                        \
  }                                                                                           \
  inline __m512i _mm512_srli_##name(__m512i a, unsigned by) {                                 \
    return _mm512_srlv_##name(a, emulated::splat<Lane>(static_cast<Lane>(by)));               \
  }                                                                                           \
  inline Mask _mm512_test_##name##_mask(__m512i a, __m512i b) {                               \
    return emulated::where<Lane, Mask>(a, b, [](Lane x, Lane y) { return (x & y) != 0; });    \
  }                                                                                           \
  inline Mask _mm512_testn_##name##_mask(__m512i a, __m512i b) {                              \
    return emulated::where<Lane, Mask>(a, b, [](Lane x, Lane y) { return (x & y) == 0; });    \
  }                                                                                           \
  inline Mask _mm512_cmpeq_##name##_mask(__m512i a, __m512i b) {                              \
    return emulated::where<Lane, Mask>(a, b, [](Lane x, Lane y) { return x == y; });          \
  }                                                                                           \
  inline Mask _mm512_mask_cmpeq_##name##_mask(Mask mask, __m512i a, __m512i b) {              \
    return static_cast<Mask>(mask & _mm512_cmpeq_##name##_mask(a, b));                        \
  }                                                                                           \
  inline __m512i _mm512_mask_mov_##name(__m512i otherwise, Mask mask, __m512i a) {            \
    return emulated::choose<Lane>(mask, a, otherwise);                                        \
  }                                                                                           \
  inline __m512i _mm512_maskz_mov_##name(Mask mask, __m512i a) {                              \
    return emulated::choose<Lane>(mask, a, __m512i{});                                        \
  }                                                                                           \
  inline __m512i _mm512_mask_add_##name(__m512i otherwise, Mask mask, __m512i a, __m512i b) { \
    return emulated::choose<Lane>(mask, _mm512_add_##name(a, b), otherwise);                  \
  }                                                                                           \
  inline __m512i _mm512_mask_expand_##name(__m512i otherwise, Mask mask, __m512i a) {         \
    return emulated::expand<Lane>(otherwise, mask, a);                                        \
  }                                                                                           \
  inline __m512i _mm512_maskz_compress_##name(Mask mask, __m512i a) {                         \
    return emulated::compress<Lane>(mask, a);                                                 \
  }

QUEENS_EMULATE_LANES(epi16, emulated::U16, __mmask32, short)
QUEENS_EMULATE_LANES(epi32, emulated::U32, __mmask16, int)
QUEENS_EMULATE_LANES(epi64, emulated::U64, __mmask8, long long)
QUEENS_EMULATE_LANES(epi8, emulated::U8, __mmask64, char)

inline __m512i _mm512_min_epu16(__m512i a, __m512i b) {
  return emulated::each<emulated::U16>(a, b, [](auto x, auto y) { return x < y ? x : y; });
}
inline __m512i _mm512_min_epu32(__m512i a, __m512i b) {
  return emulated::each<emulated::U32>(a, b, [](auto x, auto y) { return x < y ? x : y; });
}

inline __m512i _mm512_maskz_set1_epi8(__mmask64 mask, char value) {
  return _mm512_maskz_mov_epi8(mask, _mm512_set1_epi8(value));
}
inline __m512i _mm512_popcnt_epi64(__m512i a) {
  return emulated::each<emulated::U64>(a, a, [](auto x, auto) { return __builtin_popcountll(x); });
}
inline __m128i _mm512_cvtepi64_epi8(__m512i a) {
  __m128i result{};
  const auto from = emulated::lanes<emulated::U64>(a);
  for (std::size_t i = 0; i < 8; ++i) result.bytes[i] = static_cast<std::uint8_t>(from[i]);
  return result;
}
inline void _mm_storel_epi64(__m128i* to, __m128i a) {
  std::memcpy(to, &a, 8);
}
inline __m512i _mm512_permutex2var_epi8(__m512i a, __m512i index, __m512i b) {
  const auto low = emulated::lanes<emulated::U8>(a);
  const auto high = emulated::lanes<emulated::U8>(b);
  return emulated::each<emulated::U8>(index, index, [&low, &high](auto x, auto) {
    return (x & 64U) != 0 ? high[x & 63U] : low[x & 63U];
  });
}
inline std::uint64_t _pext_u64(std::uint64_t word, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (std::uint64_t to = 1; mask != 0; mask &= mask - 1, to <<= 1U) {
    if ((word & mask & (~mask + 1)) != 0) result |= to;
  }
  return result;
}

// NOLINTEND
