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

std::string system_message(const std::string& what) {
  return what + ": " + std::generic_category().message(errno);
}

}  // namespace queens::cli
