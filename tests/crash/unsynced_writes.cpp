// Preloaded into the program, this makes a process that is killed a machine that loses its power:
// what was written to temporary files reaches them only when they are synchronised, and renames are
// done only when their folder is. With UNSYNCED_RENAMES=early renames are done at once, as some
// file systems do them, before the data.
//
// While the file that DISK_FULL names exists, there is no space left for any of them.

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

std::recursive_mutex lock;
// Never destroyed: the program may write while it ends.
std::map<int, std::string>& unsynced = *new std::map<int, std::string>;
std::vector<std::pair<std::string, std::string>>& renames =
    *new std::vector<std::pair<std::string, std::string>>;

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool is_temporary(int fd) {
  char link[64];
  char name[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = ::readlink(link, name, sizeof name - 1);
  return length > 4 && std::memcmp(name + length - 4, ".tmp", 4) == 0;
}

bool is_folder(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
}

bool disk_full() {
  const char* const mark = std::getenv("DISK_FULL");
  return mark != nullptr && ::access(mark, F_OK) == 0;
}

bool renames_early() {
  const char* const when = std::getenv("UNSYNCED_RENAMES");
  return when != nullptr && std::strcmp(when, "early") == 0;
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, size_t size) {
  static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
  if (!is_temporary(fd)) return real(fd, data, size);
  if (disk_full()) {
    errno = ENOSPC;
    return -1;
  }
  const std::scoped_lock hold(lock);
  unsynced[fd].append(static_cast<const char*>(data), size);
  return static_cast<ssize_t>(size);
}

int fsync(int fd) {
  static auto* const real_write = next<ssize_t(int, const void*, size_t)>("write");
  static auto* const real_rename = next<int(const char*, const char*)>("rename");
  const std::scoped_lock hold(lock);
  if (const auto held = unsynced.find(fd); held != unsynced.end()) {
    const std::string& data = held->second;
    const bool whole =
        real_write(fd, data.data(), data.size()) == static_cast<ssize_t>(data.size());
    unsynced.erase(held);
    return whole ? 0 : -1;
  }
  if (is_folder(fd)) {
    for (const auto& [from, to] : renames) real_rename(from.c_str(), to.c_str());
    renames.clear();
  }
  return 0;
}

int rename(const char* from, const char* to) noexcept {
  static auto* const real = next<int(const char*, const char*)>("rename");
  if (renames_early()) return real(from, to);
  const std::scoped_lock hold(lock);
  renames.emplace_back(from, to);
  return 0;
}

int close(int fd) {
  static auto* const real = next<int(int)>("close");
  const std::scoped_lock hold(lock);
  unsynced.erase(fd);
  return real(fd);
}
}
