#include "cli/progress_line.hpp"

#include <spdlog/fmt/fmt.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>

#include "cli/descriptor.hpp"

namespace queens::cli {
namespace {

void put(const std::string& text) {
  // A progress line that cannot be written is no reason to stop counting, or to wait.
  if (!writable_now(STDERR_FILENO)) return;
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

std::size_t terminal_width() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsual;
}

}  // namespace

std::string duration_text(std::chrono::duration<double> duration) {
  constexpr double kMinute = 60;
  constexpr double kHour = 60 * kMinute;
  constexpr double kDay = 24 * kHour;
  constexpr double kYear = 365.25 * kDay;
  const double seconds = duration.count();
  if (seconds < kMinute) return fmt::format("{:.0f} s", std::floor(seconds));
  if (seconds < kHour) {
    return fmt::format("{:.0f} min {:02.0f} s", std::floor(seconds / kMinute),
                       std::floor(std::fmod(seconds, kMinute)));
  }
  if (seconds < kDay) {
    return fmt::format("{:.0f} h {:02.0f} min", std::floor(seconds / kHour),
                       std::floor(std::fmod(seconds, kHour) / kMinute));
  }
  if (seconds < 2 * kYear) return fmt::format("{:.1f} days", seconds / kDay);
  return fmt::format("{:.3g} years", seconds / kYear);
}

std::string progress_text(const Progress& progress) {
  const std::string left = progress.left ? duration_text(*progress.left) + " left" : "just begun";
  const double seconds = progress.elapsed.count();
  const double rate = seconds > 0 ? static_cast<double>(progress.nodes) / seconds : 0;
  return fmt::format("{:.1f} %, {} elapsed, {}, {} solutions, {:.0f} M nodes/s",
                     100 * progress.share, duration_text(progress.elapsed), left,
                     progress.solutions.to_string(), rate / 1e6);
}

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

std::function<void(const Progress&)> ProgressLine::callback() {
  if (!shown_) return {};
  return [this](const Progress& progress) {
    constexpr std::chrono::seconds kPatience{1};
    if (progress.elapsed >= kPatience) show(progress_text(progress));
  };
}

void ProgressLine::show(const std::string& text) {
  if (!shown_) return;
  // Longer than the terminal is wide, it would break and leave its beginning behind.
  const std::string line = text.substr(0, terminal_width() - 1);
  put(fmt::format("\r{:<{}}", line, width_));  // padded over what stood there
  width_ = line.size();
}

void ProgressLine::erase() {
  if (width_ == 0) return;
  put(fmt::format("\r{:{}}\r", "", width_));
  width_ = 0;
}

}  // namespace queens::cli
