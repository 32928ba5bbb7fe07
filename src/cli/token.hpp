#pragma once

// The secret that a server asks for and its clients show, in a file of its own.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "queens/cancel.hpp"

namespace queens::cli {

/// Characters of a token that `queens serve` asks for.
inline constexpr std::size_t kShortestToken = 16;

/// The token in a file: one line of at least `shortest` visible ASCII characters. UsageError, which
/// begins with `source`, for a file that holds none or cannot be opened.
std::string read_token(const std::string& source, const std::string& path, std::size_t shortest,
                       const CancelToken& cancel);

/// Writes a random token of 32 hexadecimal digits to a new file that its owner alone may read, in a
/// folder that is created if need be, and returns it. None where there is such a file, which is
/// left as it is. Throws IoError.
std::optional<std::string> create_token(const std::filesystem::path& path);

}  // namespace queens::cli
