#include "cli/foretell.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>

#include "cli/descriptor.hpp"
#include "cli/time_text.hpp"

namespace queens::cli {
namespace {

constexpr double kLong = 60;  // seconds
constexpr Seconds kTime{1};

// Planned nodes from which on an estimate is worth a second: about ten for the kernels with vectors
// on two threads, and half a minute for the slowest of the others on one.
constexpr double kWorthIt = 2e10;
constexpr double kWorthItForSlow = 2e8;

}  // namespace

std::string foretelling(const CountEstimate& estimate) {
  for (const MethodEstimate& method : estimate.methods) {
    if (method.method != estimate.chosen || method.elapsed.expected < kLong) continue;
    // "3.1 h (2.5 to 3.6 h)" with the threads in between.
    const std::string time = time_range_text(method.elapsed);
    const std::size_t range = std::min(time.find(" ("), time.size());
    return fmt::format("about {} on {} thread{}{}, {} solutions", time.substr(0, range),
                       estimate.threads, estimate.threads == 1 ? "" : "s", time.substr(range),
                       number_text(estimate.solutions.expected));
  }
  return {};
}

void foretell(const Board& board, const Options& options) {
  if (!spdlog::should_log(spdlog::level::info)) return;
  const double worth_it = chosen_kernel(options).joins ? kWorthIt : kWorthItForSlow;
  if (planned_nodes(board, options) < worth_it) return;
  const std::string text = foretelling(estimate_count(board, options, {.time = kTime}));
  // A line that cannot be written is no reason to wait; one that nobody waits for is none to write.
  if (text.empty() || !writable_now(STDERR_FILENO) || reader_gone(STDOUT_FILENO)) return;
  spdlog::info(text);
}

}  // namespace queens::cli
