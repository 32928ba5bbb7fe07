// The AVX-512 kernel once more, compiled here with emulation/immintrin.h in place of the
// compiler's. It takes the place of the library's: the linker does not look there for what it has
// already.

#include "kernel/join_avx512.cpp"          // NOLINT(bugprone-suspicious-include)
#include "kernel/level_search_avx512.cpp"  // NOLINT(bugprone-suspicious-include)
