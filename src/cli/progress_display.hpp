#pragma once

// What a long count tells while it lasts: to a person, to a log, to a program.

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/progress_line.hpp"
#include "queens/queens.hpp"

namespace queens::cli {

/// --progress, --progress-json.
void add_progress_options(Arguments& arguments);

/// Throws UsageError for what they are given wrongly; before any output, and before any file is
/// opened.
void check_progress_options(const Arguments& arguments);

/// Shows progress as the options ask for. Its functions may be called by several threads at once.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(const Arguments& arguments);

  /// For Options::progress, some times a second. Also answers SIGUSR1.
  void show(const Progress& progress);

  /// For Checkpoint::report.
  void show(const CheckpointReport& checkpoint);

  /// The run is over: clears the line and says so to programs.
  void finish(const CountResult& result);

  /// Clears the line, so that something else can be printed.
  void clear();

 private:
  void write_json(const std::string& object);

  using Clock = std::chrono::steady_clock;

  std::mutex lock_;
  ProgressLine line_;
  bool plain_ = false;
  std::optional<int> json_fd_{};
  std::optional<Clock::time_point> plain_shown_{};
  std::optional<Clock::time_point> json_shown_{};
  bool saving_failed_ = false;
};

}  // namespace queens::cli
