#include "run/kept_run.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <unordered_set>
#include <utility>

#include "run/periodic.hpp"
#include "run/scheduler.hpp"
#include "store/atomic_file.hpp"
#include "store/shard_folder.hpp"

namespace queens {
namespace {

bool names(const std::string& kernels, const std::string& kernel) {
  return ('+' + kernels + '+').find('+' + kernel + '+') != std::string::npos;
}

// The records found so far, and their file.
class Keeper {
 public:
  Keeper(const KeptPart& part, const Checkpoint& checkpoint, CancelToken stop)
      : checkpoint_(checkpoint),
        units_(part.units),
        stop_(std::move(stop)),
        now_{.identity = part.identity, .part = part.part, .kernels = part.kernel} {
    if (checkpoint_.file.empty()) return;
    path_ = behind_links(checkpoint_.file);
    const std::optional<ShardFile> found = load_shard(path_);
    if (found) resume(*found);
    remove_leftovers(path_);
    // Proves, before the work, that the folder can be written.
    if (now_.records.size() < units_.size() || !found) save_shard(path_, completed());
    if (checkpoint_.report) {
      checkpoint_.report({.subproblems = saved_, .resumed = saved_ > 0, .error = {}});
    }
  }

  [[nodiscard]] std::uint64_t resumed() const { return before_.subproblems; }
  [[nodiscard]] const Before& before() const { return before_; }

  // Those without a record yet, in order.
  [[nodiscard]] std::vector<WorkUnit> remaining() const {
    const auto done = ids_of(now_.records);
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

  // Called by one thread at a time. A file that cannot be written is no reason to lose the run, but
  // a record that is spoilt ends it: the machine is faulty.
  void save() noexcept {
    if (checkpoint_.file.empty()) return;
    CheckpointReport report{.subproblems = saved_, .resumed = false, .error = {}};
    try {
      unite_with_file();
      const ShardFile file = completed();
      if (file.records.size() == saved_ && !failed_) return;
      save_shard(path_, file);
      report.subproblems = saved_ = file.records.size();
      failed_ = false;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::internal) {
        fault_ = std::current_exception();
        stop_.request();
      }
      report.error = error.what();
      failed_ = true;
    } catch (const std::exception& error) {
      report.error = error.what();
      failed_ = true;
    }
    if (checkpoint_.report) checkpoint_.report(report);
  }

  // Throws what ended the run, if it was a fault.
  void throw_fault() const {
    if (fault_) std::rethrow_exception(fault_);
  }

  // The records in order, added up. Throws Error{internal} where they contradict each other.
  [[nodiscard]] ShardFile completed() {
    ShardFile file;
    {
      const std::scoped_lock hold(lock_);
      file = now_;
    }
    unite_equal(file.records);
    complete(file, units_);
    return file;
  }

 private:
  static std::unordered_set<std::uint64_t> ids_of(const std::vector<UnitRecord>& records) {
    std::unordered_set<std::uint64_t> ids;
    for (const UnitRecord& record : records) ids.insert(record.id);
    return ids;
  }

  // Of a unit that two processes counted, one record.
  static void unite_equal(std::vector<UnitRecord>& records) {
    std::sort(records.begin(), records.end(),
              [](const UnitRecord& a, const UnitRecord& b) { return a.id < b.id; });
    const auto again = std::adjacent_find(records.begin(), records.end(),
                                          [](const UnitRecord& a, const UnitRecord& b) {
                                            return a.id == b.id && a.solutions != b.solutions;
                                          });
    if (again != records.end()) {
      throw Error(ErrorCode::internal, "subproblem " + std::to_string(again->id) +
                                           " was counted twice with different results: one of "
                                           "the machines is faulty");
    }
    const auto end =
        std::unique(records.begin(), records.end(),
                    [](const UnitRecord& a, const UnitRecord& b) { return a.id == b.id; });
    records.erase(end, records.end());
  }

  // What another process has put into the same file meanwhile is not to be lost.
  void unite_with_file() {
    std::optional<ShardFile> found;
    try {
      found = load_shard(path_);
    } catch (const Error&) {
      return;  // replaced as a whole
    }
    if (!found || found->identity != now_.identity || found->part != now_.part) return;
    const std::scoped_lock hold(lock_);
    const auto held = ids_of(now_.records);
    for (const UnitRecord& record : found->records) {
      if (!held.contains(record.id)) now_.records.push_back(record);
    }
    if (!names(found->kernels, now_.kernels)) add_kernels(*found);
  }

  void add_kernels(const ShardFile& found) {
    std::string own = std::exchange(now_.kernels, found.kernels);
    for (std::size_t at = 0; at <= own.size();) {
      const std::size_t end = std::min(own.find('+', at), own.size());
      const std::string kernel = own.substr(at, end - at);
      if (!names(now_.kernels, kernel)) now_.kernels += '+' + kernel;
      at = end + 1;
    }
  }

  void resume(const ShardFile& found) {
    refuse_foreign(found, now_.identity, now_.part, checkpoint_.file);
    try {
      check_records(found, units_);
    } catch (const Error& error) {
      throw Error(error.code(), checkpoint_.file.string() + " " + error.what());
    }
    now_.records = found.records;
    add_kernels(found);
    saved_ = before_.subproblems = found.records.size();
    before_.solutions = found.total;
    const auto done = ids_of(found.records);
    for (const WorkUnit& unit : units_) {
      if (done.contains(unit.id)) before_.cost += unit.cost;
    }
  }

  const Checkpoint& checkpoint_;
  std::filesystem::path path_;
  const std::vector<WorkUnit>& units_;
  CancelToken stop_;
  std::mutex lock_;
  ShardFile now_;  // the records in no order, no total
  Before before_;
  std::uint64_t saved_ = 0;
  bool failed_ = false;
  std::exception_ptr fault_;
};

}  // namespace

void refuse_foreign(const ShardFile& found, const PlanIdentity& identity, ShardPart part,
                    const std::filesystem::path& name) {
  const auto refuse = [&name](const std::string& why) {
    throw Error(ErrorCode::invalid_input, name.string() + " " + why);
  };
  if (std::string why = difference(found.identity, identity); !why.empty()) {
    if (found.identity.plan != identity.plan)
      why += ": ask for the method or the kernel that made it";
    refuse(why);
  }
  if (found.part == part) return;
  const auto text = [](ShardPart of) {
    return of.of == 1 ? "the whole count"
                      : "shard " + std::to_string(of.index) + " of " + std::to_string(of.of);
  };
  refuse("belongs to " + text(found.part) + ", not to " + text(part));
}

std::uint64_t check_file(const KeptPart& part, const std::filesystem::path& name) {
  return Keeper(part, {.file = name}, {}).resumed();
}

KeptPart whole_plan(const Board& board, const Method& method, const std::string& kernel,
                    std::vector<WorkUnit> units) {
  KeptPart whole{.identity = identify(board, method.plan_name(), units),
                 .part = {},
                 .kernel = kernel,
                 .units = {}};
  whole.units = std::move(units);
  return whole;
}

void fill_in(const KeptRun& run, CountResult& result) {
  result.total = run.file.total;
  for (const UnitRecord& record : run.file.records) result.nodes += record.nodes;
  result.resumed = run.resumed;
  result.per_thread = run.per_thread;
}

KeptRun run_kept(const Method& method, const KeptPart& part, ThreadPool& pool,
                 const Options& options) {
  const CancelToken stop = options.cancel.child();
  Keeper keeper(part, options.checkpoint, stop);
  const std::vector<WorkUnit> units = keeper.remaining();
  KeptRun run;
  run.resumed = keeper.resumed();
  try {
    std::optional<Periodic> saver;
    if (!options.checkpoint.file.empty()) {
      saver.emplace(options.checkpoint.interval, [&keeper] { keeper.save(); });
    }
    run.per_thread = run_units(
        method, units, pool, stop, {options.progress, options.progress_interval}, keeper.before(),
        [&keeper](const WorkUnit& unit, const Tally& tally) { keeper.add(unit, tally); });
  } catch (...) {
    keeper.throw_fault();
    keeper.save();
    throw;
  }
  keeper.save();
  keeper.throw_fault();
  run.file = keeper.completed();
  return run;
}

}  // namespace queens
