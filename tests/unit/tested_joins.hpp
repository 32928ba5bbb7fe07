#pragma once

// The join's lanes that join_lanes_test.cpp and join_test.cpp are about: those that run on any CPU,
// the AVX-512 ones by emulation.

#include <gtest/gtest.h>

#include "kernel/join_backend.hpp"
#if defined(QUEENS_EMULATION)
#include "kernel/join_lanes_avx512.hpp"
#else
#include "kernel/join_lanes_portable.hpp"
#endif
#include "kernel/registry.hpp"

namespace queens::test {

#if defined(QUEENS_EMULATION)
using TestedJoinLanes = Avx512JoinLanes;
#else
using TestedJoinLanes = PortableJoinLanes;
#endif

/// The backends that can run here, by kernel; the emulated one alone where it is emulated.
inline std::vector<std::pair<std::string, const JoinBackend*>> tested_joins() {
  std::vector<std::pair<std::string, const JoinBackend*>> joins;
#if defined(QUEENS_EMULATION)
  joins.emplace_back("avx512", &kAvx512Join);
#else
  for (const Kernel& kernel : all_kernels()) {
    if (kernel.join != nullptr && kernel.missing().empty()) {
      joins.emplace_back(kernel.name, kernel.join);
    }
  }
#endif
  return joins;
}

}  // namespace queens::test
