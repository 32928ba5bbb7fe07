#pragma once

#include <stdexcept>
#include <string>

namespace queens {

/// Why a call failed.
enum class ErrorCode {
  invalid_input,       ///< an argument, board or board text that is malformed or out of bounds
  unknown_kernel,      ///< no kernel of that name is compiled in
  unsupported_kernel,  ///< the kernel exists, but this CPU lacks something it needs
  cancelled,           ///< the call's CancelToken was triggered before it was done
  overflow,            ///< a count left 128 bits
  io,                  ///< the system refused to read or write a file
  resources,           ///< the system grants no more threads or memory
  internal,            ///< a mistake of this library's: please report it
};

/// The one exception type of this library. `what()` is a sentence fit for a user; errors in a text
/// name the line and column, counted from 1.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace queens
