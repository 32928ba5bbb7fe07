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

bool join_is_faster(const Board& board, const Kernel& kernel, const CancelToken& cancel) {
  if (board.size() < kJoinFromSize || kernel.join == nullptr) return false;
  double nodes = 0;
  for (const WorkUnit& unit : SearchMethod(board, kernel).plan(cancel)) nodes += unit.cost;
  return nodes >= kJoinFromNodes;
}

std::string megabytes(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = 1'000'000;
  return std::to_string((bytes + kMega - 1) / kMega) + " MB";
}

}  // namespace

std::uint64_t memory_limit(const Options& options) {
  return options.memory != 0 ? options.memory : usable_memory() / 4;
}

ChosenMethod choose_method(const Board& board, const Kernel& kernel, int threads,
                           const Options& options) {
  const bool join_asked = options.method == "join";
  if (!options.method.empty() && options.method != "search" && !join_asked) {
    throw Error(ErrorCode::invalid_input,
                "there is no method '" + options.method + "' (there are search, join)");
  }
  if (join_asked && kernel.join == nullptr) {
    throw Error(ErrorCode::invalid_input,
                "kernel '" + std::string(kernel.name) + "' cannot join half boards");
  }
  ChosenMethod chosen;
  if (join_asked || (options.method.empty() && join_is_faster(board, kernel, options.cancel))) {
    const std::uint64_t share = memory_limit(options) / static_cast<std::uint64_t>(threads);
    const std::uint64_t needed = join_memory(board);
    if (share >= needed) {
      chosen.method = std::make_unique<JoinMethod>(board, *kernel.join, share);
      return chosen;
    }
    chosen.remark = "counting by search: the join needs " + megabytes(needed) +
                    " of memory a thread, and may use " + megabytes(share);
  }
  chosen.method = std::make_unique<SearchMethod>(board, kernel);
  return chosen;
}

}  // namespace queens
