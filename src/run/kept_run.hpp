#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/method.hpp"
#include "queens/queens.hpp"
#include "run/thread_pool.hpp"
#include "store/shard_file.hpp"

namespace queens {

/// Units to be counted, of a plan or a shard of it, and what their file says of them.
struct KeptPart {
  PlanIdentity identity;
  ShardPart part;
  std::string kernel;
  std::vector<WorkUnit> units;  ///< in the order in which they are run
};

/// What was found, all of it kept by unit.
struct KeptRun {
  ShardFile file;
  std::uint64_t resumed = 0;              ///< records that a checkpoint held
  std::vector<ThreadStats> per_thread{};  ///< without those
};

/// Throws what run_kept() would throw because of the file before it runs anything, and creates it
/// where it is not there. Returns the number of its records.
std::uint64_t check_file(const KeptPart& part, const std::filesystem::path& name);

/// Throws Error{invalid_input} that names the file and the difference where it belongs to another
/// plan or part.
void refuse_foreign(const ShardFile& found, const PlanIdentity& identity, ShardPart part,
                    const std::filesystem::path& name);

/// The whole of a plan, as one part.
KeptPart whole_plan(const Board& board, const Method& method, const std::string& kernel,
                    std::vector<WorkUnit> units);

/// Fills in what a run found.
void fill_in(const KeptRun& run, CountResult& result);

/// Runs the units as run_units() does and keeps each one's count. With Options::checkpoint it goes
/// on from that file, saves it now and then, when it is cancelled and at the end. Of the options it
/// heeds the checkpoint, the token and the progress. Throws Error: cancelled, overflow, io (the
/// checkpoint cannot be read, or cannot be written before the work begins), invalid_input (it is
/// damaged or of another part).
KeptRun run_kept(const Method& method, const KeptPart& part, ThreadPool& pool,
                 const Options& options);

}  // namespace queens
