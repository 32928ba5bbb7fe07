// Whatever the bytes, reading them as a checkpoint or shard file ends with a file or an Error, and
// a file that was read is written as the same bytes.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "queens/error.hpp"
#include "store/hash.hpp"
#include "store/shard_file.hpp"

namespace {

void read(std::span<const std::uint8_t> bytes) {
  try {
    const std::vector<std::uint8_t> written = queens::encode(queens::decode(bytes));
    if (!std::equal(written.begin(), written.end(), bytes.begin(), bytes.end())) std::abort();
  } catch (const queens::Error& error) {
    if (error.code() != queens::ErrorCode::invalid_input) std::abort();
  }
}

// Puts the right hash at the end of a part of the bytes, so that what is checked after it is
// reached as well.
void repair(std::vector<std::uint8_t>& bytes, std::size_t begin, std::size_t end,
            std::size_t hash_bytes) {
  const std::span<const std::uint8_t> hashed(bytes.data() + begin, end - begin - hash_bytes);
  std::uint64_t hash = queens::hash(hashed);
  for (std::size_t at = end - hash_bytes; at < end; ++at, hash >>= 8U) {
    bytes[at] = static_cast<std::uint8_t>(hash);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read({data, size});
  constexpr std::size_t kRecord = 32;
  constexpr std::size_t kFooter = 24;
  if (size < kFooter) return 0;
  std::vector<std::uint8_t> bytes(data, data + size);
  for (std::size_t end = size - kFooter; end >= kRecord; end -= kRecord) {
    repair(bytes, end - kRecord, end, 4);
    repair(bytes, 0, size, 8);
    read(bytes);
    if (size - end > 4 * kRecord) break;
  }
  return 0;
}
