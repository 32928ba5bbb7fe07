// How many threads are worth starting. Affinity alone is not the answer: a container limited to one
// CPU by quota still sees all of the machine's CPUs, and threads beyond the quota are throttled.

#include "run/cpus.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "queens/queens.hpp"

namespace queens {
namespace {

namespace fs = std::filesystem;

// A mounted control group hierarchy that governs CPU time.
struct Hierarchy {
  int version = 2;
  std::string root;  // the group that the mount shows at its top
  fs::path mounted;  // where
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

bool names_cpu(std::string_view list) {
  const std::vector<std::string> names = split(list, ',');
  return std::find(names.begin(), names.end(), "cpu") != names.end();
}

// From /proc/self/mountinfo: "36 35 98:0 ROOT MOUNTPOINT options [optional ...] - TYPE source
// SUPEROPTIONS"; see proc(5).
std::vector<Hierarchy> hierarchies(const fs::path& root) {
  std::vector<Hierarchy> found;
  std::ifstream mounts(root / "proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::vector<std::string> fields = split(line, ' ');
    const auto dash = std::find(fields.begin(), fields.end(), "-");
    if (fields.size() < 5 || fields.end() - dash < 4) continue;
    const std::string& type = dash[1];
    const bool v2 = type == "cgroup2";
    if (!v2 && !(type == "cgroup" && names_cpu(dash[3]))) continue;
    found.push_back({v2 ? 2 : 1, fields[3], root / fs::path(fields[4]).relative_path()});
  }
  return found;
}

// From /proc/self/cgroup: "0::PATH" for version 2, "4:cpu,cpuacct:PATH" for version 1.
std::string group_of(int version, const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::vector<std::string> fields = split(line, ':');
    if (fields.size() < 3) continue;
    if (version == 2 ? fields[0] == "0" : names_cpu(fields[1])) return fields[2];
  }
  return "/";
}

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

// The group's folder inside the mount. Inside a container the group's path may be one that only
// the host knows; then the mount's top is the group.
fs::path folder_of(const std::string& group, const Hierarchy& hierarchy) {
  std::string path = group;
  if (hierarchy.root != "/" && (path + '/').starts_with(hierarchy.root + '/')) {
    path.erase(0, hierarchy.root.size());
  }
  const fs::path folder = hierarchy.mounted / fs::path(path).relative_path();
  std::error_code ignored;
  return fs::is_directory(folder, ignored) ? folder : hierarchy.mounted;
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
  for (const Hierarchy& hierarchy : hierarchies(root)) {
    fs::path folder = folder_of(group_of(hierarchy.version, root), hierarchy);
    while (true) {
      if (const auto quota = quota_in(folder, hierarchy.version)) {
        least = std::min(least.value_or(*quota), *quota);
      }
      if (folder == hierarchy.mounted || !folder.has_relative_path()) break;
      folder = folder.parent_path();
    }
  }
  return least;
}

int available_cpus() {
  int cpus = std::max(1, affinity_cpus());
  if (const auto quota = cpu_quota()) {
    cpus = static_cast<int>(std::clamp<double>(std::ceil(*quota), 1, cpus));
  }
  return cpus;
}

}  // namespace queens
