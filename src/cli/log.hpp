#pragma once

#include <string>
#include <vector>

namespace queens::cli {

/// Diagnostics go through spdlog's default logger, to standard error, from this level up.
void start_log(const std::string& level);

/// The same for a program that runs for long: each line begins with the time.
void start_service_log(const std::string& level);

/// The levels that start_log() knows, the default first.
const std::vector<std::string>& log_levels();

}  // namespace queens::cli
