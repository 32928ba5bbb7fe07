#include "cli/client_options.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "cli/exit_code.hpp"
#include "cli/token.hpp"
#include "queens/error.hpp"

namespace queens::cli {
namespace {

constexpr const char* kDefaultServer = "http://127.0.0.1:8080";

// Of an option or, where it is not given, of an environment variable; `name` is the one that it
// comes from. Empty where neither is there.
struct NamedValue {
  std::string name;
  std::string value;
};

NamedValue setting(const Arguments& arguments, const std::string& option, const char* variable) {
  if (arguments.has(option)) return {"--" + option, arguments.text(option)};
  const char* const value = std::getenv(variable);
  return {variable, value == nullptr ? "" : value};
}

std::optional<std::string> token_of(const Arguments& arguments, const CancelToken& cancel) {
  const NamedValue file = setting(arguments, "token-file", "QUEENS_TOKEN_FILE");
  if (file.value.empty()) {
    if (arguments.has("token-file")) throw UsageError("--token-file: the file's name is empty");
    return std::nullopt;
  }
  return read_token(file.name, file.value, 1, cancel);
}

// Statuses that are not the request's fault, however well it was meant.
bool is_servers_fault(unsigned status) {
  constexpr std::array<unsigned, 3> kOthers = {408, 409, 429};
  return status >= 500 || std::find(kOthers.begin(), kOthers.end(), status) != kOthers.end();
}

}  // namespace

void add_server_option(Arguments& arguments) {
  arguments.add_value("Server", "server", "URL",
                      "The server, as http://HOST:PORT (default: the environment variable "
                      "QUEENS_SERVER, else " +
                          std::string(kDefaultServer) + ")");
}

http::ServerUrl read_server(const Arguments& arguments) {
  const NamedValue server = setting(arguments, "server", "QUEENS_SERVER");
  const bool given = !server.value.empty() || arguments.has("server");
  try {
    return http::parse_server_url(given ? server.value : kDefaultServer);
  } catch (const Error& error) {
    throw UsageError(server.name + ": " + error.what());
  }
}

void add_client_options(Arguments& arguments) {
  add_server_option(arguments);
  arguments.add_value("Server", "token-file", "FILE",
                      "Show the server the token in FILE (default: the environment variable "
                      "QUEENS_TOKEN_FILE, else none)");
  add_report_options(arguments);
}

http::Client read_client(const Arguments& arguments, const CancelToken& cancel) {
  read_report_options(arguments);
  http::ServerUrl server = read_server(arguments);
  return {std::move(server), token_of(arguments, cancel), cancel};
}

void check_job_id(const std::string& id) {
  constexpr std::size_t kLongest = 64;
  const bool good =
      !id.empty() && id.size() <= kLongest && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_';
      });
  if (!good) throw UsageError("'" + id + "' cannot be the id of a job");
}

std::string job_path(const std::string& id) {
  return "/v1/jobs/" + id;
}

void throw_refusal(const http::Client& client, const http::Answer& answer) {
  const std::string server = client.server().text();
  const auto problem = http::problem_of(answer);
  if (!problem) {
    throw ServerFailed(server + " answers with the status " + std::to_string(answer.status) +
                       " and not as 'queens serve' does");
  }
  std::string text = server + ": " + problem->detail;
  if (!problem->place.empty()) text += " (at " + problem->place + ")";
  if (!answer.retry_after.empty()) text += "; try again in " + answer.retry_after + " s";
  if (is_servers_fault(answer.status)) throw ServerFailed(text);
  if (answer.status == 401) text += "; see --token-file";
  throw UsageError(text);
}

void pause_for(std::chrono::milliseconds time, const CancelToken& cancel) {
  constexpr std::chrono::milliseconds kBeat{50};
  const auto end = std::chrono::steady_clock::now() + time;
  for (auto left = time; left.count() > 0; left = std::chrono::ceil<std::chrono::milliseconds>(
                                               end - std::chrono::steady_clock::now())) {
    cancel.throw_if_requested();
    std::this_thread::sleep_for(std::min(left, kBeat));
  }
  cancel.throw_if_requested();
}

}  // namespace queens::cli
