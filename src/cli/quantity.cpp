#include "cli/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace queens::cli {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t size;
};

// A whole number and its unit; none if it is not one of them.
std::optional<std::uint64_t> parse_whole(const std::string& what, const std::string& text,
                                         std::span<const Unit> units, std::uint64_t most) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = std::string_view(text).substr(digits);
  for (const Unit& known : units) {
    if (known.name != unit || digits == 0) continue;
    return known.size * parse_number(what, text.substr(0, digits), 1, most / known.size);
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t parse_bytes(const std::string& what, const std::string& text) {
  constexpr std::array kUnits = {Unit{"", 1},
                                 Unit{"B", 1},
                                 Unit{"KB", 1000},
                                 Unit{"KiB", std::uint64_t{1} << 10U},
                                 Unit{"MB", 1000'000},
                                 Unit{"MiB", std::uint64_t{1} << 20U},
                                 Unit{"GB", 1000'000'000},
                                 Unit{"GiB", std::uint64_t{1} << 30U}};
  if (const auto bytes = parse_whole(what, text, kUnits, UINT64_MAX)) return *bytes;
  throw UsageError(what + " must be a number of bytes as 500MB or 2GiB, not '" + text + "'");
}

std::chrono::milliseconds parse_duration(const std::string& what, const std::string& text) {
  constexpr std::uint64_t kHour = 3'600'000;
  constexpr std::uint64_t kMost = 10'000 * kHour;
  constexpr std::array kUnits = {Unit{"ms", 1}, Unit{"s", 1000}, Unit{"m", 60'000},
                                 Unit{"min", 60'000}, Unit{"h", kHour}};
  if (const auto time = parse_whole(what, text, kUnits, kMost)) {
    return std::chrono::milliseconds(*time);
  }
  throw UsageError(what + " must be a time as 20ms, 30s, 5m or 2h, not '" + text + "'");
}

double parse_percentage(const std::string& what, const std::string& text) {
  double percent = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, percent, std::chars_format::fixed);
  const bool number = error == std::errc() && rest != text.data();
  if (!number || std::string_view(rest, static_cast<std::size_t>(end - rest)) != "%" ||
      !(percent > 0 && percent <= 100)) {
    throw UsageError(what + " must be a percentage above 0% and up to 100%, not '" + text + "'");
  }
  return percent / 100;
}

}  // namespace queens::cli
