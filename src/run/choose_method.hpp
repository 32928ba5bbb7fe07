#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/method.hpp"
#include "kernel/kernel.hpp"
#include "queens/board.hpp"
#include "queens/queens.hpp"

namespace queens {

/// How a board is counted, and why not otherwise.
struct ChosenMethod {
  std::unique_ptr<Method> method;
  std::string remark;  ///< why the join was not taken though asked for or faster; empty otherwise
};

/// The method that the options name, or the one expected to be faster: the join for boards whose
/// search would visit some billion nodes, where the kernel can join and its share of
/// Options::memory suffices. Cost: for boards of 18 rows and more the planning of a search. Throws
/// Error: invalid_input (unknown method, a kernel that cannot join), cancelled.
ChosenMethod choose_method(const Board& board, const Kernel& kernel, int threads,
                           const Options& options);

/// Why the join cannot count the board on so many threads: a clause that begins with its subject;
/// empty where it can.
std::string join_missing(const Board& board, const Kernel& kernel, int threads,
                         const Options& options);

/// Whether the join is expected to be faster than a search of so many expected nodes.
bool join_is_faster(const Board& board, double search_nodes);

/// What a plan costs in all, in its method's own unit: expected nodes for the search.
double cost_of(const std::vector<WorkUnit>& units);

/// Options::memory, or a quarter of what the process may use.
std::uint64_t memory_limit(const Options& options);

}  // namespace queens
