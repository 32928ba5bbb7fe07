#include "store/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
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
  explicit File(int fd = -1) : fd_(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool open() const { return fd_ >= 0; }

 private:
  int fd_;
};

constexpr mode_t kPermissions = 07777;

// Of the file that is replaced; as the user's mask has it where there is none.
std::optional<mode_t> old_mode(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_mode & kPermissions;
}

std::string random_name() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string name(kRandom.size(), '.');
  for (std::size_t i = 1; i < name.size(); ++i) name[i] = kLetters[random() % kLetters.size()];
  return name;
}

// A file beside the path that is removed unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path) {
    constexpr int kTries = 100;
    for (int i = 0; i < kTries && !open(path); ++i) {
    }
    if (!file_.open()) fail("write", path);
    if (const auto mode = old_mode(path)) static_cast<void>(::fchmod(file_.fd(), *mode));
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

  [[nodiscard]] bool sync() const { return ::fsync(file_.fd()) == 0; }

  bool rename_to(const std::filesystem::path& path) {
    if (std::rename(name_.c_str(), path.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  // False where the name is taken, or the file was cleared away before it was locked.
  bool open(const std::filesystem::path& path) {
    const std::string name = path.string() + random_name() + std::string(kSuffix);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return errno != EEXIST;
    // Not in the place of a standard stream that is closed: messages would be written into it.
    file_ = File(fd <= STDERR_FILENO ? ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : fd);
    if (fd <= STDERR_FILENO) ::close(fd);
    name_ = name;
    // Says that the writer lives; see remove_leftovers(). Where locks are not to be had, the file
    // is only not cleared away.
    static_cast<void>(::flock(file_.fd(), LOCK_EX | LOCK_NB));
    struct stat status {};
    return !file_.open() || ::fstat(file_.fd(), &status) != 0 || status.st_nlink > 0;
  }

  std::string name_;
  File file_;
};

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

// Without this a rename may not survive a loss of power. Some network file systems cannot do it for
// folders, and do not need it; a folder that may not be read cannot be opened for it.
bool sync_folder(const std::filesystem::path& path) {
  const File folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) return errno == EACCES;
  return ::fsync(folder.fd()) == 0 || errno == EINVAL;
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

void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const bool created = std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(ErrorCode::io, "cannot create " + folder.string() + ": " + error.message());
  }
  if (created && !sync_folder(folder)) fail("create", folder);
}

void remove_leftovers(const std::filesystem::path& path) {
  const std::string stem = path.filename().string() + '.';
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder_of(path), error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(stem) || !name.ends_with(kSuffix) ||
        name.size() != stem.size() - 1 + kRandom.size() + kSuffix.size()) {
      continue;
    }
    // Network file systems lock only what is open for writing.
    const File file(::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file.open() || ::flock(file.fd(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    std::filesystem::remove(entry->path(), ignored);
  }
}

}  // namespace queens
