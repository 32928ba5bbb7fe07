#pragma once

// Numbers with a unit, as options take them. `what` names the option in the UsageError.

#include <chrono>
#include <cstdint>
#include <string>

namespace queens::cli {

/// "500MB": bytes, with or without B, KB, MB, GB, KiB, MiB or GiB; at least 1.
std::uint64_t parse_bytes(const std::string& what, const std::string& text);

/// "20ms", "30s", "5m", "2h": at least a millisecond, at most 10,000 hours.
std::chrono::milliseconds parse_duration(const std::string& what, const std::string& text);

/// "1%", "0.25%": a share, above 0 and at most 1.
double parse_percentage(const std::string& what, const std::string& text);

}  // namespace queens::cli
