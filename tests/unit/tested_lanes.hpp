#pragma once

// The lanes that lanes_test.cpp is about: those that run on any CPU, the AVX-512 ones by emulation.

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#if defined(QUEENS_EMULATION)
#include "kernel/lanes_avx512.hpp"
#else
#include "kernel/lanes_portable.hpp"
#endif

namespace queens::test {

#if defined(QUEENS_EMULATION)
using TestedLanes = testing::Types<Avx512Lanes16, Avx512Lanes32>;
#else
using TestedLanes = testing::Types<PortableLanes16, PortableLanes32>;
#endif

}  // namespace queens::test
