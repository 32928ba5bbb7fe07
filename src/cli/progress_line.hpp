#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "queens/progress.hpp"

namespace queens::cli {

/// "16 s", "2 min 05 s", "3.4 days": whole seconds, rounded down.
std::string duration_text(std::chrono::duration<double> duration);

/// "42.3 %, 12 s elapsed, 16 s left, 1234567 solutions, 98 M nodes/s".
std::string progress_text(const Progress& progress);

/// One line on standard error that is rewritten in place while a run lasts: only where that is a
/// terminal, and progress only after the run's first second.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { erase(); }

  /// For Options::progress; empty where no line is shown. It must not outlive this object.
  std::function<void(const Progress&)> callback();

  /// Shows a text of the caller's own.
  void show(const std::string& text);

  /// Clears the line. Not to be called while the run lasts.
  void erase();

 private:
  bool shown_;
  std::size_t width_ = 0;  // of what stands there now
};

}  // namespace queens::cli
