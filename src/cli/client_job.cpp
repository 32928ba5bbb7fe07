#include "cli/client_job.hpp"

#include <nlohmann/json.hpp>

#include "cli/client_options.hpp"
#include "queens/board.hpp"
#include "queens/error.hpp"

namespace queens::cli {
namespace {

using nlohmann::ordered_json;

constexpr const char* kNoJob = "the server's answer is not understood: ";

std::string text_or_none(const ordered_json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? std::string() : found->get<std::string>();
}

Count count_of(const ordered_json& json) {
  constexpr std::uint64_t kTen = 10;
  Count count;
  const auto text = json.get<std::string>();
  if (text.empty()) throw ServerFailed(kNoJob + std::string("an empty number"));
  for (const char c : text) {
    if (c < '0' || c > '9') throw ServerFailed(kNoJob + ("'" + text + "' is no number"));
    count = count * kTen + Count(static_cast<std::uint64_t>(c - '0'));
  }
  return count;
}

Solution solution_of(const ordered_json& json) {
  Solution solution;
  for (const auto& column : json) {
    const int number = column.get<int>();
    if (number < 1 || number > Board::kMaxSize) {
      throw ServerFailed(kNoJob + ("a column " + std::to_string(number)));
    }
    solution.push_back(static_cast<std::uint8_t>(number - 1));
  }
  return solution;
}

Progress progress_of(const ordered_json& json) {
  using Time = std::chrono::duration<double>;
  Progress progress{.share = json.at("share").get<double>(),
                    .elapsed = Time(json.at("elapsed").get<double>()),
                    .solutions = count_of(json.at("solutions")),
                    .nodes = json.at("nodes").get<std::uint64_t>(),
                    .subproblems_done = json.at("subproblems_done").get<std::uint64_t>(),
                    .subproblems = json.at("subproblems").get<std::uint64_t>()};
  if (!json.at("left").is_null()) progress.left = Time(json.at("left").get<double>());
  return progress;
}

CountResult result_of(const ordered_json& json) {
  CountResult result{.total = count_of(json.at("total")),
                     .elapsed = std::chrono::duration<double>(json.at("seconds").get<double>()),
                     .threads = json.at("threads").get<int>(),
                     .method = json.at("method").get<std::string>(),
                     .kernel = json.at("kernel").get<std::string>(),
                     .subproblems = json.at("subproblems").get<std::uint64_t>(),
                     .nodes = json.at("nodes").get<std::uint64_t>()};
  const auto fundamental = json.find("fundamental");
  if (fundamental != json.end() && !fundamental->is_null()) {
    result.fundamental = count_of(*fundamental);
  }
  return result;
}

ClientJob read_job(const ordered_json& json) {
  ClientJob job{.id = json.at("id").get<std::string>(),
                .state = json.at("state").get<std::string>(),
                .n = json.at("n").get<int>(),
                .priority = json.at("priority").get<std::string>(),
                .created = json.at("created").get<std::string>(),
                .started = text_or_none(json, "started"),
                .finished = text_or_none(json, "finished")};
  const auto found = json.find("solutions");
  if (found != json.end() && !found->is_null()) {
    auto& solutions = job.solutions.emplace();
    for (const auto& solution : *found) solutions.push_back(solution_of(solution));
  }
  if (!json.at("progress").is_null()) job.progress = progress_of(json.at("progress"));
  if (!json.at("error").is_null()) job.error = json.at("error").at("detail").get<std::string>();
  if (job.state == "done") job.result = result_of(json);
  return job;
}

}  // namespace

ordered_json parse_answer(const std::string& text) {
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::exception& error) {
    throw ServerFailed(kNoJob + std::string(error.what()));
  }
}

ClientJob job_of(const ordered_json& json) {
  try {
    return read_job(json);
  } catch (const ordered_json::exception& error) {
    throw ServerFailed(kNoJob + std::string(error.what()));
  } catch (const Error& error) {  // a number of more than 128 bits
    throw ServerFailed(kNoJob + std::string(error.what()));
  }
}

}  // namespace queens::cli
