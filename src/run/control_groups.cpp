#include "run/control_groups.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace queens {
namespace {

namespace fs = std::filesystem;

// A mounted control group hierarchy.
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

bool lists(std::string_view list, std::string_view controller) {
  const std::vector<std::string> names = split(list, ',');
  return std::find(names.begin(), names.end(), controller) != names.end();
}

// From /proc/self/mountinfo: "36 35 98:0 ROOT MOUNTPOINT options [optional ...] - TYPE source
// SUPEROPTIONS"; see proc(5).
std::vector<Hierarchy> hierarchies(std::string_view controller, const fs::path& root) {
  std::vector<Hierarchy> found;
  std::ifstream mounts(root / "proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::vector<std::string> fields = split(line, ' ');
    const auto dash = std::find(fields.begin(), fields.end(), "-");
    if (fields.size() < 5 || fields.end() - dash < 4) continue;
    const std::string& type = dash[1];
    const bool v2 = type == "cgroup2";
    if (!v2 && !(type == "cgroup" && lists(dash[3], controller))) continue;
    found.push_back({v2 ? 2 : 1, fields[3], root / fs::path(fields[4]).relative_path()});
  }
  return found;
}

// From /proc/self/cgroup: "0::PATH" for version 2, "4:cpu,cpuacct:PATH" for version 1.
std::string group_of(int version, std::string_view controller, const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::vector<std::string> fields = split(line, ':');
    if (fields.size() < 3) continue;
    if (version == 2 ? fields[0] == "0" : lists(fields[1], controller)) return fields[2];
  }
  return "/";
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

}  // namespace

std::vector<ControlGroup> control_groups(std::string_view controller, const fs::path& root) {
  std::vector<ControlGroup> groups;
  for (const Hierarchy& hierarchy : hierarchies(controller, root)) {
    const std::string group = group_of(hierarchy.version, controller, root);
    fs::path folder = folder_of(group, hierarchy);
    while (true) {
      groups.push_back({hierarchy.version, folder});
      if (folder == hierarchy.mounted || !folder.has_relative_path()) break;
      folder = folder.parent_path();
    }
  }
  return groups;
}

}  // namespace queens
