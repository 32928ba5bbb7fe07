#include "run/choose_method.hpp"

#include <cstdint>

#include "run/join_method.hpp"
#include "run/memory.hpp"
#include "run/search_method.hpp"

namespace queens {
namespace {

// Nodes that a search visits in the time that the join takes: between those of n = 17 (1.5e9, where
// the search is faster) and n = 18 (11e9). bench/NOTES.md has the figures.
constexpr double kJoinFromNodes = 4e9;
constexpr int kJoinFromSize = 18;  // no smaller board has so many

std::string megabytes(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = 1'000'000;
  return std::to_string((bytes + kMega - 1) / kMega) + " MB";
}

}  // namespace

std::uint64_t memory_limit(const Options& options) {
  return options.memory != 0 ? options.memory : usable_memory() / 4;
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

ChosenMethod choose_method(const Board& board, const Kernel& kernel, int threads,
                           const Options& options) {
  const bool join_asked = options.method == "join";
  if (!options.method.empty() && options.method != "search" && !join_asked) {
    throw Error(ErrorCode::invalid_input,
                "there is no method '" + options.method + "' (there are search, join)");
  }
  if (join_asked && kernel.join == nullptr) {
    throw Error(ErrorCode::invalid_input, join_missing(board, kernel, threads, options));
  }
  ChosenMethod chosen;
  const bool by_default =
      options.method.empty() && kernel.join != nullptr && board.size() >= kJoinFromSize;
  if (join_asked ||
      (by_default &&
       join_is_faster(board, cost_of(SearchMethod(board, kernel).plan(options.cancel))))) {
    const std::string missing = join_missing(board, kernel, threads, options);
    if (missing.empty()) {
      const std::uint64_t share = memory_limit(options) / static_cast<std::uint64_t>(threads);
      chosen.method = std::make_unique<JoinMethod>(board, *kernel.join, share);
      return chosen;
    }
    chosen.remark = "counting by search: " + missing;
  }
  chosen.method = std::make_unique<SearchMethod>(board, kernel);
  return chosen;
}

}  // namespace queens
