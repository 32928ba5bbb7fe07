#include "queens/queens.hpp"

#include <optional>
#include <string>

#include "kernel/registry.hpp"
#include "run/checked_options.hpp"
#include "run/choose_method.hpp"
#include "run/fundamental.hpp"
#include "run/kept_run.hpp"
#include "run/memory.hpp"
#include "run/ordered_merge.hpp"
#include "run/scheduler.hpp"
#include "run/thread_pool.hpp"
#include "run/verify.hpp"
#include "store/shard_folder.hpp"

namespace queens {
namespace {

// The subproblems that are recomputed are the same each time.
constexpr std::uint64_t kSeed = 1;

KernelInfo describe(const Kernel& kernel) {
  return {.name = std::string(kernel.name),
          .summary = std::string(kernel.summary),
          .needs = std::string(kernel.needs),
          .missing = kernel.missing(),
          .joins = kernel.join != nullptr,
          .reference = kernel.division == WorkDivision::whole_board};
}

}  // namespace

CountResult count(const Board& board, const Options& options) {
  check_options(options);
  const auto start = std::chrono::steady_clock::now();
  const Kernel& kernel = select_kernel(options.kernel);
  ThreadPool pool(thread_count(options), options.priority);
  const auto method = choose_method(board, kernel, pool.threads(), options).method;
  std::vector<WorkUnit> units = method->plan(options.cancel);
  CountResult result{.threads = pool.threads(),
                     .method = std::string(method->name()),
                     .kernel = std::string(kernel.name),
                     .subproblems = units.size()};
  ShardFile file;
  if (options.checkpoint.file.empty() && options.verify == 0) {
    result.per_thread = run_units(*method, units, pool, options.cancel,
                                  {options.progress, options.progress_interval});
    for (const ThreadStats& thread : result.per_thread) {
      result.total += thread.solutions;
      result.nodes += thread.nodes;
    }
  } else {
    const KeptPart all = whole_plan(board, *method, result.kernel, std::move(units));
    KeptRun kept = run_kept(*method, all, pool, options);
    units = all.units;
    fill_in(kept, result);
    file = std::move(kept.file);
  }
  if (options.fundamental) {
    result.fundamental = count_orbits(board, result.total, options.cancel);
  }
  result.elapsed = std::chrono::steady_clock::now() - start;
  if (options.verify > 0) {
    Options other = options;
    other.kernel.clear();
    other.progress = nullptr;  // it has come to its end
    result.verification = verify_records(file, units, options.verify, kSeed, other);
  }
  return result;
}

std::uint64_t check_checkpoint(const Board& board, const Options& options) {
  if (options.checkpoint.file.empty()) return 0;
  const Kernel& kernel = select_kernel(options.kernel);
  const auto method = choose_method(board, kernel, thread_count(options), options).method;
  std::vector<WorkUnit> units = method->plan(options.cancel);
  return check_file(whole_plan(board, *method, std::string(kernel.name), std::move(units)),
                    options.checkpoint.file);
}

ListResult for_each_solution(const Board& board, const SolutionVisitor& visit, std::uint64_t limit,
                             const Options& options) {
  ThreadPool pool(thread_count(options), options.priority);
  return merge_in_order(board, visit, limit, pool, options.cancel);
}

std::vector<Solution> first_solutions(const Board& board, std::size_t k, const Options& options) {
  std::vector<Solution> solutions;
  for_each_solution(
      board,
      [&solutions](std::span<const std::uint8_t> columns) {
        solutions.emplace_back(columns.begin(), columns.end());
        return true;
      },
      k, options);
  return solutions;
}

std::uint64_t default_memory() {
  return usable_memory() / 4;
}

std::vector<KernelInfo> kernels() {
  std::vector<KernelInfo> all;
  for (const Kernel& kernel : all_kernels()) all.push_back(describe(kernel));
  return all;
}

KernelInfo chosen_kernel(const Options& options) {
  return describe(select_kernel(options.kernel));
}

MethodInfo chosen_method(const Board& board, const Options& options) {
  const ChosenMethod chosen =
      choose_method(board, select_kernel(options.kernel), thread_count(options), options);
  return {.name = std::string(chosen.method->name()), .remark = chosen.remark};
}

std::string version() {
  return QUEENS_VERSION;
}

}  // namespace queens
