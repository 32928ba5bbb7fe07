#include "unit/tested_kernels.hpp"

namespace queens::test {

// The AVX-512 kernel of this program is made of the intrinsics in emulation/immintrin.h.
std::vector<std::string> names_of_tested_kernels() {
  return {"avx512"};
}

}  // namespace queens::test
