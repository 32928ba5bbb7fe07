// queens estimate: what a count would find and take, by both methods.

#include <spdlog/fmt/fmt.h>

#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/time_text.hpp"
#include "json/estimate.hpp"
#include "json/machine.hpp"
#include "queens/estimate.hpp"

namespace queens::cli {
namespace {

Range in_hours(const Range& seconds) {
  constexpr double kHour = 3600;
  return {.low = seconds.low / kHour,
          .expected = seconds.expected / kHour,
          .high = seconds.high / kHour};
}

Cell words(const std::string& text) {
  return {text, text};
}

std::vector<Cell> row_of(const CountEstimate& estimate, const MethodEstimate& method) {
  const std::string mark = method.method == estimate.chosen ? "* " : "  ";
  if (!method.missing.empty()) {
    return {words(mark + method.method), words("-"), words("-"), words("-")};
  }
  return {words(mark + method.method), words(range_text(method.nodes)),
          words(range_text(in_hours(method.seconds))), words(time_range_text(method.elapsed))};
}

std::vector<std::string> notes_of(const CountEstimate& estimate) {
  std::vector<std::string> notes = {"* what a count would take"};
  bool ranges = false;
  for (const MethodEstimate& method : estimate.methods) {
    if (!method.missing.empty()) {
      notes.push_back(method.method + ": not here, for " + method.missing);
    } else if (method.extrapolated) {
      notes.push_back(method.method + ": extrapolated from parts of smaller boards");
    } else if (method.samples == 0) {
      notes.push_back(method.method + ": counted, not estimated");
    }
    ranges = ranges || method.samples != 0 || method.extrapolated;
  }
  if (ranges) notes.emplace_back("a to b: where the true number lies in 95 of 100 cases");
  return notes;
}

std::string estimate_text(const std::string& board, const CountEstimate& estimate) {
  const json::Machine machine = json::this_machine();
  const std::string threads =
      fmt::format("{} thread{}", estimate.threads, estimate.threads == 1 ? "" : "s");
  Report report{.heading = fmt::format("{} on {}, kernel {}; {}\n\nsolutions  {}", board, threads,
                                       estimate.kernel, json::machine_text(machine),
                                       range_text(estimate.solutions)),
                .table = {.columns = {{"method", "method", true},
                                      {"nodes", "nodes", true},
                                      {"core-hours", "core_hours", true},
                                      {"time on " + threads, "elapsed_seconds", true}},
                          .rows = {}},
                .notes = notes_of(estimate),
                .json = {},
                .svg = {}};
  report.table.columns[0].title = "  method";
  for (const MethodEstimate& method : estimate.methods) {
    report.table.rows.push_back(row_of(estimate, method));
  }
  return report_text(report);
}

}  // namespace

int run_estimate(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("estimate",
                      "Say within two seconds how many solutions to expect, and what counting them "
                      "would take.",
                      "(N | --board FILE) [options]", {"n"});
  add_board_options(arguments);
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "json"},
                       "text or json (default: text)");
  add_kernel_options(arguments);
  arguments.add_value("Count", "seed", "S", "Draw other samples (default: 1)");
  add_run_options(arguments);
  arguments.parse(words);
  Options options = read_run_options(arguments, cancel);
  read_kernel_options(arguments, options);
  const EstimateLimits limits{.seed = arguments.number("seed", 0, UINT64_MAX, 1)};
  const std::string format = arguments.choice("format");
  const Board board = read_board(arguments, cancel);
  Output output(cancel);
  const CountEstimate estimate = estimate_count(board, options, limits);
  const std::string name = arguments.has("board") ? fmt::format("a board of {} rows", board.size())
                                                  : fmt::format("n = {}", board.size());
  output.write(format == "json"
                   ? json::estimate_json(board.size(), limits.seed, estimate).dump() + '\n'
                   : estimate_text(name, estimate));
  output.commit();
  return kDone;
}

}  // namespace queens::cli
