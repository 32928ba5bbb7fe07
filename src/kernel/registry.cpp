#include "kernel/registry.hpp"

#include <array>

#include "kernel/search_kernels.hpp"
#include "queens/error.hpp"

namespace queens {
namespace {

constexpr std::string_view kNothing = "nothing beyond the base instruction set";

std::string missing_nothing() {
  return {};
}

std::unique_ptr<Scratch> no_scratch(int /*board_size*/) {
  return std::make_unique<Scratch>();
}

constexpr std::array kKernels = {
    Kernel{.name = "scalar",
           .summary = "bitmasks on edge classes, one state at a time",
           .division = WorkDivision::edge_classes,
           .needs = kNothing,
           .missing = missing_nothing,
           .make_scratch = no_scratch,
           .count = count_scalar},
    Kernel{.name = "bitmask",
           .summary = "reference: three masks, lowest set bit; all rows, no symmetry",
           .division = WorkDivision::whole_board,
           .needs = kNothing,
           .missing = missing_nothing,
           .make_scratch = no_scratch,
           .count = count_bitmask},
    Kernel{.name = "arrays",
           .summary = "reference: three occupancy arrays; all rows, no symmetry",
           .division = WorkDivision::whole_board,
           .needs = kNothing,
           .missing = missing_nothing,
           .make_scratch = no_scratch,
           .count = count_arrays},
    Kernel{.name = "scan",
           .summary = "reference: walks along column and diagonals; all rows, no symmetry",
           .division = WorkDivision::whole_board,
           .needs = kNothing,
           .missing = missing_nothing,
           .make_scratch = no_scratch,
           .count = count_scan},
};

std::string names(std::span<const Kernel> kernels) {
  std::string list;
  for (const Kernel& kernel : kernels) {
    if (!list.empty()) list += ", ";
    list += kernel.name;
  }
  return list;
}

}  // namespace

std::span<const Kernel> all_kernels() {
  return kKernels;
}

const Kernel& select_kernel(std::string_view name, std::span<const Kernel> among) {
  for (const Kernel& kernel : among) {
    if (!name.empty() && kernel.name != name) continue;
    const std::string missing = kernel.missing();
    if (missing.empty()) return kernel;
    if (!name.empty()) {
      throw Error(ErrorCode::unsupported_kernel,
                  "kernel '" + std::string(name) + "' cannot run on this CPU: it lacks " + missing);
    }
  }
  throw Error(ErrorCode::unknown_kernel,
              "there is no kernel '" + std::string(name) + "' (there are " + names(among) + ")");
}

}  // namespace queens
