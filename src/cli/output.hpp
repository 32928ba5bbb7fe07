#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "cli/descriptor.hpp"
#include "queens/cancel.hpp"

namespace queens::cli {

/// Buffered text to standard output or to a file that appears whole or not at all.
///
/// A regular file is written beside its place and renamed over it by commit(), so that an old file
/// stays as it is until the answer is complete. (Its folder must be writable.) Anything else (a
/// terminal, a pipe, /dev/null) is written in place. Writing throws ReaderGone for a closed pipe,
/// IoError for other failures and Error{cancelled} when the token is triggered while nobody takes
/// the output.
class Output {
 public:
  /// Standard output.
  explicit Output(CancelToken cancel);
  /// A file, or standard output for "-"; IoError at once where it cannot be written.
  Output(const std::string& path, CancelToken cancel);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // what was not committed is dropped

  void write(std::string_view text);

  /// Hands on what is buffered, so that the reader sees it now.
  void flush();

  /// flush(), but not more often than a reader can notice; cheap enough for every line.
  void flush_now_and_then();

  /// Completes the output. Nothing may be written afterwards.
  void commit();

 private:
  void open_in_place();
  void open_beside(std::optional<mode_t> old_mode);

  std::string name_;
  std::string final_path_;  // empty unless the file is written beside its place
  std::string temporary_path_;
  Descriptor file_;
  CancelToken cancel_;
  std::string buffer_;
  std::chrono::steady_clock::time_point flushed_{};
  int flushes_ = 0;
};

}  // namespace queens::cli
