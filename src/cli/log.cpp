#include "cli/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace queens::cli {

namespace {

void start(const std::string& level, const std::string& pattern) {
  auto logger = std::make_shared<spdlog::logger>(
      "queens", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  logger->set_pattern(pattern);
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace

void start_log(const std::string& level) {
  start(level, "queens: %^%l%$: %v");
}

void start_service_log(const std::string& level) {
  start(level, "%Y-%m-%dT%H:%M:%S.%e%z queens: %^%l%$: %v");
}

const std::vector<std::string>& log_levels() {
  static const std::vector<std::string> levels = {"info",  "trace",    "debug", "warning",
                                                  "error", "critical", "off"};
  return levels;
}

}  // namespace queens::cli
