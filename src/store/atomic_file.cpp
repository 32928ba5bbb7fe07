#include "store/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "queens/error.hpp"

namespace queens {
namespace {

constexpr std::string_view kSuffix = ".tmp";
constexpr std::string_view kRandom = ".XXXXXX";
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32U;

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  throw Error(ErrorCode::io,
              std::string("cannot ") + what + " " + path.string() + ": " + std::strerror(errno));
}

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool open() const { return fd_ >= 0; }

 private:
  int fd_;
};

// A file beside the path that is removed unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path)
      : name_(path.string() + std::string(kRandom) + std::string(kSuffix)),
        file_(::mkostemps(name_.data(), static_cast<int>(kSuffix.size()), O_CLOEXEC)) {
    if (!file_.open()) {
      name_.clear();
      fail("write", path);
    }
    // Says that the writer lives; see remove_leftovers(). Where locks are not to be had, the file
    // is only not cleared away.
    static_cast<void>(::flock(file_.fd(), LOCK_EX | LOCK_NB));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  // Each returns false with errno set.
  [[nodiscard]] bool write(std::span<const std::uint8_t> bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_.fd(), bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) return false;
      if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
  }

  [[nodiscard]] bool sync() const {
    constexpr mode_t kEveryoneReads = 0644;
    return ::fchmod(file_.fd(), kEveryoneReads) == 0 && ::fsync(file_.fd()) == 0;
  }

  bool rename_to(const std::filesystem::path& path) {
    if (std::rename(name_.c_str(), path.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  std::string name_;
  File file_;
};

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

// Without this a rename may not survive a loss of power. Some network file systems cannot do it for
// folders, and do not need it.
bool sync_folder(const std::filesystem::path& path) {
  const File folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return folder.open() && (::fsync(folder.fd()) == 0 || errno == EINVAL);
}

}  // namespace

void replace_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  TemporaryFile file(path);
  if (!file.write(bytes) || !file.sync() || !file.rename_to(path) || !sync_folder(path)) {
    fail("write", path);
  }
}

std::filesystem::path behind_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, ignored); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
  }
  return path;
}

std::optional<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path) {
  // Not to wait for the writer of a pipe.
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open() && errno == ENOENT) return std::nullopt;
  struct stat status {};
  if (!file.open() || ::fstat(file.fd(), &status) != 0) fail("read", path);
  if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::invalid_input, path.string() + " is no regular file");
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > kMostBytes) throw Error(ErrorCode::invalid_input, path.string() + " is too large");
  std::vector<std::uint8_t> bytes(size);
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::read(file.fd(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno != EINTR) fail("read", path);
    if (got == 0) break;
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

bool is_temporary(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(kSuffix) && name.size() > kSuffix.size() + kRandom.size() &&
         name[name.size() - kSuffix.size() - kRandom.size()] == '.';
}

void remove_leftovers(const std::filesystem::path& path) {
  const std::string stem = path.filename().string() + '.';
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_of(path), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stem) || !is_temporary(entry.path()) ||
        name.size() != stem.size() - 1 + kRandom.size() + kSuffix.size()) {
      continue;
    }
    const File file(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (file.open() && ::flock(file.fd(), LOCK_EX | LOCK_NB) == 0) {
      std::filesystem::remove(entry.path(), ignored);
    }
  }
}

}  // namespace queens
