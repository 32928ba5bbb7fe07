#pragma once

// Programs as a test starts them: with chosen standard streams, read piece by piece or to the end,
// signalled, timed, and never left behind.

#include <sys/types.h>

#include <chrono>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace queens::test {

/// What a program's standard streams are. Without any of these: an empty standard input, and pipes
/// that collect standard output and standard error.
struct Streams {
  std::string input{};               ///< the text of standard input
  bool keep_input_open = false;      ///< standard input does not end after its text
  bool close_input = false;          ///< there is no standard input
  std::string input_file{};          ///< standard input is this file
  bool close_output = false;         ///< there is no standard output
  std::string output_file{};         ///< standard output is appended to this file
  bool terminal = false;             ///< standard error is a terminal
  std::string error_file{};          ///< standard error is appended to this file, and not collected
  std::chrono::seconds timeout{60};  ///< how long the program may take
};

/// How a program ended.
struct Outcome {
  int exit_code = -1;      ///< -1 where a signal ended it
  int signal = 0;          ///< 0 where it ended by itself
  bool timed_out = false;  ///< it was killed because it took too long
  std::string out;         ///< standard output that was not read before
  std::string err;         ///< standard error, all of it
  double seconds = 0;      ///< from its start to its end
  long peak_kib = 0;       ///< the most memory it held
};

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome);

/// A program that runs. It is killed and reaped at the end of its life or, when it is waited for,
/// after its timeout, so that a program which hangs fails its test and does not block it.
class Process {
 public:
  explicit Process(const std::string& program, const std::vector<std::string>& arguments,
                   const Streams& streams = {});
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// The next line of standard output with its end; what there is at the end of the output.
  std::string read_line();

  /// Waits until standard error holds the text; false if it ends without it.
  bool read_error_until(std::string_view text);

  /// Closes the reading end of standard output.
  void close_output();

  /// Waits until the program handles the signal: sooner, the signal would just kill it.
  void wait_until_handled(int signal) const;

  void send(int signal) const;

  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Types at the terminal that is standard error.
  void type(std::string_view keys) const;

  /// Whether it ends by itself within that time. Meanwhile nobody reads what it writes.
  bool ends_within(std::chrono::duration<double> time);

  /// Reads all it writes until it ends.
  Outcome wait();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool reading() const { return out_ >= 0 || err_ >= 0; }
  void transfer();  // waits for a stream to be ready and moves what it takes or gives
  void feed();
  bool reap(int options);
  void kill_if_late();

  pid_t pid_ = -1;
  bool ended_ = false;
  int in_ = -1;  // our ends of the standard streams
  int out_ = -1;
  int err_ = -1;
  std::string unfed_;  // input that is still to be written
  bool keep_input_open_;
  std::chrono::seconds timeout_;
  Clock::time_point start_;
  Outcome outcome_;
};

/// Runs a program to its end.
Outcome run(const std::string& program, const std::vector<std::string>& arguments,
            const Streams& streams = {});

/// A folder of its own, removed with all it holds at the end of its life.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  /// The path of a file in it, which need not exist.
  [[nodiscard]] std::string path(const std::string& name) const { return path_ + '/' + name; }

  /// Writes a file into it and returns the file's path.
  [[nodiscard]] std::string write(const std::string& name, std::string_view text) const;

  /// The names of all it holds, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string path_;
};

/// The whole of a file, empty where there is none.
std::string read_file(const std::string& path);

}  // namespace queens::test
