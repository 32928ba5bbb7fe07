#include "cli/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/exit_code.hpp"
#include "queens/error.hpp"

namespace queens::cli {
namespace {

constexpr std::size_t kBuffer = 64 * 1024;
// A pipe that poll() calls writable takes this much without blocking.
constexpr std::size_t kChunk = 4096;

// A terminal that nobody reads takes a part of a write and blocks on the rest, and a signal may
// reach another thread. Opened once more it can be told not to block, which on the descriptor that
// we were given would change the terminal for our caller too.
Descriptor standard_output() {
  if (::isatty(STDOUT_FILENO) == 1) {
    std::array<char, 256> name{};
    if (::ttyname_r(STDOUT_FILENO, name.data(), name.size()) == 0) {
      const int fd = ::open(name.data(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
      if (fd >= 0) return Descriptor::owned(fd);
    }
  }
  return Descriptor::borrowed(STDOUT_FILENO);
}

// True for /dev/stdout and the like: replacing that file would take it from under our caller.
bool is_standard_output(const struct stat& status) {
  struct stat own {};
  return ::fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == status.st_dev &&
         own.st_ino == status.st_ino;
}

// The file that symbolic links lead to, also where it does not exist yet; it is replaced, the links
// are not.
std::filesystem::path behind_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, ignored); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
  }
  return path;
}

}  // namespace

Output::Output(CancelToken cancel)
    : name_("standard output"), file_(standard_output()), cancel_(std::move(cancel)) {}

Output::Output(const std::string& path, CancelToken cancel)
    : name_(path), cancel_(std::move(cancel)) {
  if (path.empty()) throw UsageError("the output file's name is empty");
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && is_standard_output(status))) {
    file_ = standard_output();
  } else if (exists && !S_ISREG(status.st_mode)) {
    open_in_place();
  } else {
    open_beside(exists ? std::optional(status.st_mode) : std::nullopt);
  }
}

void Output::open_in_place() {
  int fd = -1;
  do {  // a named pipe without a reader blocks here
    cancel_.throw_if_requested();
    fd = ::open(name_.c_str(), O_WRONLY | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) throw IoError(system_message("cannot write " + name_));
  file_ = Descriptor::owned(fd);
}

void Output::open_beside(std::optional<mode_t> old_mode) {
  final_path_ = behind_links(name_).string();
  temporary_path_ = final_path_ + ".XXXXXX";
  const int fd = ::mkostemp(temporary_path_.data(), O_CLOEXEC);
  if (fd < 0) {
    temporary_path_.clear();
    throw IoError(system_message("cannot write " + name_));
  }
  file_ = Descriptor::owned(fd);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  constexpr mode_t kPermissions = 07777;
  constexpr mode_t kNewFile = 0666;
  ::fchmod(fd, old_mode ? *old_mode & kPermissions : kNewFile & ~mask);
}

Output::~Output() {
  if (!temporary_path_.empty()) ::unlink(temporary_path_.c_str());
}

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBuffer) flush();
}

void Output::flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    wait_for(file_.fd(), POLLOUT, cancel_);
    const ssize_t bytes = ::write(file_.fd(), left.data(), std::min(left.size(), kChunk));
    if (bytes >= 0) {
      left.remove_prefix(static_cast<std::size_t>(bytes));
    } else if (errno == EPIPE) {
      buffer_.clear();
      throw ReaderGone();
    } else if (errno != EINTR && errno != EAGAIN) {
      throw IoError(system_message("cannot write " + name_));
    }
  }
  buffer_.clear();
  flushed_ = std::chrono::steady_clock::now();
  ++flushes_;
}

void Output::flush_now_and_then() {
  // The first lines one by one: there may never be a next one to push them out.
  constexpr int kEager = 100;
  constexpr std::chrono::milliseconds kNoticeable{50};
  if (flushes_ < kEager || std::chrono::steady_clock::now() - flushed_ >= kNoticeable) flush();
}

void Output::commit() {
  flush();
  if (temporary_path_.empty()) return;
  if (::fsync(file_.fd()) != 0 || std::rename(temporary_path_.c_str(), final_path_.c_str()) != 0) {
    throw IoError(system_message("cannot write " + name_));
  }
  temporary_path_.clear();
}

}  // namespace queens::cli
