#include "crash/lost_power.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

namespace queens::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 4096;

ino_t inode(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw std::system_error(errno, std::generic_category(), path.string());
  }
  return status.st_ino;
}

struct Name {
  bool is_folder = false;
  ino_t inode = 0;
  std::string name;
};

class Loss {
 public:
  Loss(fs::path folder, fs::path copy, Left left, std::mt19937_64& random)
      : folder_(std::move(folder)), copy_(std::move(copy)), left_(left), random_(random) {
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      seen_[inode(entry.path())] = entry.path();
    }
  }

  // Makes the folder of that inode, as it is left, at a new place.
  void make(ino_t folder, const fs::path& place) {
    fs::create_directory(place);
    const bool newest = left_ == Left::mixed && chance() && seen_path(folder) != nullptr;
    for (const Name& name : newest ? seen_names(*seen_path(folder)) : kept_names(folder)) {
      if (name.is_folder) {
        make(name.inode, place / name.name);
      } else {
        std::ofstream(place / name.name, std::ios::binary) << content(name.inode);
      }
    }
  }

 private:
  bool chance() { return std::uniform_int_distribution<>(0, 1)(random_) == 1; }

  [[nodiscard]] std::string kept(const std::string& kind, ino_t number) const {
    const fs::path path = copy_ / (kind + std::to_string(number));
    return read_file(fs::exists(path) ? path.string() : path.string() + ".old");
  }

  [[nodiscard]] const fs::path* seen_path(ino_t number) const {
    if (number == inode(folder_)) return &folder_;
    const auto found = seen_.find(number);
    return found == seen_.end() ? nullptr : &found->second;
  }

  static std::vector<Name> seen_names(const fs::path& folder) {
    std::vector<Name> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      if (name.ends_with("-shm")) continue;  // memory
      names.push_back({.is_folder = entry.is_directory(), .inode = inode(entry), .name = name});
    }
    return names;
  }

  [[nodiscard]] std::vector<Name> kept_names(ino_t folder) const {
    std::vector<Name> names;
    std::istringstream lines(kept("names-", folder));
    std::string kind;
    for (Name name; lines >> kind >> name.inode && lines.ignore() && std::getline(lines, name.name);
         names.push_back(name)) {
      name.is_folder = kind == "d";
    }
    return names;
  }

  std::string content(ino_t number) {
    std::string synced = kept("data-", number);
    const fs::path* const path = seen_path(number);
    if (left_ == Left::synced || path == nullptr) return synced;
    const std::string newest = read_file(*path);
    std::string mixed = synced;
    mixed.resize(chance() ? newest.size() : synced.size());
    for (std::size_t at = 0; at < std::min(mixed.size(), newest.size()); at += kBlock) {
      const std::size_t length = std::min({kBlock, mixed.size() - at, newest.size() - at});
      if (chance()) mixed.replace(at, length, newest, at, length);
    }
    return mixed;
  }

  fs::path folder_;
  fs::path copy_;
  Left left_;
  std::mt19937_64& random_;
  std::map<ino_t, fs::path> seen_;
};

}  // namespace

UnsyncedFolder::UnsyncedFolder(std::string shim) : shim_(std::move(shim)) {
  fs::create_directory(path());
}

std::vector<std::string> UnsyncedFolder::environment() const {
  const std::string copy = base_.path("copy");
  fs::remove_all(copy);
  fs::create_directory(copy);
  return {"LD_PRELOAD=" + shim_, "UNSYNCED_FOLDER=" + path(), "UNSYNCED_COPY=" + copy,
          "DISK_FULL=" + full_mark()};
}

std::vector<std::string> UnsyncedFolder::environment_ignoring(const std::string& ending) const {
  std::vector<std::string> words = environment();
  words.push_back("UNSYNCED_IGNORE=" + ending);
  return words;
}

void UnsyncedFolder::lose_power(Left left, std::mt19937_64& random) const {
  const std::string copy = base_.path("copy");
  const std::string root = read_file(copy + "/root");
  if (root.empty()) return;  // killed before it did anything
  const std::string fresh = base_.path("fresh");
  Loss(path(), copy, left, random).make(std::stoull(root), fresh);
  fs::remove_all(path());
  fs::rename(fresh, path());
}

}  // namespace queens::test
