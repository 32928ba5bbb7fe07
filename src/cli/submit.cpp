// queens submit: has a server count, and prints the job's id.

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/arguments.hpp"
#include "cli/client_job.hpp"
#include "cli/client_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/watching.hpp"
#include "queens/error.hpp"

namespace queens::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kMostFirst = 1000;

// The rows of a text that parse_board() accepts, as they stand there: in a Board a placed queen is
// one no longer.
std::vector<std::string> board_rows(std::string_view text) {
  constexpr std::string_view kSquares = "*.Q";
  std::vector<std::string> rows;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view code = line.substr(0, line.find('#'));
    const std::size_t begin = code.find_first_of(kSquares);  // a line with the size has none
    if (begin == std::string_view::npos) continue;
    rows.emplace_back(code.substr(begin, code.find_last_of(kSquares) + 1 - begin));
  }
  return rows;
}

std::vector<std::string> read_rows(const std::string& path, const CancelToken& cancel) {
  Input input(path, cancel);
  const std::string text = input.rest(kMaxBoardText);
  try {
    static_cast<void>(parse_board(text));  // names the line and column of what is wrong
  } catch (const Error& error) {
    throw UsageError(input.name() + ": " + error.what());
  }
  return board_rows(text);
}

ordered_json read_request(const Arguments& arguments, const CancelToken& cancel) {
  if (arguments.has("n") && arguments.has("board")) {
    throw UsageError("give either N or --board FILE, not both");
  }
  ordered_json request;
  if (arguments.has("first")) request["first"] = arguments.number("first", 0, kMostFirst, 0);
  if (arguments.flag("fundamental")) request["fundamental"] = true;
  const std::string priority = arguments.choice("priority");
  if (arguments.has("priority")) request["priority"] = priority;
  if (arguments.has("board")) {
    request["board"] = read_rows(arguments.text("board"), cancel);
  } else if (arguments.has("n")) {
    request["n"] = parse_number("N", arguments.text("n"), 1, Board::kMaxSize);
  } else {
    throw UsageError("N is missing: give a board size or --board FILE");
  }
  return request;
}

std::string random_key() {
  std::random_device random;
  std::string key = "queens-submit-";
  for (int i = 0; i < 4; ++i) key += fmt::format("{:08x}", random());
  return key;
}

std::string read_key(const Arguments& arguments) {
  constexpr std::size_t kLongest = 200;
  if (!arguments.has("key")) return random_key();
  std::string key = arguments.text("key");
  const auto visible = [](char c) { return c > ' ' && c < '\x7f'; };
  if (key.empty() || key.size() > kLongest || !std::all_of(key.begin(), key.end(), visible)) {
    throw UsageError("--key must be 1 to 200 visible ASCII characters");
  }
  return key;
}

// Where the server may have got the request and its answer is lost, the same key gives the same
// job, so that it can be asked again.
http::Answer post(const http::Client& client, const std::string& body, const std::string& key,
                  const CancelToken& cancel) {
  constexpr std::chrono::milliseconds kPause{500};
  const auto request = [&] {
    return client.request("POST", "/v1/jobs", body, {{"Idempotency-Key", key}});
  };
  const std::string remedy =
      "the server may have taken the job: submit it with --key " + key + " to get the same one";
  try {
    try {
      return request();
    } catch (const http::ConnectionError& error) {
      if (!error.sent()) throw ServerFailed(error.what());
      spdlog::debug("{}; once more", error.what());
    }
    pause_for(kPause, cancel);
    return request();
  } catch (const http::ConnectionError& error) {
    throw ServerFailed(error.what() + ("; " + remedy));
  } catch (const Error&) {
    if (cancel.requested()) spdlog::warn(remedy);
    throw;
  }
}

}  // namespace

int run_submit(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("submit", "Have a server count, and print the job's id.",
                      "(N | --board FILE) [options]", {"n"});
  add_board_options(arguments);
  arguments.add_value("Job", "first", "K", "Find the first K solutions too (default: 3)");
  arguments.add_flag("Job", "fundamental",
                     "Also count the solutions that differ by more than a rotation or reflection");
  arguments.add_choice("Job", "priority", "P", {"normal", "low", "high"},
                       "low, normal or high (default: normal)");
  arguments.add_value("Job", "key", "KEY",
                      "What is submitted again with the same KEY is the same job (default: a "
                      "random one)");
  arguments.add_flag("Job", "watch", "Then follow the job as 'queens watch' does");
  add_watch_options(arguments);
  add_client_options(arguments);
  arguments.parse(words);
  check_watch_options(arguments);
  const http::Client client = read_client(arguments, cancel);
  const std::string key = read_key(arguments);
  const std::string body = read_request(arguments, cancel).dump();
  Output output(cancel);
  const http::Answer answer = post(client, body, key, cancel);
  if (!answer.good()) throw_refusal(client, answer);
  const std::string id = job_of(parse_answer(answer.body)).id;
  output.write(id + '\n');
  output.commit();
  if (!arguments.flag("watch")) return kDone;
  check_job_id(id);
  watch_job(client, id, arguments, cancel);
  return kDone;
}

}  // namespace queens::cli
