#pragma once

// Tables that make up for the compress and expand instructions that AVX2 lacks.

#include <array>
#include <cstdint>

namespace queens {

/// For each choice of 8 lanes, which lane goes to which place and the reverse.
template <typename Entry>
struct Avx2Tables {
  std::array<Entry, 256> pack;    ///< place k takes which lane; by the lanes that are NOT chosen
  std::array<Entry, 256> expand;  ///< lane k takes which place; by the lanes that are
};

/// Byte indices for vpshufb and 16-bit lanes. Places beyond the chosen lanes become 0.
constexpr Avx2Tables<std::array<std::uint8_t, 16>> avx2_shuffles() {
  constexpr std::uint8_t kNone = 0x80;
  Avx2Tables<std::array<std::uint8_t, 16>> tables{};
  for (unsigned lanes = 0; lanes < 256; ++lanes) {
    std::array<std::uint8_t, 16>& pack = tables.pack[~lanes & 0xffU];
    std::array<std::uint8_t, 16>& expand = tables.expand[lanes];
    for (std::uint8_t& byte : pack) byte = kNone;
    for (std::uint8_t& byte : expand) byte = kNone;
    unsigned place = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      for (const unsigned byte : {0U, 1U}) {
        pack[2 * place + byte] = static_cast<std::uint8_t>(2 * lane + byte);
        expand[2 * lane + byte] = static_cast<std::uint8_t>(2 * place + byte);
      }
      ++place;
    }
  }
  return tables;
}

/// Lane indices for vpermd and 32-bit lanes, a byte each: widened when read, they take 2 KB a table
/// instead of 8.
constexpr Avx2Tables<std::array<std::uint8_t, 8>> avx2_permutations() {
  Avx2Tables<std::array<std::uint8_t, 8>> tables{};
  for (unsigned lanes = 0; lanes < 256; ++lanes) {
    std::uint8_t place = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      tables.pack[~lanes & 0xffU][place] = lane;
      tables.expand[lanes][lane] = place++;
    }
  }
  return tables;
}

/// Lane indices for vpermd that move the chosen ones of four 64-bit lanes to the front.
constexpr std::array<std::array<std::uint8_t, 8>, 16> avx2_pair_permutations() {
  std::array<std::array<std::uint8_t, 8>, 16> table{};
  for (unsigned lanes = 0; lanes < 16; ++lanes) {
    std::uint8_t place = 0;
    for (std::uint8_t lane = 0; lane < 4; ++lane) {
      if (((lanes >> lane) & 1U) == 0) continue;
      table[lanes][place++] = static_cast<std::uint8_t>(2 * lane);
      table[lanes][place++] = static_cast<std::uint8_t>(2 * lane + 1);
    }
  }
  return table;
}

alignas(64) inline constexpr auto kAvx2PairPermutations = avx2_pair_permutations();
alignas(64) inline constexpr auto kAvx2Shuffles = avx2_shuffles();
alignas(64) inline constexpr auto kAvx2Permutations = avx2_permutations();

}  // namespace queens
