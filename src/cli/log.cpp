#include "cli/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace queens::cli {

void start_log(const std::string& level) {
  auto logger = std::make_shared<spdlog::logger>(
      "queens", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  logger->set_pattern("queens: %^%l%$: %v");
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

const std::vector<std::string>& log_levels() {
  static const std::vector<std::string> levels = {"info",  "trace",    "debug", "warning",
                                                  "error", "critical", "off"};
  return levels;
}

}  // namespace queens::cli
