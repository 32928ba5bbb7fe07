#include "store/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "queens/error.hpp"
#include "support/process.hpp"

namespace queens::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  throw std::logic_error("no error");
}

TEST(AtomicFile, ReplacesAFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.path("file");
  EXPECT_FALSE(queens::read_file(path).has_value());
  replace_file(path, Bytes{1, 2, 3});
  EXPECT_EQ(queens::read_file(path), (Bytes{1, 2, 3}));
  replace_file(path, Bytes{});
  EXPECT_EQ(queens::read_file(path), Bytes{});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(AtomicFile, KeepsTheOldFileWhereItCannotWrite) {
  const TemporaryFolder folder;
  EXPECT_EQ(code_of([&] { replace_file(folder.path("none/file"), Bytes{1}); }), ErrorCode::io);
  EXPECT_EQ(code_of([] { replace_file("/proc/file", Bytes{1}); }), ErrorCode::io);
  // A folder of that name cannot be replaced by a file.
  ASSERT_EQ(::mkdir(folder.path("file").c_str(), 0777), 0);
  EXPECT_EQ(code_of([&] { replace_file(folder.path("file"), Bytes{1}); }), ErrorCode::io);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(AtomicFile, ReadsRegularFilesOnly) {
  const TemporaryFolder folder;
  EXPECT_EQ(code_of([] { queens::read_file("/dev/null"); }), ErrorCode::invalid_input);
  EXPECT_EQ(code_of([&] { queens::read_file(folder.path("")); }), ErrorCode::invalid_input);
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0666), 0);
  EXPECT_EQ(code_of([&] { queens::read_file(folder.path("pipe")); }), ErrorCode::invalid_input);
}

TEST(AtomicFile, ClearsAwayWhatADeadWriterLeft) {
  const TemporaryFolder folder;
  const std::string path = folder.path("file");
  replace_file(path, Bytes{1});
  static_cast<void>(folder.write("file.ab12XY.tmp", "left"));
  const std::string living = folder.write("file.cd34ZW.tmp", "being written");
  static_cast<void>(folder.write("file.tmp", "somebody else's"));
  static_cast<void>(folder.write("file2.ab12XY.tmp", "of another file"));
  const int fd = ::open(living.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(fd, LOCK_EX), 0);
  remove_leftovers(path);
  EXPECT_EQ(folder.names(),
            (std::vector<std::string>{"file", "file.cd34ZW.tmp", "file.tmp", "file2.ab12XY.tmp"}));
  ::close(fd);
  remove_leftovers(path);
  EXPECT_EQ(folder.names().size(), 3U);
}

}  // namespace
}  // namespace queens::test
