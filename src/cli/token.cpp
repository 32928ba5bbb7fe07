#include "cli/token.hpp"

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "cli/descriptor.hpp"
#include "cli/exit_code.hpp"
#include "cli/input.hpp"

namespace queens::cli {
namespace {

constexpr std::size_t kLongest = 4096;

bool is_visible(char c) {
  return c > ' ' && c < '\x7f';
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0) {
    throw IoError(system_message("the system gives no random bytes"));
  }
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw IoError(system_message("cannot create the token file " + path.string()));
}

}  // namespace

std::string read_token(const std::string& source, const std::string& path, std::size_t shortest,
                       const CancelToken& cancel) {
  Input input(path, cancel);
  std::string token = input.rest(kLongest);
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  if (token.size() < shortest || !std::all_of(token.begin(), token.end(), is_visible)) {
    throw UsageError(source + ": " + input.name() + " must hold one line, a token of at least " +
                     std::to_string(shortest) + " visible ASCII characters");
  }
  return token;
}

std::optional<std::string> create_token(const std::filesystem::path& path) {
  std::error_code ignored;  // what is wrong with the folder, the file will show
  std::filesystem::create_directories(path.parent_path(), ignored);
  const std::string token = random_token();
  const std::string line = token + '\n';
  // Beside it first: a file that is there is whole. A link, unlike a rename, replaces nothing.
  std::string beside = path.string() + ".XXXXXX";
  const Descriptor file = Descriptor::owned(::mkostemp(beside.data(), O_CLOEXEC));
  if (file.fd() < 0) fail(path);
  const bool written =
      ::write(file.fd(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
      ::fsync(file.fd()) == 0;
  const bool linked = written && ::link(beside.c_str(), path.c_str()) == 0;
  const int error = errno;
  ::unlink(beside.c_str());
  if (linked) return token;
  if (written && error == EEXIST) return std::nullopt;
  errno = error;
  fail(path);
}

}  // namespace queens::cli
