#include "kernel/cpu.hpp"

#include <initializer_list>
#include <utility>

namespace queens {
namespace {

std::string names_of_missing(std::initializer_list<std::pair<const char*, bool>> features) {
  std::string names;
  for (const auto& [name, present] : features) {
    if (!present) names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return names;
}

}  // namespace

// All that the kernels' source files are compiled for: see src/CMakeLists.txt.
std::string missing_for_avx2() {
  return names_of_missing({{"AVX2", static_cast<bool>(__builtin_cpu_supports("avx2"))},
                           {"BMI1", static_cast<bool>(__builtin_cpu_supports("bmi"))},
                           {"BMI2", static_cast<bool>(__builtin_cpu_supports("bmi2"))},
                           {"POPCNT", static_cast<bool>(__builtin_cpu_supports("popcnt"))}});
}

std::string missing_for_avx512() {
  return names_of_missing(
      {{"AVX512F", static_cast<bool>(__builtin_cpu_supports("avx512f"))},
       {"AVX512BW", static_cast<bool>(__builtin_cpu_supports("avx512bw"))},
       {"AVX512VBMI", static_cast<bool>(__builtin_cpu_supports("avx512vbmi"))},
       {"AVX512VBMI2", static_cast<bool>(__builtin_cpu_supports("avx512vbmi2"))},
       {"AVX512VPOPCNTDQ", static_cast<bool>(__builtin_cpu_supports("avx512vpopcntdq"))},
       {"BMI1", static_cast<bool>(__builtin_cpu_supports("bmi"))},
       {"BMI2", static_cast<bool>(__builtin_cpu_supports("bmi2"))},
       {"POPCNT", static_cast<bool>(__builtin_cpu_supports("popcnt"))}});
}

bool has_fast_pext() {
  const bool slow = __builtin_cpu_is("amdfam17h") || __builtin_cpu_is("amdfam15h");
  return static_cast<bool>(__builtin_cpu_supports("bmi2")) && !slow;
}

}  // namespace queens
