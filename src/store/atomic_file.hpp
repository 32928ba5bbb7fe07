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
/// The permissions stay; those of a new file are as the user's mask has them. Two processes may do
/// this at once: one of them is last. Throws Error{io}; the file then has its old bytes, or the new
/// ones where only their being there to stay could not be assured.
void replace_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

/// The file that symbolic links lead to, also where it does not exist yet: to be replaced without
/// replacing the links.
std::filesystem::path behind_links(std::filesystem::path path);

/// The bytes of a file, none where there is no such file. Throws Error: io, invalid_input for one
/// that is no regular file or has more than 2^32 bytes.
std::optional<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path);

/// Creates the folder and those above it, to stay. Throws Error{io}.
void create_folder(const std::filesystem::path& folder);

/// Removes what replace_file() left beside the path when its process was killed. Files that a
/// living process is writing stay.
void remove_leftovers(const std::filesystem::path& path);

}  // namespace queens
