#include "cli/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "cli/exit_code.hpp"
#include "queens/board.hpp"

namespace queens::cli {

Input::Input(const std::string& path, CancelToken cancel)
    : name_(path == "-" ? "standard input" : path),
      file_(Descriptor::borrowed(STDIN_FILENO)),
      cancel_(std::move(cancel)) {
  if (path == "-") return;
  // A named pipe that nobody writes to is waited for in wait_for(), not here.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw UsageError(system_message("cannot open " + name_));
  file_ = Descriptor::owned(fd);
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    throw UsageError("cannot read " + name_ + ": it is a directory");
  }
}

bool Input::fill() {
  std::array<char, 4096> chunk{};
  while (true) {
    wait_for(file_.fd(), POLLIN, cancel_);
    const ssize_t bytes = ::read(file_.fd(), chunk.data(), chunk.size());
    if (bytes >= 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(bytes));
      return bytes > 0;
    }
    if (errno != EINTR && errno != EAGAIN) throw IoError(system_message("cannot read " + name_));
  }
}

void Input::skip_byte_order_mark() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::exchange(begun_, true)) return;
  while (buffer_.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(buffer_)) {
    if (!fill()) return;
  }
  if (buffer_.starts_with(kByteOrderMark)) buffer_.erase(0, kByteOrderMark.size());
}

std::optional<std::string> Input::line() {
  skip_byte_order_mark();
  std::size_t searched = 0;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    searched = buffer_.size();
    if (buffer_.size() > kMaxBoardText) {
      throw UsageError(name_ + ": a line of more than " + std::to_string(kMaxBoardText) + " bytes");
    }
    if (!fill()) break;
  }
  if (buffer_.empty()) return std::nullopt;
  return std::exchange(buffer_, {});
}

std::string Input::rest(std::size_t limit) {
  while (fill()) {
    if (buffer_.size() > limit) {
      throw UsageError(name_ + ": more than " + std::to_string(limit) + " bytes");
    }
  }
  return std::exchange(buffer_, {});
}

}  // namespace queens::cli
