#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/shard_file.hpp"

namespace queens {

/// The file, or none where there is no such file. Throws Error as read_file() and decode() do, with
/// the file's name.
std::optional<ShardFile> load_shard(const std::filesystem::path& path);

/// Replaces the file; see replace_file().
void save_shard(const std::filesystem::path& path, const ShardFile& file);

/// A shard's name without its ending: board size, board, plan, index and number of shards, as
/// "queens-n16-0123456789abcdef-edge-classes-89abcdef01234567-03-of-16".
std::string shard_name(const PlanIdentity& identity, ShardPart part);

inline constexpr std::string_view kResultEnding = ".shard";
inline constexpr std::string_view kCheckpointEnding = ".part";

/// The results in a folder, in the order of their names; checkpoints, temporary files and others
/// are left out. Throws Error{io}.
std::vector<std::filesystem::path> results_in(const std::filesystem::path& folder);

}  // namespace queens
