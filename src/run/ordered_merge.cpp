#include "run/ordered_merge.hpp"

#include <oneapi/tbb/parallel_pipeline.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "kernel/ordered_search.hpp"
#include "run/task_order.hpp"

namespace queens {
namespace {

// Rows of a prefix. Fewer leave most of the work of large boards to one prefix, more make listing
// slow; bench/NOTES.md has the figures.
int prefix_rows(int size) {
  return std::max(1, size / 2 - 2);
}

// Prefixes under way for each thread, so that a slow one does not hold up the rest at once.
constexpr std::size_t kAhead = 4;
constexpr std::size_t kMostAhead = 512;  // of all threads; bounds the memory to a few megabytes

// Solutions that a prefix may hold back until its turn comes. Then it is searched to its end by the
// merge itself, without being stored.
constexpr std::size_t kHeldBack = 256;

// One prefix's search and what it has found before its turn.
struct Branch {
  std::optional<OrderedSearch> search;
  std::vector<std::uint8_t> found;  // solution after solution
  bool exhausted = false;
};

class Merge {
 public:
  Merge(const Board& board, const SolutionVisitor& visit, std::uint64_t limit,
        const CancelToken& cancel, std::size_t under_way)
      : board_(board),
        visit_(visit),
        limit_(limit),
        cancel_(cancel.child()),
        prefixes_(board, {}, prefix_rows(board.size())),
        branches_(under_way) {}

  /// The next prefix, null after the last. Called in turn, and when fewer than `under_way` branches
  /// are: as they are handed out in order, the one that had this place is done.
  Branch* next_branch() {
    if (!prefixes_.next(cancel_)) return nullptr;
    Branch& branch = branches_[begun_++ % branches_.size()];
    branch.search.emplace(board_, prefixes_.columns(), board_.size());
    branch.found.clear();
    branch.exhausted = false;
    return &branch;
  }

  /// Searches ahead of the branch's turn. Called for several branches at the same time.
  void search_ahead(Branch& branch) const {
    const auto size = static_cast<std::size_t>(board_.size());
    const std::uint64_t enough = std::min<std::uint64_t>(kHeldBack, limit_);
    while (branch.found.size() < enough * size) {
      if (!branch.search->next(cancel_)) {
        branch.exhausted = true;  // or cancelled, and then this no longer matters
        return;
      }
      const auto columns = branch.search->columns();
      branch.found.insert(branch.found.end(), columns.begin(), columns.end());
    }
  }

  /// Hands out what the branch has found, then searches the rest of it. Called in turn.
  void hand_out(Branch& branch) {
    const auto size = static_cast<std::size_t>(board_.size());
    const std::span<const std::uint8_t> found = branch.found;
    for (std::size_t at = 0; at < found.size() && !cancel_.requested(); at += size) {
      hand_out(found.subspan(at, size));
    }
    while (!branch.exhausted && !cancel_.requested() && branch.search->next(cancel_)) {
      hand_out(branch.search->columns());
    }
  }

  [[nodiscard]] ListResult result() const {
    return {.visited = visited_, .complete = !cancel_.requested()};
  }

 private:
  void hand_out(std::span<const std::uint8_t> solution) {
    ++visited_;
    try {
      if (!visit_(solution) || visited_ >= limit_) cancel_.request();
    } catch (...) {
      cancel_.request();
      throw;
    }
  }

  const Board& board_;
  const SolutionVisitor& visit_;
  std::uint64_t limit_;
  CancelToken cancel_;  // triggered when enough is found, too
  OrderedSearch prefixes_;
  std::vector<Branch> branches_;
  std::size_t begun_ = 0;
  std::uint64_t visited_ = 0;
};

}  // namespace

ListResult merge_in_order(const Board& board, const SolutionVisitor& visit, std::uint64_t limit,
                          ThreadPool& pool, const CancelToken& cancel) {
  using oneapi::tbb::filter_mode;
  using oneapi::tbb::flow_control;
  using oneapi::tbb::make_filter;
  if (limit == 0) return {};
  const std::size_t under_way =
      std::min(kMostAhead, kAhead * static_cast<std::size_t>(pool.threads()));
  Merge merge(board, visit, limit, cancel, under_way);
  const auto branches =
      make_filter<void, Branch*>(filter_mode::serial_in_order, [&merge](flow_control& flow) {
        const TaskOrder around_task;
        Branch* branch = merge.next_branch();
        if (branch == nullptr) flow.stop();
        return branch;
      });
  const auto search =
      make_filter<Branch*, Branch*>(filter_mode::parallel, [&merge](Branch* branch) {
        const TaskOrder around_task;
        merge.search_ahead(*branch);
        return branch;
      });
  const auto hand_out =
      make_filter<Branch*, void>(filter_mode::serial_in_order, [&merge](Branch* branch) {
        const TaskOrder around_task;
        merge.hand_out(*branch);
      });
  {
    const TaskOrder around_all;
    pool.execute([&] { oneapi::tbb::parallel_pipeline(under_way, branches & search & hand_out); });
  }
  cancel.throw_if_requested();
  return merge.result();
}

}  // namespace queens
