#include "run/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "run/control_groups.hpp"

namespace queens {
namespace {

std::uint64_t machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return UINT64_MAX;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

std::uint64_t address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

}  // namespace

std::uint64_t usable_memory(const std::filesystem::path& root) {
  std::uint64_t least = std::min(machine_memory(), address_space());
  for (const ControlGroup& group : control_groups("memory", root)) {
    std::uint64_t limit = 0;  // "max" is no number
    const char* const file = group.version == 2 ? "memory.max" : "memory.limit_in_bytes";
    if (std::ifstream(group.folder / file) >> limit) least = std::min(least, limit);
  }
  return least;
}

}  // namespace queens
