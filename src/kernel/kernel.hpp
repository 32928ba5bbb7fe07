#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/method.hpp"
#include "core/subproblem.hpp"
#include "core/work_division.hpp"
#include "kernel/join_backend.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// A way of counting one subproblem's solutions. All kernels count the same subproblems and return
/// the same numbers of solutions; they differ in speed, in the nodes they visit and in what they
/// require of the CPU.
struct Kernel {
  std::string_view name{};
  std::string_view summary{};

  /// The division of the board that this kernel is run on: the reference kernels show the plain
  /// method and get the whole board.
  WorkDivision division = WorkDivision::edge_classes;

  /// What the kernel requires of the CPU.
  std::string_view needs{};

  /// What this CPU lacks of it; empty where the kernel can run.
  std::string (*missing)() = nullptr;

  std::unique_ptr<Scratch> (*make_scratch)(int board_size) = nullptr;

  /// Counts. A subproblem without open rows has one solution. When the token is triggered before
  /// the return, the tally is worthless. Does not allocate.
  Tally (*count)(const Subproblem& problem, Scratch& scratch,
                 const CancelToken& cancel) noexcept = nullptr;

  /// The column whose queen the kernel places before those of any row, -1 for none; null where it
  /// goes by rows alone. Who wants to see a part of what it would do has to begin as it does.
  int (*first_column)(const Subproblem& problem) = nullptr;

  /// Joins half boards in the same kind of vectors; null where the kernel cannot.
  const JoinBackend* join = nullptr;
};

}  // namespace queens
