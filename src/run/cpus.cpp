// How many threads are worth starting. Affinity alone is not the answer: a container limited to one
// CPU by quota still sees all of the machine's CPUs, and threads beyond the quota are throttled.

#include "run/cpus.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "queens/queens.hpp"
#include "run/control_groups.hpp"

namespace queens {
namespace {

namespace fs = std::filesystem;

std::optional<double> quota_in(const fs::path& group, int version) {
  std::string quota;  // microseconds of CPU time, "max" or -1 for no limit
  double period = 0;  // in so many microseconds
  if (version == 2) {
    std::ifstream(group / "cpu.max") >> quota >> period;
  } else {
    std::ifstream(group / "cpu.cfs_quota_us") >> quota;
    std::ifstream(group / "cpu.cfs_period_us") >> period;
  }
  const double allowed = std::strtod(quota.c_str(), nullptr);  // 0 for "max" and for no such file
  if (allowed <= 0 || period <= 0) return std::nullopt;
  return allowed / period;
}

int affinity_cpus() {
  // The kernel refuses a set smaller than its own; machines beyond CPU_SETSIZE exist.
  for (int cpus = CPU_SETSIZE; cpus <= 64 * CPU_SETSIZE; cpus *= 2) {
    cpu_set_t* set = CPU_ALLOC(cpus);
    if (set == nullptr) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(cpus);
    const int available = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (available > 0) return available;
  }
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

std::optional<double> cpu_quota(const fs::path& root) {
  std::optional<double> least;
  for (const ControlGroup& group : control_groups("cpu", root)) {
    if (const auto quota = quota_in(group.folder, group.version)) {
      least = std::min(least.value_or(*quota), *quota);
    }
  }
  return least;
}

CpuLimits cpu_limits() {
  return {.affinity = std::max(1, affinity_cpus()), .quota = cpu_quota()};
}

int available_cpus() {
  const CpuLimits limits = cpu_limits();
  if (!limits.quota) return limits.affinity;
  return static_cast<int>(std::clamp<double>(std::ceil(*limits.quota), 1, limits.affinity));
}

}  // namespace queens
