#pragma once

#include <memory>
#include <string>
#include <string_view>
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

/// The method that the options name, or that made Options::checkpoint, or the one expected to be
/// faster: the join for boards whose search would visit some billion nodes, where the kernel can
/// join and its share of Options::memory suffices. Cost: for boards of 18 rows and more the
/// planning of a search. Throws Error: invalid_input (unknown method, a kernel that cannot join),
/// cancelled.
ChosenMethod choose_method(const Board& board, const Kernel& kernel, int threads,
                           const Options& options);

/// The same for shards: the choice depends on the board and the options alone, so that it is the
/// same on every machine, and never has a remark. Throws Error also where the method cannot run
/// here: invalid_input (the kernel cannot join), resources (the memory).
ChosenMethod choose_method_for_shards(const Board& board, const Kernel& kernel, int threads,
                                      const Options& options);

/// The method that makes plans of that name.
std::string method_of_plan(std::string_view plan);

/// True if methods with this kernel make plans of that name.
bool makes_plan(const Kernel& kernel, std::string_view plan);

/// The units of the plan of that name, which must be one of ours. Throws Error{cancelled}.
std::vector<WorkUnit> units_of_plan(const Board& board, std::string_view plan,
                                    const CancelToken& cancel);

/// The method that runs the units of a plan of that name with this kernel. Throws Error:
/// invalid_input (the kernel makes no such plan), resources (the memory for a join).
std::unique_ptr<Method> method_for_plan(const Board& board, std::string_view plan,
                                        const Kernel& kernel, int threads, const Options& options);

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
