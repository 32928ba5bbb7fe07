#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/descriptor.hpp"

namespace queens::cli {

/// CPU cycles that the calling thread and the threads started after it spend in user space, from
/// the CPU's own counter. Made before a program's threads are, as it follows no others.
class CycleCounter {
 public:
  CycleCounter();

  /// Cycles so far; none where they cannot be counted.
  [[nodiscard]] std::optional<std::uint64_t> read() const;

  /// Why they cannot; empty where they can.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  Descriptor counter_;
  std::string why_not_;
};

}  // namespace queens::cli
