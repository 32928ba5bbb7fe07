#include "support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

namespace queens::test {
namespace {

constexpr std::chrono::milliseconds kPoll{1};

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void close_end(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// The two ends of a standard stream; -1 where there is none. What a child inherits is only what it
// gets as its standard streams: everything else closes when it starts the program.
struct Ends {
  int ours = -1;
  int theirs = -1;
};

Ends pipe_ends(bool to_child) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) fail("pipe");
  return to_child ? Ends{.ours = fds[1], .theirs = fds[0]} : Ends{.ours = fds[0], .theirs = fds[1]};
}

Ends file_end(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  if (fd < 0) fail("open " + path);
  return {.theirs = fd};
}

Ends terminal_ends() {
  const int ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  std::array<char, 128> name{};
  if (ours < 0 || ::grantpt(ours) != 0 || ::unlockpt(ours) != 0 ||
      ::ptsname_r(ours, name.data(), name.size()) != 0) {
    fail("pseudo-terminal");
  }
  const int theirs = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (theirs < 0) fail(name.data());
  return {.ours = ours, .theirs = theirs};
}

Ends input_ends(const Streams& streams) {
  if (streams.close_input) return {};
  if (!streams.input_file.empty()) return file_end(streams.input_file, O_RDONLY);
  const Ends ends = pipe_ends(true);
  ::fcntl(ends.ours, F_SETFL, O_NONBLOCK);  // a program that does not read must not block the test
  return ends;
}

Ends output_ends(const Streams& streams) {
  if (streams.close_output) return {};
  if (streams.output_file.empty()) return pipe_ends(false);
  return file_end(streams.output_file, O_WRONLY | O_CREAT | O_APPEND);
}

Ends error_ends(const Streams& streams) {
  if (streams.terminal) return terminal_ends();
  if (streams.error_file.empty()) return pipe_ends(false);
  return file_end(streams.error_file, O_WRONLY | O_CREAT | O_APPEND);
}

// In the child, between fork and exec: system calls only.
[[noreturn]] void become(char* const* argv, const std::array<int, 3>& streams) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  for (int fd = 0; fd < 3; ++fd) {
    const int stream = streams[static_cast<std::size_t>(fd)];
    if (stream >= 0) {
      ::dup2(stream, fd);
    } else {
      ::close(fd);
    }
  }
  ::execv(argv[0], argv);
  ::_exit(127);
}

// Appends what a stream has to give; closes it at its end.
void take(int& fd, std::string& text) {
  std::array<char, 65536> chunk{};
  const ssize_t bytes = ::read(fd, chunk.data(), chunk.size());
  if (bytes > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(bytes));
  } else if (bytes == 0 || errno != EINTR) {
    close_end(fd);  // a terminal that nobody holds any more answers EIO
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << "exit code " << outcome.exit_code << ", signal " << outcome.signal
                << (outcome.timed_out ? ", timed out" : "") << " after " << outcome.seconds
                << " s with " << outcome.peak_kib << " KiB\nstandard output:\n"
                << outcome.out << "\nstandard error:\n"
                << outcome.err;
}

Process::Process(const std::string& program, const std::vector<std::string>& arguments,
                 const Streams& streams)
    : unfed_(streams.input),
      keep_input_open_(streams.keep_input_open),
      timeout_(streams.timeout),
      start_(Clock::now()) {
  std::signal(SIGPIPE, SIG_IGN);  // a program may end before it has read its input
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Ends in = input_ends(streams);
  Ends out = output_ends(streams);
  Ends err = error_ends(streams);
  pid_ = ::fork();
  if (pid_ == 0) become(argv.data(), {in.theirs, out.theirs, err.theirs});
  for (Ends* ends : {&in, &out, &err}) close_end(ends->theirs);
  in_ = in.ours;
  out_ = out.ours;
  err_ = err.ours;
  if (pid_ < 0) fail("fork");
  feed();
}

Process::~Process() {
  if (!ended_ && pid_ > 0) {
    send(SIGKILL);
    reap(0);
  }
  for (int* fd : {&in_, &out_, &err_}) close_end(*fd);
}

void Process::feed() {
  if (in_ < 0) return;
  while (!unfed_.empty()) {
    const ssize_t bytes = ::write(in_, unfed_.data(), unfed_.size());
    if (bytes < 0 && errno == EAGAIN) return;
    if (bytes < 0) return close_end(in_);
    unfed_.erase(0, static_cast<std::size_t>(bytes));
  }
  if (!keep_input_open_) close_end(in_);
}

void Process::kill_if_late() {
  if (ended_ || outcome_.timed_out || Clock::now() - start_ < timeout_) return;
  outcome_.timed_out = true;
  send(SIGKILL);
}

void Process::transfer() {
  kill_if_late();
  std::array<pollfd, 3> streams = {
      pollfd{.fd = out_, .events = POLLIN, .revents = 0},
      pollfd{.fd = err_, .events = POLLIN, .revents = 0},
      pollfd{.fd = unfed_.empty() ? -1 : in_, .events = POLLOUT, .revents = 0}};
  constexpr int kMilliseconds = 100;
  if (::poll(streams.data(), streams.size(), kMilliseconds) <= 0) return;
  if (streams[0].revents != 0) take(out_, outcome_.out);
  if (streams[1].revents != 0) take(err_, outcome_.err);
  if (streams[2].revents != 0) feed();
}

std::string Process::read_line() {
  std::size_t end = 0;
  while ((end = outcome_.out.find('\n')) == std::string::npos && out_ >= 0) transfer();
  const std::size_t length = end == std::string::npos ? outcome_.out.size() : end + 1;
  std::string line = outcome_.out.substr(0, length);
  outcome_.out.erase(0, length);
  return line;
}

bool Process::read_error_until(std::string_view text) {
  while (outcome_.err.find(text) == std::string::npos) {
    if (err_ < 0) return false;
    transfer();
  }
  return true;
}

void Process::close_output() {
  close_end(out_);
}

void Process::wait_until_handled(int signal) const {
  const std::string path = "/proc/" + std::to_string(pid_) + "/status";
  const auto bit = 1ULL << static_cast<unsigned>(signal - 1);
  for (; Clock::now() - start_ < timeout_; std::this_thread::sleep_for(kPoll)) {
    const std::string status = read_file(path);
    constexpr std::string_view kField = "SigCgt:";
    const std::size_t at = status.find(kField);
    const bool ended = at == std::string::npos || status.find("State:\tZ") != std::string::npos;
    if (ended) return;
    if ((std::strtoull(status.c_str() + at + kField.size(), nullptr, 16) & bit) != 0) return;
  }
}

void Process::type(std::string_view keys) const {
  if (::write(err_, keys.data(), keys.size()) < 0) fail("terminal");
}

void Process::send(int signal) const {
  if (!ended_) ::kill(pid_, signal);
}

bool Process::reap(int options) {
  if (ended_) return true;
  int status = 0;
  rusage usage{};
  if (::wait4(pid_, &status, options, &usage) != pid_) return false;
  ended_ = true;
  outcome_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  outcome_.peak_kib = usage.ru_maxrss;
  if (WIFEXITED(status)) outcome_.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
  return true;
}

bool Process::ends_within(std::chrono::duration<double> time) {
  const Clock::time_point from = Clock::now();
  while (!reap(WNOHANG)) {
    if (Clock::now() - from > time) return false;
    std::this_thread::sleep_for(kPoll);
  }
  return true;
}

Outcome Process::wait() {
  while (reading()) transfer();
  for (; !reap(WNOHANG); std::this_thread::sleep_for(kPoll)) kill_if_late();
  return outcome_;
}

Outcome run(const std::string& program, const std::vector<std::string>& arguments,
            const Streams& streams) {
  return Process(program, arguments, streams).wait();
}

TemporaryFolder::TemporaryFolder()
    : path_((std::filesystem::temp_directory_path() / "queens-test-XXXXXX").string()) {
  if (::mkdtemp(path_.data()) == nullptr) fail("mkdtemp " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    all.push_back(entry.path().filename().string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace queens::test
