// queens bench --simulate: how a count would scale on more threads than there are here.

#include "cli/bench_simulate.hpp"

#include <spdlog/fmt/fmt.h>

#include <nlohmann/json.hpp>

#include "cli/bench_chart.hpp"
#include "json/machine.hpp"
#include "queens/measure.hpp"

namespace queens::cli {
namespace {

std::string bound_text(Bound bound) {
  switch (bound) {
    case Bound::work:
      return "work";
    case Bound::startup:
      return "start-up";
    case Bound::longest:
      return "longest subproblem";
    case Bound::tail:
      break;
  }
  return "tail";
}

struct Line {
  Prediction prediction;
  double speed_up = 0;    // against the prediction for one worker
  double counting = 0;    // efficiency of the counting alone
  double efficiency = 0;  // ... of the whole
};

std::vector<Line> predictions(const Measurement& measurement, const std::vector<int>& workers) {
  const double one = predict(measurement, 1).total().count();
  std::vector<Line> lines;
  for (const int count : workers) {
    const Prediction prediction = predict(measurement, count);
    const double share = prediction.work.count() / count;
    const double counting = prediction.counting.count();
    const double total = prediction.total().count();
    lines.push_back({.prediction = prediction,
                     .speed_up = one / total,
                     .counting = counting > 0 ? share / counting : 1,  // a plan without units
                     .efficiency = share / total});
  }
  return lines;
}

Table simulation_table(const std::vector<Line>& lines) {
  Table table{.columns = {{"workers", "workers"},
                          {"predicted s", "predicted_seconds"},
                          {"speed-up", "speed_up"},
                          {"counting eff.", "counting_efficiency"},
                          {"whole eff.", "efficiency"},
                          {"start-up s", "startup_seconds"},
                          {"counting s", "counting_seconds"},
                          {"bounded by", "bounded_by", true}},
              .rows = {}};
  const auto seconds = [](Seconds time) {
    return Cell{seconds_cell(time.count()), number_value(time.count())};
  };
  const auto percent = [](double share) {
    return Cell{fmt::format("{:.1f} %", 100 * share), number_value(share)};
  };
  for (const Line& line : lines) {
    const std::string workers = std::to_string(line.prediction.workers);
    table.rows.push_back({{workers, workers},
                          seconds(line.prediction.total()),
                          {fmt::format("{:.2f}", line.speed_up), number_value(line.speed_up)},
                          percent(line.counting),
                          percent(line.efficiency),
                          seconds(line.prediction.startup),
                          seconds(line.prediction.counting),
                          {bound_text(line.prediction.bound), bound_text(line.prediction.bound)}});
  }
  return table;
}

std::vector<std::string> simulation_notes(const Measurement& measurement) {
  constexpr double kMicro = 1e6;
  const Prediction one = predict(measurement, 1);
  return {
      fmt::format("measured on one thread: {} subproblems, {:.4g} s; the longest {:.4g} s; "
                  "planning {:.4g} s; {:.2f} us to hand out a subproblem, {:.1f} us to start a "
                  "thread",
                  measurement.subproblems.size(), one.work.count(), one.longest.count(),
                  measurement.planning.count(), measurement.dispatch.count() * kMicro,
                  measurement.thread_start.count() * kMicro),
      fmt::format("total {}", measurement.total.to_string()),
      "efficiency: work / (workers x time), of the counting alone and of the whole with start-up",
      "start-up: starting threads, one after another, and planning, on one thread",
      "bounded by: the largest loss; work where all are below 5 %; tail: workers idle at the end",
      "not modelled: caches and memory shared by cores, clock rates that fall with load,",
      "two threads on one core, contention for the next subproblem"};
}

nlohmann::ordered_json measured_json(const Measurement& measurement) {
  nlohmann::ordered_json json = {{"planning_seconds", measurement.planning.count()},
                                 {"thread_start_seconds", measurement.thread_start.count()},
                                 {"dispatch_seconds", measurement.dispatch.count()}};
  auto& all = json["subproblems"] = nlohmann::ordered_json::array();
  for (const MeasuredSubproblem& one : measurement.subproblems) {
    all.push_back(
        {{"seconds", one.time.count()}, {"nodes", one.nodes}, {"estimate", one.estimate}});
  }
  return json;
}

std::string simulation_json(int n, const json::Machine& machine, const Measurement& measurement,
                            const std::vector<Line>& lines) {
  nlohmann::ordered_json json = json::machine_json(machine);
  json["n"] = n;
  json["kernel"] = measurement.kernel;
  json["method"] = measurement.method;
  json["total"] = measurement.total.to_string();
  json["nodes"] = measurement.nodes;
  auto& all = json["predictions"] = nlohmann::ordered_json::array();
  for (const Line& line : lines) {
    all.push_back({{"workers", line.prediction.workers},
                   {"predicted_seconds", line.prediction.total().count()},
                   {"startup_seconds", line.prediction.startup.count()},
                   {"counting_seconds", line.prediction.counting.count()},
                   {"speed_up", line.speed_up},
                   {"counting_efficiency", line.counting},
                   {"efficiency", line.efficiency},
                   {"bounded_by", bound_text(line.prediction.bound)}});
  }
  json["measured"] = measured_json(measurement);
  return json.dump() + '\n';
}

}  // namespace

Report run_simulation(int n, const std::vector<int>& workers, const Options& options) {
  const json::Machine machine = json::this_machine();
  const Measurement measurement = measure_subproblems(Board(n), options);
  const std::vector<Line> lines = predictions(measurement, workers);
  std::vector<SimulatedPoint> points;
  points.reserve(lines.size());
  for (const Line& line : lines) {
    points.push_back({line.prediction.workers, line.speed_up, line.counting, line.efficiency});
  }
  const std::string subject =
      fmt::format("n = {}, {} {}, predicted", n, measurement.kernel, measurement.method);
  return {.heading = fmt::format("{}; {}", subject, json::machine_text(machine)),
          .table = simulation_table(lines),
          .notes = simulation_notes(measurement),
          .json = simulation_json(n, machine, measurement, lines),
          .svg = simulation_chart(subject, json::machine_text(machine), points)};
}

}  // namespace queens::cli
