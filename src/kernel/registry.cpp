#include "kernel/registry.hpp"

#include <array>

#include "kernel/cpu.hpp"
#include "kernel/level_kernels.hpp"
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

template <const LevelBackend& backend>
std::unique_ptr<Scratch> level_scratch(int board_size) {
  return make_level_scratch(backend, board_size);
}

template <const LevelBackend& backend>
Tally levels(const Subproblem& problem, Scratch& scratch, const CancelToken& cancel) noexcept {
  return count_levels(backend, problem, scratch, cancel);
}

constexpr std::array kKernels = {
#if defined(__x86_64__)
    Kernel{.name = "avx512",
           .summary = "level-buffered search on edge classes, 32 states at a time",
           .division = WorkDivision::edge_classes,
           .needs = "AVX-512 with BW, VBMI, VBMI2 and VPOPCNTDQ",
           .missing = missing_for_avx512,
           .make_scratch = level_scratch<kAvx512Levels>,
           .count = levels<kAvx512Levels>,
           .first_column = first_settled_column,
           .join = &kAvx512Join},
    Kernel{.name = "avx2",
           .summary = "level-buffered search on edge classes, 16 states at a time",
           .division = WorkDivision::edge_classes,
           .needs = "AVX2",
           .missing = missing_for_avx2,
           .make_scratch = level_scratch<kAvx2Levels>,
           .count = levels<kAvx2Levels>,
           .first_column = first_settled_column,
           .join = &kAvx2Join},
#endif
    Kernel{.name = "portable",
           .summary = "level-buffered search on edge classes, 8 states at a time",
           .division = WorkDivision::edge_classes,
           .needs = kNothing,
           .missing = missing_nothing,
           .make_scratch = level_scratch<kPortableLevels>,
           .count = levels<kPortableLevels>,
           .first_column = first_settled_column,
           .join = &kPortableJoin},
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
