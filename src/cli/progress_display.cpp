#include "cli/progress_display.hpp"

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "cli/descriptor.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/signals.hpp"
#include "json/result.hpp"

namespace queens::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::chrono::seconds kBetweenLines{10};
constexpr std::chrono::seconds kBetweenObjects{1};

bool wanted(const Arguments& arguments) {
  const std::string when = arguments.choice("progress");
  return when != "never" && !arguments.flag("quiet");
}

// A reader that is slow, or gone, is no reason to stop counting.
void put(int fd, const std::string& line) {
  if (!writable_now(fd)) return;
  [[maybe_unused]] const ssize_t ignored = ::write(fd, line.data(), line.size());
}

void show_plain(const Progress& progress) {
  put(STDERR_FILENO, "queens: " + progress_text(progress) + '\n');
}

std::optional<int> json_descriptor(const Arguments& arguments) {
  if (!arguments.has("progress-json")) return std::nullopt;
  const int fd = static_cast<int>(arguments.number("progress-json", 0, INT32_MAX, 0));
  const int mode = ::fcntl(fd, F_GETFL);
  if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY) {
    throw UsageError(fmt::format("--progress-json: descriptor {} is not open for writing", fd));
  }
  return fd;
}

double rate(std::uint64_t nodes, std::chrono::duration<double> time) {
  return time.count() > 0 ? static_cast<double>(nodes) / time.count() : 0;
}

std::string progress_event(const Progress& progress) {
  ordered_json object = {{"event", "progress"}};
  object.update(json::progress_json(progress));
  object["nodes_per_second"] = rate(progress.nodes, progress.elapsed);
  return object.dump();
}

std::string checkpoint_json(const CheckpointReport& checkpoint) {
  ordered_json object = {{"event", "checkpoint"}, {"subproblems", checkpoint.subproblems}};
  if (!checkpoint.error.empty()) object["error"] = checkpoint.error;
  // A path need not be UTF-8.
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

void add_progress_options(Arguments& arguments) {
  arguments.add_choice("Run", "progress", "WHEN", {"auto", "always", "never"},
                       "auto: a line that is rewritten, on a terminal; always: else a plain line "
                       "every 10 s; never. SIGUSR1 prints one at once (default: auto)");
  arguments.add_value("Run", "progress-json", "FD",
                      "Write progress to this file descriptor, a JSON object a line");
}

void check_progress_options(const Arguments& arguments) {
  static_cast<void>(wanted(arguments));
  static_cast<void>(json_descriptor(arguments));
}

ProgressDisplay::ProgressDisplay(const Arguments& arguments)
    : line_(wanted(arguments)),
      plain_(wanted(arguments) && arguments.has("progress") &&
             arguments.text("progress") == "always" && ::isatty(STDERR_FILENO) == 0),
      json_fd_(json_descriptor(arguments)) {}

void ProgressDisplay::show(const Progress& progress) {
  const std::scoped_lock hold(lock_);
  const Clock::time_point now = Clock::now();
  if (take_progress_request()) {
    line_.erase();
    show_plain(progress);
  }
  if (progress.elapsed < std::chrono::seconds(1)) return;
  line_.show(progress_text(progress));
  if (plain_ && (!plain_shown_ || now - *plain_shown_ >= kBetweenLines)) {
    plain_shown_ = now;
    show_plain(progress);
  }
  if (json_fd_ && (!json_shown_ || now - *json_shown_ >= kBetweenObjects)) {
    json_shown_ = now;
    write_json(progress_event(progress));
  }
}

void ProgressDisplay::show(const CheckpointReport& checkpoint) {
  const std::scoped_lock hold(lock_);
  if (json_fd_) write_json(checkpoint_json(checkpoint));
  if (checkpoint.resumed) {
    spdlog::info("going on from a checkpoint with {} subproblems", checkpoint.subproblems);
  }
  const bool failed = !checkpoint.error.empty();
  if (failed == std::exchange(saving_failed_, failed)) return;  // it has been said
  line_.erase();
  if (failed) {
    spdlog::warn("{}; the count goes on, and the last checkpoint stays",
                 one_line(checkpoint.error));
  } else {
    spdlog::info("the checkpoint is being written again");
  }
}

void ProgressDisplay::finish(const CountResult& result) {
  clear();
  Progress all{.share = 1,
               .elapsed = result.elapsed,
               .left = std::chrono::duration<double>(0),
               .solutions = result.total,
               .subproblems_done = result.subproblems,
               .subproblems = result.subproblems};
  for (const ThreadStats& thread : result.per_thread) all.nodes += thread.nodes;
  write_json(progress_event(all));
}

void ProgressDisplay::clear() {
  const std::scoped_lock hold(lock_);
  line_.erase();
}

void ProgressDisplay::write_json(const std::string& object) {
  if (json_fd_) put(*json_fd_, object + '\n');
}

}  // namespace queens::cli
