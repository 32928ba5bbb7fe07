#pragma once

// The kernels' count functions, for the registry. See Kernel::count.

#include "core/method.hpp"
#include "core/subproblem.hpp"
#include "queens/cancel.hpp"

namespace queens {

Tally count_scalar(const Subproblem& problem, Scratch& scratch, const CancelToken& cancel) noexcept;
Tally count_bitmask(const Subproblem& problem, Scratch& scratch,
                    const CancelToken& cancel) noexcept;
Tally count_arrays(const Subproblem& problem, Scratch& scratch, const CancelToken& cancel) noexcept;
Tally count_scan(const Subproblem& problem, Scratch& scratch, const CancelToken& cancel) noexcept;

}  // namespace queens
