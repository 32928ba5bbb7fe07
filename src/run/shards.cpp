#include "queens/shards.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "kernel/registry.hpp"
#include "plan/deal.hpp"
#include "run/checked_options.hpp"
#include "run/choose_method.hpp"
#include "run/join_method.hpp"
#include "run/kept_run.hpp"
#include "run/search_method.hpp"
#include "run/thread_pool.hpp"
#include "run/verify.hpp"
#include "store/atomic_file.hpp"
#include "store/shard_folder.hpp"

namespace queens {
namespace {

using std::filesystem::path;

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::invalid_input, why);
}

// The plan that a file belongs to, made anew.
std::vector<WorkUnit> plan_of(const ShardFile& file, const path& name, const CancelToken& cancel) {
  const PlanIdentity& identity = file.identity;
  if (identity.plan != kColumnSetPlan && identity.plan != kEdgeClassPlan &&
      identity.plan != kWholeBoardPlan) {
    refuse(name.string() + " belongs to a count by " + identity.plan +
           ", which this program does not know");
  }
  std::vector<WorkUnit> units = units_of_plan(identity.board, identity.plan, cancel);
  const PlanIdentity made = identify(identity.board, identity.plan, units);
  if (const std::string why = difference(identity, made); !why.empty()) {
    refuse(name.string() + " " + why);
  }
  return units;
}

void check_file(const ShardFile& file, const path& name, const std::vector<WorkUnit>& units) {
  try {
    check_records(file, units);
  } catch (const Error& error) {
    refuse(name.string() + " " + error.what());
  }
}

bool holds_all(const ShardFile& file, const std::vector<WorkUnit>& units) {
  return file.records.size() == units.size();
}

path with_ending(path stem, std::string_view ending) {
  stem += ending;
  return stem;
}

// The result, if it is there and good. What is damaged is moved out of the way.
std::optional<ShardFile> valid_file(const path& name, const KeptPart& part, std::string& remark) {
  try {
    std::optional<ShardFile> found = load_shard(name);
    if (!found) return std::nullopt;
    refuse_foreign(*found, part.identity, part.part, name);
    check_records(*found, part.units);
    return found;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;
    const path aside = with_ending(name, ".damaged");
    std::error_code failed;
    std::filesystem::rename(name, aside, failed);
    if (failed) throw;
    remark = std::string(error.what()) + "; it is now " + aside.string();
    return std::nullopt;
  }
}

// The shards found, by index.
using Shards = std::map<std::uint32_t, std::pair<path, ShardFile>>;

// Adds a file to those of the same count.
void add_shard(const path& name, ShardFile file, Shards& shards) {
  if (!shards.empty()) {
    const auto& [first_name, first] = shards.begin()->second;
    if (const std::string why = difference(file.identity, first.identity); !why.empty()) {
      refuse(name.string() + " " + why + " as " + first_name.string() + " does");
    }
    if (file.part.of != first.part.of) {
      refuse(name.string() + " is one of " + std::to_string(file.part.of) + " shards, " +
             first_name.string() + " of " + std::to_string(first.part.of));
    }
  }
  const std::uint32_t index = file.part.index;
  const auto there = shards.find(index);
  if (there == shards.end()) {
    shards.emplace(index, std::pair(name, std::move(file)));
    return;
  }
  // A copy does no harm. Kernels may visit different nodes, but not find different solutions.
  const auto same = [](const UnitRecord& a, const UnitRecord& b) {
    return a.id == b.id && a.solutions == b.solutions;
  };
  const std::vector<UnitRecord>& records = there->second.second.records;
  if (records.size() != file.records.size()) {
    refuse(name.string() + " and " + there->second.first.string() +
           " are the same shard, and one of them lacks subproblems");
  }
  if (!std::equal(records.begin(), records.end(), file.records.begin(), same)) {
    refuse(name.string() + " and " + there->second.first.string() +
           " are the same shard, and their counts differ");
  }
}

Shards read_shards(const path& folder, const CancelToken& cancel) {
  Shards shards;
  for (const path& name : results_in(folder)) {
    cancel.throw_if_requested();
    std::optional<ShardFile> file = load_shard(name);
    if (file) add_shard(name, std::move(*file), shards);
  }
  if (shards.empty()) refuse(folder.string() + " holds no shard");
  return shards;
}

void demand_all(const Shards& shards, const path& folder) {
  constexpr std::size_t kMostNamed = 10;
  const std::uint32_t of = shards.begin()->second.second.part.of;
  if (shards.size() == of) return;
  std::string missing;
  std::size_t named = 0;
  for (std::uint32_t index = 0; index < of && named < kMostNamed; ++index) {
    if (shards.contains(index)) continue;
    missing += (named++ == 0 ? "" : ", ") + std::to_string(index);
  }
  if (of - shards.size() > named) missing += ", ...";
  refuse(folder.string() + " lacks " + std::to_string(of - shards.size()) + " of " +
         std::to_string(of) + " shards: " + missing);
}

}  // namespace

ShardResult count_shard(const Board& board, ShardPart part, const path& folder,
                        const Options& options) {
  check_options(options);
  if (part.of == 0 || part.of > kMaxShards || part.index >= part.of) {
    refuse("there is no shard " + std::to_string(part.index) + " of " + std::to_string(part.of) +
           ": the number of shards is 1 to " + std::to_string(kMaxShards) +
           ", and the first is shard 0");
  }
  const auto start = std::chrono::steady_clock::now();
  const Kernel& kernel = select_kernel(options.kernel);
  ThreadPool pool(thread_count(options), options.priority);
  const auto method = choose_method_for_shards(board, kernel, pool.threads(), options).method;
  const std::vector<WorkUnit> plan = method->plan(options.cancel);
  const KeptPart kept{.identity = identify(board, method->plan_name(), plan),
                      .part = part,
                      .kernel = std::string(kernel.name),
                      .units = hand_of(plan, deal(plan, part.of), part.index)};
  create_folder(folder);
  const path stem = folder / shard_name(kept.identity, part);
  ShardResult result{.file = with_ending(stem, kResultEnding),
                     .count = {.threads = pool.threads(),
                               .method = std::string(method->name()),
                               .kernel = kept.kernel,
                               .subproblems = kept.units.size()}};
  const path checkpoint = with_ending(stem, kCheckpointEnding);
  KeptRun run;
  remove_leftovers(result.file);
  std::optional<ShardFile> found = valid_file(result.file, kept, result.remark);
  if (found && holds_all(*found, kept.units)) {
    result.found = true;
    run.resumed = found->records.size();
    run.file = std::move(*found);
  } else {
    static_cast<void>(valid_file(checkpoint, kept, result.remark));
    Options own = options;
    own.checkpoint.file = checkpoint;
    run = run_kept(*method, kept, pool, own);
    save_shard(result.file, run.file);
  }
  // Also one that a killed process left after its result.
  std::error_code ignored;
  std::filesystem::remove(checkpoint, ignored);
  fill_in(run, result.count);
  result.count.elapsed = std::chrono::steady_clock::now() - start;
  return result;
}

MergedCount merge_shards(const path& folder, const CancelToken& cancel) {
  const Shards shards = read_shards(folder, cancel);
  demand_all(shards, folder);
  const auto& [first_name, first] = shards.begin()->second;
  const std::vector<WorkUnit> plan = plan_of(first, first_name, cancel);
  MergedCount merged{.board = first.identity.board,
                     .method = method_of_plan(first.identity.plan),
                     .shards = shards.size()};
  const std::vector<std::uint32_t> dealt = deal(plan, first.part.of);
  std::vector<std::vector<WorkUnit>> hands(first.part.of);
  for (std::size_t i = 0; i < plan.size(); ++i) hands[dealt[i]].push_back(plan[i]);
  for (const auto& [index, named] : shards) {
    cancel.throw_if_requested();
    const auto& [name, file] = named;
    const std::vector<WorkUnit>& units = hands[index];
    check_file(file, name, units);
    if (!holds_all(file, units)) {
      refuse(name.string() + " lacks " + std::to_string(units.size() - file.records.size()) +
             " of its " + std::to_string(units.size()) + " subproblems");
    }
    merged.total += file.total;
    merged.subproblems += file.records.size();
    for (const UnitRecord& record : file.records) merged.nodes += record.nodes;
  }
  return merged;
}

FileVerification verify_file(const path& name, double share, std::uint64_t seed,
                             const Options& options) {
  check_options(options);
  if (!(share > 0 && share <= 1)) refuse("the share to verify must be above 0 and at most 1");
  const std::optional<ShardFile> file = load_shard(name);
  if (!file) throw Error(ErrorCode::invalid_input, "there is no file " + name.string());
  const std::vector<WorkUnit> plan = plan_of(*file, name, options.cancel);
  const std::vector<WorkUnit> units = hand_of(plan, deal(plan, file->part.of), file->part.index);
  check_file(*file, name, units);
  return {.board = file->identity.board,
          .part = file->part,
          .method = method_of_plan(file->identity.plan),
          .kernels = file->kernels,
          .of_subproblems = units.size(),
          .subproblems = file->records.size(),
          .total = file->total,
          .verification = verify_records(*file, plan, share, seed, options)};
}

}  // namespace queens
