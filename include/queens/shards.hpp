#pragma once

/// A count in parts that run on different machines, and what can be done with their files.
///
/// Every machine makes the same plan of a board, deals its subproblems into shards, counts one of
/// them and leaves a file. Files of all shards together are the count.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "queens/board.hpp"
#include "queens/count.hpp"
#include "queens/queens.hpp"

namespace queens {

/// Shard `index` of `of`, 0 <= index < of <= kMaxShards.
struct ShardPart {
  std::uint32_t index = 0;
  std::uint32_t of = 1;

  friend bool operator==(const ShardPart&, const ShardPart&) = default;
};
inline constexpr std::uint32_t kMaxShards = 1'000'000;

/// What count_shard() did.
struct ShardResult {
  std::filesystem::path file{};  ///< the shard's result
  bool found = false;            ///< it was there already
  CountResult count{};           ///< of this shard alone; if it was there, only what its file tells
};

/// Counts one shard and leaves its result in `folder`, which is created. A valid result that is
/// there already is not counted again; one that is damaged is replaced. Meanwhile a checkpoint
/// beside it, `.part` in place of `.shard`, holds what is done, and the next call for this shard
/// goes on from there. The same shard may run twice at once. Names of files hold the board's size
/// and fingerprint, the plan, the index and the number of shards.
///
/// Shards take about equally long by estimate. The method does not depend on the machine: where the
/// one that Options::method names or that is expected to be faster cannot run, that is an error. Of
/// Options::checkpoint only the interval and the report are heeded.
///
/// Throws Error as count() does, and invalid_input for a shard out of bounds.
ShardResult count_shard(const Board& board, ShardPart part, const std::filesystem::path& folder,
                        const Options& options = {});

/// A count put together.
struct MergedCount {
  Board board{1};
  std::string method{};
  Count total{};
  std::uint64_t shards = 0;
  std::uint64_t subproblems = 0;
  std::uint64_t nodes = 0;
};

/// Adds up the results in a folder: the files whose names end in `.shard`. They must be all shards
/// of one plan of one board. Throws Error: invalid_input that names the file (damaged, foreign, a
/// copy that differs) or the shards that are missing, io, cancelled.
MergedCount merge_shards(const std::filesystem::path& folder, const CancelToken& cancel = {});

/// A file's counts, compared with new ones.
struct FileVerification {
  Board board{1};
  ShardPart part{};
  std::string method{};
  std::uint64_t of_subproblems = 0;  ///< that the shard has
  std::uint64_t subproblems = 0;     ///< that the file holds
  Count total{};                     ///< of those
  Verification verification{};
};

/// Reads a checkpoint or shard file, recomputes a random share of its subproblems with another
/// kernel than the file's (or with Options::kernel) and, where three parts of the board can be
/// found that the other method counts as well, those by the other method. The same seed takes the
/// same subproblems. `share` is above 0 and at most 1; at least one subproblem is recomputed.
///
/// Throws Error as count() does: invalid_input for a file that is damaged or of another plan.
FileVerification verify_file(const std::filesystem::path& name, double share, std::uint64_t seed,
                             const Options& options = {});

}  // namespace queens
