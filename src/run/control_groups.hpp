#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace queens {

/// The folder that shows a control group's limits.
struct ControlGroup {
  int version = 2;
  std::filesystem::path folder;
};

/// The control groups of this process and all above them as far as they are mounted, in the
/// hierarchies that have the controller ("cpu", "memory"): version 2, and version 1 where it is
/// named. `root` is the file system's root, another one for tests.
std::vector<ControlGroup> control_groups(std::string_view controller,
                                         const std::filesystem::path& root);

}  // namespace queens
