#pragma once

// A folder whose machine loses its power: see unsynced_database.cpp.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace queens::test {

/// What is left after a loss of power.
enum class Left {
  synced,  ///< what was synchronised, nothing else
  mixed,   ///< and any part of what was written since, in blocks that are old or new
};

class UnsyncedFolder {
 public:
  /// `shim` is the library to preload.
  explicit UnsyncedFolder(std::string shim);

  [[nodiscard]] std::string path() const { return base_.path("data"); }

  /// While that file exists, the disk is full.
  [[nodiscard]] std::string full_mark() const { return base_.path("full"); }

  /// The environment of a program that works in the folder; called anew for each one.
  [[nodiscard]] std::vector<std::string> environment() const;

  /// The same, of one whose synchronising of files with names that end so does nothing.
  [[nodiscard]] std::vector<std::string> environment_ignoring(const std::string& ending) const;

  /// After that program was killed: makes of the folder what such a loss would leave.
  void lose_power(Left left, std::mt19937_64& random) const;

 private:
  TemporaryFolder base_;
  std::string shim_;
};

}  // namespace queens::test
