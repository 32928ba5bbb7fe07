#pragma once

// The kernels that count with the level-buffered search: one for each instruction set. What the
// lanes' width asks for happens here, in code that runs on any CPU.

#include <memory>

#include "core/method.hpp"
#include "core/subproblem.hpp"
#include "kernel/level_backend.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// Scratch of a kernel for boards of that size; see Kernel::make_scratch.
std::unique_ptr<Scratch> make_level_scratch(const LevelBackend& backend, int board_size);

/// Counts any subproblem; see Kernel::count. Where the open columns do not fit 16-bit lanes, queens
/// are settled in a few of them first, square by square, or the lanes are 32 bits wide.
Tally count_levels(const LevelBackend& backend, const Subproblem& problem, Scratch& scratch,
                   const CancelToken& cancel) noexcept;

/// The column that count_levels() settles first, so that those left open fit narrow lanes; -1 where
/// it settles none.
int first_settled_column(const Subproblem& problem);

}  // namespace queens
