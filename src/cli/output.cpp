#include "cli/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/exit_code.hpp"

namespace queens::cli {
namespace {

constexpr std::size_t kBuffer = 64 * 1024;
// A pipe that poll() calls writable takes this much without blocking.
constexpr std::size_t kChunk = 4096;

}  // namespace

Output::Output(CancelToken cancel)
    : name_("standard output"),
      file_(Descriptor::borrowed(STDOUT_FILENO)),
      cancel_(std::move(cancel)) {}

Output::Output(const std::string& path, CancelToken cancel)
    : name_(path), cancel_(std::move(cancel)) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  int fd = -1;
  if (exists && !S_ISREG(status.st_mode)) {
    fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    // Through a symbolic link the file itself is replaced, not the link.
    std::error_code ignored;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
    final_path_ = target.empty() ? path : target.string();
    temporary_path_ = final_path_ + ".XXXXXX";
    fd = ::mkostemp(temporary_path_.data(), O_CLOEXEC);
    if (fd < 0) temporary_path_.clear();
  }
  if (fd < 0) throw IoError(system_message("cannot write " + name_));
  file_ = Descriptor::owned(fd);
  if (temporary_path_.empty()) return;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, exists ? status.st_mode & 07777U : 0666U & ~mask);
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
