// Axes: round ends and a few labelled ticks that do not touch each other.

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/chart.hpp"

namespace queens::cli {
namespace {

constexpr double kMostTicks = 9;

std::string seconds_label(double seconds) {
  if (seconds < 0.9e-6) return fmt::format("{:.3g} ns", seconds * 1e9);
  if (seconds < 0.9e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 0.9) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.6g} s", seconds);
}

// A step of 1, 2 or 5 times a power of ten that needs no more than so many ticks.
double round_step(double range) {
  double power = std::pow(10, std::floor(std::log10(range / kMostTicks)));
  for (;; power *= 10) {
    for (const double factor : {1, 2, 5}) {
      if (range <= factor * power * kMostTicks) return factor * power;
    }
  }
}

}  // namespace

Axis linear_axis(const std::string& title, double most, bool whole) {
  double step = round_step(most);
  if (whole) step = std::max(1.0, step);
  const double steps = std::ceil(most / step - 1e-9);
  Axis axis{.title = title, .from = 0, .to = steps * step};
  for (int i = 0; i <= static_cast<int>(steps); ++i) {
    axis.ticks.push_back({i * step, fmt::format("{:.6g}", i * step)});
  }
  return axis;
}

Axis whole_axis(const std::string& title, int first, int last) {
  Axis axis{.title = title, .from = first - 0.5, .to = last + 0.5};
  const int step = static_cast<int>(std::ceil((last - first + 1) / (2 * kMostTicks)));
  for (int i = first; i <= last; i += step) axis.ticks.push_back({double(i), std::to_string(i)});
  return axis;
}

Axis doubling_axis(const std::string& title, double least, double most) {
  const int first = static_cast<int>(std::floor(std::log2(least) + 1e-9));
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log2(most) - 1e-9)));
  Axis axis{.title = title, .from = std::exp2(first), .to = std::exp2(last), .logarithmic = true};
  const int step = static_cast<int>(std::ceil((last - first + 1) / kMostTicks));
  for (int i = first; i <= last; i += step) {
    axis.ticks.push_back({std::exp2(i), fmt::format("{:.7g}", std::exp2(i))});
  }
  return axis;
}

Axis seconds_axis(const std::string& title, double least, double most) {
  const int first = static_cast<int>(std::floor(std::log10(least)));
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most))));
  Axis axis{
      .title = title, .from = std::pow(10, first), .to = std::pow(10, last), .logarithmic = true};
  constexpr int kFew = 2;  // powers of ten between which there is room for more
  for (int i = first; i <= last; ++i) {
    for (const int factor : {1, 2, 5}) {
      if (factor > 1 && (i == last || last - first > kFew)) continue;
      const double value = factor * std::pow(10, i);
      axis.ticks.push_back({value, seconds_label(value)});
    }
  }
  return axis;
}

}  // namespace queens::cli
