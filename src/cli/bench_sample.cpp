// queens bench --sample: how long a count would take that is too long to run.

#include "cli/bench_sample.hpp"

#include <spdlog/fmt/fmt.h>

#include <nlohmann/json.hpp>

#include "json/machine.hpp"
#include "queens/measure.hpp"

namespace queens::cli {
namespace {

std::vector<Cell> row_of(int n, const Sample& sample) {
  const auto number = [](std::uint64_t value) {
    return Cell{std::to_string(value), std::to_string(value)};
  };
  const auto percent = [](double share) {
    return Cell{fmt::format("{:.1f} %", 100 * share), number_value(share)};
  };
  return {number(static_cast<std::uint64_t>(n)),
          {sample.kernel, sample.kernel},
          {sample.method, sample.method},
          number(sample.subproblems),
          number(sample.sampled),
          {seconds_cell(sample.spent.count()), number_value(sample.spent.count())},
          {seconds_cell(sample.time.count()), number_value(sample.time.count())},
          percent(sample.time_error),
          {fmt::format("{:.4g}", sample.solutions), number_value(sample.solutions)},
          percent(sample.solutions_error)};
}

nlohmann::ordered_json sample_json(int n, const Sample& sample) {
  return {{"n", n},
          {"kernel", sample.kernel},
          {"method", sample.method},
          {"subproblems", sample.subproblems},
          {"sampled", sample.sampled},
          {"spent_seconds", sample.spent.count()},
          {"expected_seconds", sample.time.count()},
          {"expected_seconds_error", sample.time_error},
          {"expected_solutions", sample.solutions},
          {"expected_solutions_error", sample.solutions_error}};
}

}  // namespace

Report run_sample(const std::vector<Variant>& variants, std::chrono::seconds time,
                  std::uint64_t seed, const CancelToken& cancel,
                  const std::function<void(const std::string&)>& before_run) {
  const json::Machine machine = json::this_machine();
  Report report{.heading = json::machine_text(machine),
                .table = {.columns = {{"n", "n"},
                                      {"kernel", "kernel", true},
                                      {"method", "method", true},
                                      {"subproblems", "subproblems"},
                                      {"sampled", "sampled"},
                                      {"spent s", "spent_seconds"},
                                      {"expected s", "expected_seconds"},
                                      {"+-", "expected_seconds_error"},
                                      {"solutions", "expected_solutions"},
                                      {"+-", "expected_solutions_error"}},
                          .rows = {}},
                .notes = {"expected s: all subproblems on one thread, by those sampled and their "
                          "estimated cost; +-: one standard error"},
                .json = {},
                .svg = {}};
  nlohmann::ordered_json json = json::machine_json(machine);
  json["seed"] = seed;
  auto& all = json["samples"] = nlohmann::ordered_json::array();
  for (const Variant& variant : variants) {
    before_run("sampling " + variant_text(variant));
    Options options;
    options.kernel = variant.kernel;
    options.method = variant.method;
    options.cancel = cancel;
    const Sample sample = sample_subproblems(Board(variant.n), time, seed, options);
    report.table.rows.push_back(row_of(variant.n, sample));
    all.push_back(sample_json(variant.n, sample));
  }
  report.json = json.dump(1) + '\n';
  return report;
}

}  // namespace queens::cli
