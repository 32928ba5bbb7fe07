#pragma once

#include <span>
#include <string_view>

#include "kernel/kernel.hpp"

namespace queens {

/// All kernels compiled in, best first.
std::span<const Kernel> all_kernels();

/// The kernel of that name, or for an empty name the first that this CPU can run. Throws Error:
/// unknown_kernel, unsupported_kernel (with what is missing). `among` is not empty and holds a
/// kernel that runs anywhere.
const Kernel& select_kernel(std::string_view name, std::span<const Kernel> among = all_kernels());

}  // namespace queens
