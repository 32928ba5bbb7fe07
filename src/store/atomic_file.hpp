#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace queens {

/// Replaces the file by these bytes, or creates it. Whatever happens meanwhile, to this process or
/// to the machine, it then holds either its old bytes or the new ones; after the return the new
/// ones stay. They are written to a temporary file beside it, which is renamed over it.
///
/// Two processes may do this at once: one of them is last. Throws Error{io}, and then the old file
/// is as it was.
void replace_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

/// The file that symbolic links lead to, also where it does not exist yet: to be replaced without
/// replacing the links.
std::filesystem::path behind_links(std::filesystem::path path);

/// The bytes of a file, none where there is no such file. Throws Error: io, invalid_input for one
/// that is no regular file or has more than 2^32 bytes.
std::optional<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path);

/// Removes what replace_file() left beside the path when its process was killed. Files that a
/// living process is writing stay.
void remove_leftovers(const std::filesystem::path& path);

/// True for the name of a file that replace_file() is writing, or has left.
bool is_temporary(const std::filesystem::path& path);

}  // namespace queens
