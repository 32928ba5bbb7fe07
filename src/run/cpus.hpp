#pragma once

#include <filesystem>
#include <optional>

namespace queens {

/// CPUs' worth of time that the control groups of this process grant it: the least quota of its
/// group and all above, from version 2 (`cpu.max`) and version 1 (`cpu.cfs_quota_us`) hierarchies;
/// none without a quota. `root` is the file system's root, another one for tests.
std::optional<double> cpu_quota(const std::filesystem::path& root = "/");

}  // namespace queens
