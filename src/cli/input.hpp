#pragma once

#include <optional>
#include <string>

#include "cli/descriptor.hpp"
#include "queens/cancel.hpp"

namespace queens::cli {

/// Text from a file, or from standard input for "-". Throws UsageError where the file cannot be
/// opened and IoError where it cannot be read, naming it. Reading waits for input no longer than
/// until the token is triggered, and then throws Error{cancelled}. A byte order mark is skipped.
class Input {
 public:
  Input(const std::string& path, CancelToken cancel);

  /// The file's name for messages.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  /// The next line without its end; none at the end of the text. A line longer than any board file
  /// is refused with UsageError.
  std::optional<std::string> line();

  /// Everything that is left; UsageError when that is more than `limit` bytes, without reading much
  /// beyond them.
  std::string rest(std::size_t limit);

 private:
  bool fill();  // reads some more; false at the end
  void skip_byte_order_mark();

  std::string name_;
  Descriptor file_;
  CancelToken cancel_;
  std::string buffer_;
  bool begun_ = false;
};

}  // namespace queens::cli
