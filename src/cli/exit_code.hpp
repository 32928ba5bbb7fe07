#pragma once

#include <stdexcept>

namespace queens::cli {

/// The program's exit codes; the README documents them.
enum ExitCode : int {
  kDone = 0,        ///< also when the reader of the output closes the pipe: it has what it wanted
  kFailed = 1,      ///< could not read, write or compute
  kBadUsage = 2,    ///< wrong usage or input
  kDiffers = 3,     ///< counts that must agree do not
  kCancelled = 130  ///< SIGINT or SIGTERM
};

/// Wrong usage or input: ends the program with kBadUsage.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The system refused to read or write: ends the program with kFailed.
struct IoError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Counts that must agree do not, and the message says which: ends the program with kDiffers.
struct DifferenceFound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Nobody reads the output any more: ends the program quietly with kDone.
struct ReaderGone {};

}  // namespace queens::cli
