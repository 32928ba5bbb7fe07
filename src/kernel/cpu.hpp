#pragma once

// What this x86-64 CPU, as the operating system lets it be used, can do: CPUID, and for vector
// registers also whether the system saves them (XCR0), both asked by the compiler's runtime.

#include <string>

namespace queens {

/// What is missing for the AVX2 kernel: names of features, or nothing.
std::string missing_for_avx2();

/// The same for the AVX-512 kernel.
std::string missing_for_avx512();

/// Whether PEXT takes few cycles. AMD's CPUs before Zen 3 have it, but in microcode: some hundred
/// cycles.
bool has_fast_pext();

}  // namespace queens
