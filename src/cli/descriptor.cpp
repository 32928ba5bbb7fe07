#include "cli/descriptor.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace queens::cli {

Descriptor::~Descriptor() {
  if (owned_) ::close(fd_);
}

void wait_for(int fd, short event, const CancelToken& cancel) {
  constexpr int kMilliseconds = 50;
  while (true) {
    cancel.throw_if_requested();
    pollfd waiting{.fd = fd, .events = event, .revents = 0};
    if (::poll(&waiting, 1, kMilliseconds) != 0 && waiting.revents != 0) return;
  }
}

bool writable_now(int fd) {
  pollfd ready{.fd = fd, .events = POLLOUT, .revents = 0};
  return ::poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0;
}

bool reader_gone(int fd) {
  pollfd gone{.fd = fd, .events = 0, .revents = 0};  // errors are told unasked
  return ::poll(&gone, 1, 0) == 1 && (gone.revents & POLLERR) != 0;
}

std::string system_message(const std::string& what) {
  return what + ": " + std::generic_category().message(errno);
}

}  // namespace queens::cli
