#include "run/choose_method.hpp"

#include <cstdint>
#include <optional>

#include "plan/column_sets.hpp"
#include "plan/decomposition.hpp"
#include "run/join_method.hpp"
#include "run/search_method.hpp"
#include "store/shard_folder.hpp"

namespace queens {
namespace {

// Nodes that a search visits in the time that the join takes: between those of n = 17 (1.5e9, where
// the search is faster) and n = 18 (11e9). bench/NOTES.md has the figures.
constexpr double kJoinFromNodes = 4e9;
constexpr int kJoinFromSize = 18;  // no smaller board has so many

bool join_is_faster(const Board& board, const CancelToken& cancel) {
  if (board.size() < kJoinFromSize) return false;
  return join_is_faster(board,
                        cost_of(Decomposition(board, WorkDivision::edge_classes).units(cancel)));
}

// The method that made the checkpoint; empty where there is none.
std::string method_of_checkpoint(const std::filesystem::path& path) {
  if (path.empty()) return "";
  const std::optional<ShardFile> file = load_shard(path);
  return file ? method_of_plan(file->identity.plan) : "";
}

std::string megabytes(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = 1'000'000;
  return std::to_string((bytes + kMega - 1) / kMega) + " MB";
}

}  // namespace

std::uint64_t memory_limit(const Options& options) {
  return options.memory != 0 ? options.memory : default_memory();
}

std::string join_missing(const Board& board, const Kernel& kernel, int threads,
                         const Options& options) {
  if (kernel.join == nullptr) {
    return "kernel '" + std::string(kernel.name) + "' cannot join half boards";
  }
  const std::uint64_t share = memory_limit(options) / static_cast<std::uint64_t>(threads);
  const std::uint64_t needed = join_memory(board);
  if (share >= needed) return {};
  return "the join needs " + megabytes(needed) + " of memory a thread, and may use " +
         megabytes(share);
}

bool join_is_faster(const Board& board, double search_nodes) {
  return board.size() >= kJoinFromSize && search_nodes >= kJoinFromNodes;
}

double cost_of(const std::vector<WorkUnit>& units) {
  double nodes = 0;
  for (const WorkUnit& unit : units) nodes += unit.cost;
  return nodes;
}

std::string method_of_plan(std::string_view plan) {
  return plan == kColumnSetPlan ? "join" : "search";
}

ChosenMethod choose_method(const Board& board, const Kernel& kernel, int threads,
                           const Options& options) {
  const std::string asked =
      options.method.empty() ? method_of_checkpoint(options.checkpoint.file) : options.method;
  const bool join_asked = asked == "join";
  if (!asked.empty() && asked != "search" && !join_asked) {
    throw Error(ErrorCode::invalid_input,
                "there is no method '" + asked + "' (there are search, join)");
  }
  if (join_asked && kernel.join == nullptr) {
    throw Error(ErrorCode::invalid_input, join_missing(board, kernel, threads, options));
  }
  ChosenMethod chosen;
  if (join_asked ||
      (asked.empty() && kernel.join != nullptr && join_is_faster(board, options.cancel))) {
    const std::string missing = join_missing(board, kernel, threads, options);
    if (missing.empty()) {
      const std::uint64_t share = memory_limit(options) / static_cast<std::uint64_t>(threads);
      chosen.method = std::make_unique<JoinMethod>(board, *kernel.join, share);
      return chosen;
    }
    if (options.method.empty() && join_asked) {
      throw Error(ErrorCode::resources, "the checkpoint is of a join: " + missing);
    }
    chosen.remark = "counting by search: " + missing;
  }
  chosen.method = std::make_unique<SearchMethod>(board, kernel);
  return chosen;
}

bool makes_plan(const Kernel& kernel, std::string_view plan) {
  if (plan == kColumnSetPlan) return kernel.join != nullptr;
  const bool whole = kernel.division == WorkDivision::whole_board;
  return plan == (whole ? kWholeBoardPlan : kEdgeClassPlan);
}

std::vector<WorkUnit> units_of_plan(const Board& board, std::string_view plan,
                                    const CancelToken& cancel) {
  if (plan == kColumnSetPlan) return ColumnSets(board).units(cancel);
  const bool whole = plan == kWholeBoardPlan;
  return Decomposition(board, whole ? WorkDivision::whole_board : WorkDivision::edge_classes)
      .units(cancel);
}

std::unique_ptr<Method> method_for_plan(const Board& board, std::string_view plan,
                                        const Kernel& kernel, int threads, const Options& options) {
  if (!makes_plan(kernel, plan)) {
    throw Error(ErrorCode::invalid_input,
                "kernel '" + std::string(kernel.name) + "' cannot count by " + std::string(plan));
  }
  Options settled = options;
  settled.checkpoint = {};
  settled.method = method_of_plan(plan);
  ChosenMethod chosen = choose_method(board, kernel, threads, settled);
  if (!chosen.remark.empty()) throw Error(ErrorCode::resources, chosen.remark);
  return std::move(chosen.method);
}

ChosenMethod choose_method_for_shards(const Board& board, const Kernel& kernel, int threads,
                                      const Options& options) {
  Options settled = options;
  settled.checkpoint = {};
  if (settled.method.empty()) {
    const bool join =
        kernel.division == WorkDivision::edge_classes && join_is_faster(board, options.cancel);
    settled.method = join ? "join" : "search";
  }
  ChosenMethod chosen = choose_method(board, kernel, threads, settled);
  if (!chosen.remark.empty()) {
    throw Error(ErrorCode::resources, chosen.remark + "; all shards must be counted by one method");
  }
  return chosen;
}

}  // namespace queens
