#pragma once

#include <string>
#include <utility>

#include "queens/cancel.hpp"

namespace queens::cli {

/// A file descriptor, closed at the end of its life if it is owned.
class Descriptor {
 public:
  Descriptor() = default;
  static Descriptor owned(int fd) { return {fd, true}; }
  static Descriptor borrowed(int fd) { return {fd, false}; }

  Descriptor(Descriptor&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), owned_(std::exchange(other.owned_, false)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~Descriptor();

  [[nodiscard]] int fd() const noexcept { return fd_; }

 private:
  Descriptor(int fd, bool owned) : fd_(fd), owned_(owned) {}

  int fd_ = -1;
  bool owned_ = false;
};

/// Waits until the descriptor can be read (POLLIN) or written (POLLOUT) without blocking. A signal
/// may reach any thread, so a thread that waits looks at the token itself; throws Error{cancelled}.
void wait_for(int fd, short event, const CancelToken& cancel);

/// True when a line can be written without blocking: not to a stopped terminal or a full pipe.
bool writable_now(int fd);

/// True when nobody will ever read what is written: the other end of a pipe is closed.
bool reader_gone(int fd);

/// "cannot write FILE: No space left on device", from errno.
std::string system_message(const std::string& what);

}  // namespace queens::cli
