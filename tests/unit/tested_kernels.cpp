#include "unit/tested_kernels.hpp"

#include "kernel/registry.hpp"

namespace queens::test {

std::vector<std::string> names_of_tested_kernels() {
  std::vector<std::string> names;
  for (const Kernel& kernel : all_kernels()) {
    if (kernel.missing().empty()) names.emplace_back(kernel.name);
  }
  return names;
}

}  // namespace queens::test
