#include "run/kept_run.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <unordered_set>

#include "run/periodic.hpp"
#include "run/scheduler.hpp"
#include "store/atomic_file.hpp"
#include "store/shard_folder.hpp"

namespace queens {
namespace {

// The records found so far, and their file.
class Keeper {
 public:
  Keeper(const KeptPart& part, const Checkpoint& checkpoint)
      : checkpoint_(checkpoint),
        units_(part.units),
        now_{.identity = part.identity, .part = part.part, .kernel = part.kernel} {
    if (checkpoint_.file.empty()) return;
    path_ = behind_links(checkpoint_.file);
    if (std::optional<ShardFile> found = load_shard(path_)) take_over(*found);
    remove_leftovers(path_);
    save_shard(path_, completed());  // proves, before the work, that the folder can be written
    if (checkpoint_.report)
      checkpoint_.report({.subproblems = saved_, .resumed = saved_ > 0, .error = {}});
  }

  [[nodiscard]] std::uint64_t resumed() const { return before_.subproblems; }
  [[nodiscard]] const Before& before() const { return before_; }

  // Those without a record yet, in order.
  [[nodiscard]] std::vector<WorkUnit> remaining() const {
    std::unordered_set<std::uint64_t> done;
    for (const UnitRecord& record : now_.records) done.insert(record.id);
    std::vector<WorkUnit> units;
    std::copy_if(units_.begin(), units_.end(), std::back_inserter(units),
                 [&done](const WorkUnit& unit) { return !done.contains(unit.id); });
    return units;
  }

  void add(const WorkUnit& unit, const Tally& tally) {
    const UnitRecord record = record_of(unit, tally);
    const std::scoped_lock hold(lock_);
    now_.records.push_back(record);
  }

  // Called by one thread at a time. A file that cannot be written is no reason to lose the run.
  void save() {
    if (checkpoint_.file.empty()) return;
    CheckpointReport report{.subproblems = saved_, .resumed = false, .error = {}};
    try {
      const ShardFile file = completed();
      if (file.records.size() == saved_ && !failed_) return;
      save_shard(path_, file);
      report.subproblems = saved_ = file.records.size();
      failed_ = false;
    } catch (const std::exception& error) {
      report.error = error.what();
      failed_ = true;
    }
    if (checkpoint_.report) checkpoint_.report(report);
  }

  // The records in order, added up.
  [[nodiscard]] ShardFile completed() {
    ShardFile file;
    {
      const std::scoped_lock hold(lock_);
      file = now_;
    }
    complete(file, units_);
    return file;
  }

 private:
  void take_over(const ShardFile& found) {
    const auto refuse = [this](const std::string& why) {
      throw Error(ErrorCode::invalid_input, checkpoint_.file.string() + " " + why);
    };
    if (const std::string why = difference(found.identity, now_.identity); !why.empty()) {
      refuse(why);
    }
    if (found.part != now_.part) {
      const auto name = [](ShardPart part) {
        return part.of == 1
                   ? "the whole count"
                   : "shard " + std::to_string(part.index) + " of " + std::to_string(part.of);
      };
      refuse("belongs to " + name(found.part) + ", not to " + name(now_.part));
    }
    try {
      check_records(found, units_);
    } catch (const Error& error) {
      refuse(error.what());
    }
    now_.records = found.records;
    saved_ = found.records.size();
    before_.subproblems = found.records.size();
    before_.solutions = found.total;
    before_.cost = cost_of(found);
  }

  [[nodiscard]] double cost_of(const ShardFile& file) const {
    std::unordered_set<std::uint64_t> done;
    for (const UnitRecord& record : file.records) done.insert(record.id);
    double cost = 0;
    for (const WorkUnit& unit : units_) {
      if (done.contains(unit.id)) cost += unit.cost;
    }
    return cost;
  }

  const Checkpoint& checkpoint_;
  std::filesystem::path path_;
  const std::vector<WorkUnit>& units_;
  std::mutex lock_;
  ShardFile now_;  // the records in no order, no total
  Before before_;
  std::uint64_t saved_ = 0;
  bool failed_ = false;
};

}  // namespace

KeptPart whole_plan(const Board& board, const Method& method, const std::string& kernel,
                    std::vector<WorkUnit> units) {
  KeptPart whole{.identity = identify(board, method.plan_name(), units),
                 .part = {},
                 .kernel = kernel,
                 .units = {}};
  whole.units = std::move(units);
  return whole;
}

void take_over(const KeptRun& run, CountResult& result) {
  result.total = run.file.total;
  for (const UnitRecord& record : run.file.records) result.nodes += record.nodes;
  result.resumed = run.resumed;
  result.per_thread = run.per_thread;
}

KeptRun run_kept(const Method& method, const KeptPart& part, ThreadPool& pool,
                 const Options& options) {
  Keeper keeper(part, options.checkpoint);
  const std::vector<WorkUnit> units = keeper.remaining();
  KeptRun run;
  run.resumed = keeper.resumed();
  try {
    std::optional<Periodic> saver;
    if (!options.checkpoint.file.empty()) {
      saver.emplace(options.checkpoint.interval, [&keeper] { keeper.save(); });
    }
    run.per_thread =
        run_units(method, units, pool, options.cancel,
                  {options.progress, options.progress_interval}, keeper.before(),
                  [&keeper](const WorkUnit& unit, const Tally& tally) { keeper.add(unit, tally); });
  } catch (...) {
    keeper.save();
    throw;
  }
  keeper.save();
  run.file = keeper.completed();
  return run;
}

}  // namespace queens
