#include "run/verify.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <random>
#include <string>

#include "kernel/registry.hpp"
#include "run/checked_options.hpp"
#include "run/choose_method.hpp"
#include "run/scheduler.hpp"
#include "run/thread_pool.hpp"

namespace queens {
namespace {

constexpr std::size_t kSlices = 3;

// The best kernel that runs here, makes the same plan and is not the file's; that one where there
// is no other.
std::string another_kernel(const ShardFile& file) {
  for (const Kernel& kernel : all_kernels()) {
    if (!makes_plan(kernel, file.identity.plan) || !kernel.missing().empty()) continue;
    if (kernel.name != file.kernel) return std::string(kernel.name);
  }
  return file.kernel;
}

// The unit's record, or null.
const UnitRecord* find(const ShardFile& file, std::uint64_t id) {
  const auto record = std::lower_bound(
      file.records.begin(), file.records.end(), id,
      [](const UnitRecord& held, std::uint64_t wanted) { return held.id < wanted; });
  return record != file.records.end() && record->id == id ? &*record : nullptr;
}

// The units whose records are recomputed, most expensive first.
std::vector<WorkUnit> sampled(const ShardFile& file, std::span<const WorkUnit> plan, double share,
                              std::mt19937_64& random) {
  std::vector<std::uint64_t> ids;
  ids.reserve(file.records.size());
  for (const UnitRecord& record : file.records) ids.push_back(record.id);
  std::shuffle(ids.begin(), ids.end(), random);
  ids.resize(static_cast<std::size_t>(std::ceil(share * static_cast<double>(ids.size()))));
  std::sort(ids.begin(), ids.end());
  std::vector<WorkUnit> units;
  std::copy_if(plan.begin(), plan.end(), std::back_inserter(units), [&ids](const WorkUnit& unit) {
    return std::binary_search(ids.begin(), ids.end(), unit.id);
  });
  return units;
}

class Verifier {
 public:
  Verifier(const ShardFile& file, std::span<const WorkUnit> plan, std::uint64_t seed,
           Options options)
      : file_(file), plan_(plan), random_(seed), options_(std::move(options)) {
    options_.checkpoint = {};
    options_.verify = 0;
    options_.fundamental = false;
    if (options_.kernel.empty()) options_.kernel = another_kernel(file);
    found_.kernel = options_.kernel;
  }

  Verification verify(double share) {
    recompute(share);
    if (found_.difference.empty()) compare_slices();
    return found_;
  }

 private:
  void recompute(double share) {
    ThreadPool pool(thread_count(options_));
    const Kernel& kernel = select_kernel(options_.kernel);
    const auto method = method_for_plan(file_.identity.board, file_.identity.plan, kernel,
                                        pool.threads(), options_);
    const std::vector<WorkUnit> units = sampled(file_, plan_, share, random_);
    const CancelToken enough = options_.cancel.child();
    const auto compare = [this, &enough](const WorkUnit& unit, const Tally& tally) {
      const std::scoped_lock hold(lock_);
      ++found_.subproblems;
      const std::uint64_t held = find(file_, unit.id)->solutions;
      if (held == tally.solutions || !found_.difference.empty()) return;
      found_.difference = "subproblem " + std::to_string(unit.id) + " has " + std::to_string(held) +
                          " solutions by " + file_.kernel + ", " + std::to_string(tally.solutions) +
                          " by " + found_.kernel;
      enough.request();
    };
    try {
      run_units(*method, units, pool, enough, {options_.progress, options_.progress_interval}, {},
                compare);
    } catch (const Error&) {
      if (found_.difference.empty()) throw;
    }
  }

  void compare_slices() {
    const bool joined = method_of_plan(file_.identity.plan) == "join";
    Options other = options_;
    other.method = joined ? "search" : "join";
    other.kernel.clear();
    other.progress = nullptr;
    const Kernel& best = select_kernel(other.kernel);
    if (!joined && best.join == nullptr) return;
    const auto method =
        method_for_plan(file_.identity.board, file_.identity.plan, select_kernel(options_.kernel),
                        thread_count(options_), options_);
    for (const auto& [unit, solutions] : some_slices(*method)) {
      const std::vector<WeightedBoard> boards = method->slice_boards(unit);
      if (boards.empty()) return;
      Count total;
      for (const WeightedBoard& part : boards) {
        const CountResult counted = count(part.board, other);
        if (counted.method != other.method) return;  // the memory does not allow the join
        total += counted.total * part.weight;
      }
      ++found_.slices;
      if (total == solutions) continue;
      found_.difference = "the slice of subproblem " + std::to_string(unit.id) + " has " +
                          solutions.to_string() + " solutions by " +
                          method_of_plan(file_.identity.plan) + ", " + total.to_string() + " by " +
                          other.method;
      return;
    }
  }

  struct Slice {
    WorkUnit unit;  // one of its units
    Count solutions;
  };

  // Random ones of those of which the file holds every unit.
  std::vector<Slice> some_slices(const Method& method) {
    struct Gathered {
      Slice slice;
      bool whole = true;
    };
    std::map<std::uint64_t, Gathered> slices;
    for (const WorkUnit& unit : plan_) {
      Gathered& gathered = slices[method.slice(unit)];
      gathered.slice.unit = unit;
      const UnitRecord* const record = find(file_, unit.id);
      gathered.whole = gathered.whole && record != nullptr;
      if (record != nullptr) gathered.slice.solutions += record->solutions;
    }
    std::vector<Slice> whole;
    for (const auto& [number, gathered] : slices) {
      if (gathered.whole) whole.push_back(gathered.slice);
    }
    std::shuffle(whole.begin(), whole.end(), random_);
    whole.resize(std::min(whole.size(), kSlices));
    return whole;
  }

  const ShardFile& file_;
  std::span<const WorkUnit> plan_;
  std::mt19937_64 random_;
  Options options_;
  std::mutex lock_;
  Verification found_;
};

}  // namespace

Verification verify_records(const ShardFile& file, std::span<const WorkUnit> plan, double share,
                            std::uint64_t seed, const Options& options) {
  return Verifier(file, plan, seed, options).verify(share);
}

}  // namespace queens
