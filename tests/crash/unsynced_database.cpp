// Preloaded into the program, this keeps a copy of what a folder would hold after a loss of power,
// so that a test can kill the process and put the copy in the folder's place. Nothing that the
// process sees is changed, so this serves a database, which reads, locks and maps what it writes.
//
// UNSYNCED_FOLDER names the folder, UNSYNCED_COPY another for the copy; without that there is none:
//   data-INODE   a file's content when it was last synchronised
//   names-INODE  a folder's lines "f|d INODE NAME" when it was last synchronised
//   root         the inode of the folder itself; written when the copy of what was there is whole
// Files whose names end with UNSYNCED_IGNORE are never synchronised, which a test must notice.
//
// While the file that DISK_FULL names exists, there is no space left for any file of the folder.

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace {

std::mutex& lock() {
  static std::mutex& lock = *new std::mutex;  // the program may write while it ends
  return lock;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string path_of(int fd) {
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  char name[PATH_MAX];
  const ssize_t length = ::readlink(link.c_str(), name, sizeof name);
  return length > 0 ? std::string(name, static_cast<std::size_t>(length)) : "";
}

bool is_inside(std::string_view path) {
  const std::string folder = variable("UNSYNCED_FOLDER");
  return !folder.empty() && path.starts_with(folder) &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

// A database's shared memory is rebuilt after a crash.
bool is_memory(std::string_view name) {
  return name.ends_with("-shm");
}

bool is_ignored(std::string_view name) {
  const std::string ignored = variable("UNSYNCED_IGNORE");
  if (ignored.empty()) return false;
  constexpr std::string_view kDeleted = " (deleted)";
  if (name.ends_with(kDeleted)) name.remove_suffix(kDeleted.size());
  return name.ends_with(ignored);
}

bool no_space(int fd) {
  const std::string mark = variable("DISK_FULL");
  if (mark.empty() || ::access(mark.c_str(), F_OK) != 0 || !is_inside(path_of(fd))) return false;
  errno = ENOSPC;
  return true;
}

// Replaces a file of the copy as a whole. Meanwhile what it replaces has ".old" after its name: to
// rename onto a file takes some file systems as long as to synchronise it.
void keep(const std::string& name, const std::string& content) {
  const std::string path = variable("UNSYNCED_COPY") + '/' + name;
  const std::string fresh = path + ".new";
  const std::string old = path + ".old";
  const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  bool whole = fd >= 0;
  for (std::size_t at = 0; whole && at < content.size();) {
    const ssize_t bytes = ::write(fd, content.data() + at, content.size() - at);
    whole = bytes > 0;
    if (whole) at += static_cast<std::size_t>(bytes);
  }
  whole = whole && ::close(fd) == 0;
  ::rename(path.c_str(), old.c_str());
  if (!whole || ::rename(fresh.c_str(), path.c_str()) != 0) {
    std::perror(path.c_str());
    std::abort();
  }
  ::unlink(old.c_str());
}

std::string content_of(int fd) {
  std::string content;
  char chunk[65536];
  ssize_t bytes = 0;
  while ((bytes = ::pread(fd, chunk, sizeof chunk, static_cast<off_t>(content.size()))) > 0) {
    content.append(chunk, static_cast<std::size_t>(bytes));
  }
  return content;
}

// Closing any descriptor of a file gives up the process's locks on it, so a duplicate stays open.
// Nor is a number of an inode that is held open given to another file.
void hold(int fd, ino_t inode) {
  static std::set<ino_t>& held = *new std::set<ino_t>;
  if (held.insert(inode).second) ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

void keep_file(int fd, ino_t inode) {
  hold(fd, inode);
  const bool readable = (::fcntl(fd, F_GETFL) & O_ACCMODE) != O_WRONLY;
  const std::string self = "/proc/self/fd/" + std::to_string(fd);
  const int from = readable ? fd : ::open(self.c_str(), O_RDONLY | O_CLOEXEC);
  keep("data-" + std::to_string(inode), content_of(from));
  if (!readable) ::close(from);
}

void keep_names(const std::string& path, ino_t inode) {
  std::string lines;
  DIR* const folder = ::opendir(path.c_str());
  while (const dirent* const entry = folder != nullptr ? ::readdir(folder) : nullptr) {
    const std::string name = entry->d_name;
    struct stat status {};
    if (name == "." || name == ".." || is_memory(name)) continue;
    if (::stat((path + '/' + name).c_str(), &status) != 0) continue;
    lines += S_ISDIR(status.st_mode) ? "d " : "f ";
    lines += std::to_string(status.st_ino) + ' ' + name + '\n';
  }
  if (folder != nullptr) ::closedir(folder);
  keep("names-" + std::to_string(inode), lines);
}

void keep_synchronised(int fd) {
  if (variable("UNSYNCED_COPY").empty()) return;
  const std::string path = path_of(fd);
  if (!is_inside(path) || is_memory(path) || is_ignored(path)) return;
  struct stat status {};
  if (::fstat(fd, &status) != 0) return;
  const std::scoped_lock hold_lock(lock());
  if (S_ISDIR(status.st_mode)) keep_names(path, status.st_ino);
  if (S_ISREG(status.st_mode)) keep_file(fd, status.st_ino);
}

// What is there at the start counts as synchronised.
void keep_all(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // stays open
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0) return;
  if (!S_ISDIR(status.st_mode)) return keep_file(fd, status.st_ino);
  keep_names(path, status.st_ino);
  DIR* const folder = ::opendir(path.c_str());
  while (const dirent* const entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    if (name != "." && name != ".." && !is_memory(name)) keep_all(path + '/' + name);
  }
  ::closedir(folder);
}

__attribute__((constructor)) void start() {
  const std::string folder = variable("UNSYNCED_FOLDER");
  struct stat status {};
  if (variable("UNSYNCED_COPY").empty() || ::stat(folder.c_str(), &status) != 0) return;
  keep_all(folder);
  keep("root", std::to_string(status.st_ino));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, size_t size) {
  static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
  return no_space(fd) ? -1 : real(fd, data, size);
}

ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  return no_space(fd) ? -1 : real(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
  static auto* const real = next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
  return no_space(fd) ? -1 : real(fd, data, size, at);
}

int fsync(int fd) {
  keep_synchronised(fd);
  return 0;
}

int fdatasync(int fd) {
  keep_synchronised(fd);
  return 0;
}
}
