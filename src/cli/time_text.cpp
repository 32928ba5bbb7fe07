#include "cli/time_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cmath>
#include <string_view>

namespace queens::cli {
namespace {

struct TimeUnit {
  std::string_view name;
  double seconds;
  double from;  // seconds
};

constexpr double kMinute = 60;
constexpr double kHour = 60 * kMinute;
constexpr double kDay = 24 * kHour;
constexpr double kYear = 365.25 * kDay;

// The largest first.
constexpr std::array kUnits = {
    TimeUnit{"years", kYear, 2 * kYear},
    TimeUnit{"days", kDay, 2 * kDay},
    TimeUnit{"h", kHour, 2 * kHour},
    TimeUnit{"min", kMinute, 2 * kMinute},
    TimeUnit{"s", 1, 1},
    TimeUnit{"ms", 1e-3, 0},
};

TimeUnit unit_of(double seconds) {
  for (const TimeUnit& unit : kUnits) {
    if (seconds >= unit.from) return unit;
  }
  return kUnits.back();
}

bool is_known(const Range& range) {
  return range.low == range.high;
}

}  // namespace

std::string number_text(double number) {
  constexpr double kShort = 1e6;
  if (number < kShort && number == std::floor(number)) return fmt::format("{:.0f}", number);
  std::string text = fmt::format("{:.3g}", number);
  if (const std::size_t plus = text.find("e+"); plus != std::string::npos) text.erase(plus + 1, 1);
  return text;
}

std::string range_text(const Range& range) {
  constexpr double kExact = 1e15;  // a double holds such whole numbers exactly
  const double number = range.expected;
  if (is_known(range) && number < kExact && number == std::floor(number)) {
    return fmt::format("{:.0f}", number);
  }
  if (is_known(range)) return number_text(number);
  return fmt::format("{} ({} to {})", number_text(number), number_text(range.low),
                     number_text(range.high));
}

std::string time_range_text(const Range& seconds) {
  const TimeUnit unit = unit_of(seconds.expected);
  const auto in_unit = [&unit](double time) { return number_text(time / unit.seconds); };
  if (is_known(seconds)) return fmt::format("{} {}", in_unit(seconds.expected), unit.name);
  return fmt::format("{} {} ({} to {} {})", in_unit(seconds.expected), unit.name,
                     in_unit(seconds.low), in_unit(seconds.high), unit.name);
}

}  // namespace queens::cli
