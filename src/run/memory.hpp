#pragma once

#include <cstdint>
#include <filesystem>

namespace queens {

/// Bytes of memory that this process may use: the machine's, or the least limit of its control
/// groups (`memory.max`, or `memory.limit_in_bytes` of version 1) or of its address space
/// (RLIMIT_AS), whichever is least. `root` is the file system's root, another one for tests.
std::uint64_t usable_memory(const std::filesystem::path& root = "/");

}  // namespace queens
