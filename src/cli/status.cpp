// queens status: a job of a server, or its latest ones.

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/client_job.hpp"
#include "cli/client_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"

namespace queens::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kUsual = 20;
constexpr std::uint64_t kMost = 10'000;
constexpr std::uint64_t kMostAtOnce = 100;

ordered_json get(const http::Client& client, const std::string& target) {
  const http::Answer answer = client.request("GET", target);
  if (!answer.good()) throw_refusal(client, answer);
  return parse_answer(answer.body);
}

// A cursor is the server's own; it may hold anything.
std::string percent_encoded(const std::string& text) {
  std::string encoded;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '-' || c == '_' || c == '.';
    encoded += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

// As many jobs as are wanted, however many the server hands out at once.
ordered_json get_list(const http::Client& client, const std::string& states, std::uint64_t limit) {
  ordered_json jobs = ordered_json::array();
  std::string cursor;
  do {
    std::string target =
        fmt::format("/v1/jobs?limit={}", std::min(limit - jobs.size(), kMostAtOnce));
    if (!states.empty()) target += "&state=" + states;
    if (!cursor.empty()) target += "&cursor=" + percent_encoded(cursor);
    const ordered_json page = get(client, target);
    if (!page.is_object() || !page.contains("jobs") || !page["jobs"].is_array()) {
      throw ServerFailed("the server's answer is not understood: it has no list of jobs");
    }
    for (const ordered_json& job : page["jobs"]) jobs.push_back(job);
    const auto next = page.find("next");
    cursor = next != page.end() && next->is_string() ? next->get<std::string>() : "";
  } while (!cursor.empty() && jobs.size() < limit);
  return jobs;
}

std::string outcome_text(const ClientJob& job) {
  if (job.result) return job.result->total.to_string();
  if (!job.progress) return "-";
  std::string text = fmt::format("{:.1f} %", 100 * job.progress->share);
  if (job.progress->left) text += ", " + duration_text(*job.progress->left) + " left";
  return text;
}

std::string table(const ordered_json& jobs) {
  using Row = std::array<std::string, 5>;
  std::vector<Row> rows = {{"id", "state", "n", "progress or total", "created"}};
  for (const ordered_json& json : jobs) {
    const ClientJob job = job_of(json);
    rows.push_back({job.id, job.state, std::to_string(job.n), outcome_text(job), job.created});
  }
  std::array<std::size_t, 5> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{:>{}}  {:<{}}  {:>{}}  {:<{}}  {}\n", row[0], widths[0], row[1],
                        widths[1], row[2], widths[2], row[3], widths[3], row[4]);
  }
  return text;
}

std::string details(const ClientJob& job) {
  std::string text;
  const auto add = [&text](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("{:<12}{}\n", name, value);
  };
  add("id", job.id);
  add("state", job.state);
  add("n", std::to_string(job.n));
  add("priority", job.priority);
  if (job.progress) add("progress", progress_text(*job.progress));
  if (job.solutions) {
    for (const Solution& solution : *job.solutions) add("solution", columns_text(solution));
  }
  if (job.result) {
    add("total", job.result->total.to_string());
    if (job.result->fundamental) add("fundamental", job.result->fundamental->to_string());
    add("counted",
        fmt::format("in {:.3f} s on {} threads, by {}, kernel {}", job.result->elapsed.count(),
                    job.result->threads, job.result->method, job.result->kernel));
  }
  add("error", one_line(job.error));
  add("created", job.created);
  add("started", job.started);
  add("finished", job.finished);
  return text;
}

// A list as the server takes it.
std::string read_states(const Arguments& arguments) {
  constexpr std::array<std::string_view, 5> kStates = {"queued", "running", "done", "failed",
                                                       "cancelled"};
  if (!arguments.has("state")) return "";
  std::string states = arguments.text("state");
  for (std::size_t at = 0; at <= states.size();) {
    const std::size_t end = std::min(states.find(',', at), states.size());
    const std::string state = states.substr(at, end - at);
    if (std::find(kStates.begin(), kStates.end(), state) == kStates.end()) {
      throw UsageError(
          "--state must be one or more of queued, running, done, failed, cancelled, "
          "separated by commas, not '" +
          states + "'");
    }
    at = end + 1;
  }
  return states;
}

}  // namespace

int run_status(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("status", "Print what a server says of a job, or list its latest jobs.",
                      "[ID] [options]", {"id"});
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "json"},
                       "text or json (default: text)");
  arguments.add_value("Output", "state", "S",
                      "List jobs of this state only: queued, running, done, failed, cancelled, or "
                      "several of them with commas");
  arguments.suggest("state", {"queued", "running", "done", "failed", "cancelled"});
  arguments.add_value("Output", "limit", "K", "List K jobs at most (default: 20)");
  add_client_options(arguments);
  arguments.parse(words);
  const http::Client client = read_client(arguments, cancel);
  const bool json = arguments.choice("format") == "json";
  const std::string states = read_states(arguments);
  const std::uint64_t limit = arguments.number("limit", 1, kMost, kUsual);
  Output output(cancel);
  if (arguments.has("id")) {
    if (arguments.has("state") || arguments.has("limit")) {
      throw UsageError("--state and --limit are for the list, without an ID");
    }
    check_job_id(arguments.text("id"));
    const ordered_json job = get(client, job_path(arguments.text("id")));
    output.write(json ? job.dump() + '\n' : details(job_of(job)));
  } else {
    const ordered_json jobs = get_list(client, states, limit);
    output.write(json ? ordered_json{{"jobs", jobs}}.dump() + '\n' : table(jobs));
  }
  output.commit();
  return kDone;
}

}  // namespace queens::cli
