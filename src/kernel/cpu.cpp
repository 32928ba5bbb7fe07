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

#if defined(__x86_64__)

// All that the kernels' source files are compiled for: see src/CMakeLists.txt.
std::string missing_for_avx2() {
  return names_of_missing({{"AVX2", __builtin_cpu_supports("avx2") != 0},
                           {"BMI1", __builtin_cpu_supports("bmi") != 0},
                           {"BMI2", __builtin_cpu_supports("bmi2") != 0},
                           {"POPCNT", __builtin_cpu_supports("popcnt") != 0}});
}

std::string missing_for_avx512() {
  return names_of_missing({{"AVX512F", __builtin_cpu_supports("avx512f") != 0},
                           {"AVX512BW", __builtin_cpu_supports("avx512bw") != 0},
                           {"AVX512VBMI2", __builtin_cpu_supports("avx512vbmi2") != 0},
                           {"BMI1", __builtin_cpu_supports("bmi") != 0},
                           {"BMI2", __builtin_cpu_supports("bmi2") != 0},
                           {"POPCNT", __builtin_cpu_supports("popcnt") != 0}});
}

#endif

}  // namespace queens
