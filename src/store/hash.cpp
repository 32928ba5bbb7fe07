#include "store/hash.hpp"

// Compiled in: the library's users need not install it.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace queens {

std::uint64_t hash(std::span<const std::uint8_t> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace queens
