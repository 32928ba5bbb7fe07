#pragma once

#include <cstdint>
#include <span>

#include "core/method.hpp"
#include "queens/queens.hpp"
#include "queens/result.hpp"
#include "store/shard_file.hpp"

namespace queens {

/// Recomputes a random share of a file's records with Options::kernel or, if that names none, with
/// the best kernel that is not the file's, and some slices of the plan that the file holds as a
/// whole by the other method, where it can run. Ends at the first count that differs. `plan` is the
/// whole plan, also for a shard. Throws Error as count() does.
Verification verify_records(const ShardFile& file, std::span<const WorkUnit> plan, double share,
                            std::uint64_t seed, const Options& options);

}  // namespace queens
