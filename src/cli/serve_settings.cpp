#include "cli/serve_settings.hpp"

#include <arpa/inet.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/exit_code.hpp"
#include "cli/input.hpp"
#include "cli/log.hpp"
#include "cli/quantity.hpp"
#include "cli/token.hpp"

namespace queens::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Option {
  const char* group;
  const char* name;
  const char* value;     ///< null for a flag
  const char* standard;  ///< null for none
  const char* help;
};

// How to add an option: a line here, a line in the function of its group below, and the tables of
// the documentation.
constexpr std::array kOptions = {
    Option{"Service", "listen", "ADDRESS:PORT", "127.0.0.1:8080",
           "Accept connections there; port 0 takes a free one"},
    Option{"Service", "data", "DIR", nullptr, "Keep jobs and their checkpoints in DIR"},
    Option{"Service", "token-file", "FILE", nullptr,
           "Ask users for the token in FILE; needed for addresses that others can reach"},
    Option{
        "Service", "create-token", nullptr, "false",
        "Write a random token to the file of --token-file if there is none yet, and show it once"},
    Option{"Service", "open-metrics", nullptr, "false", "Ask for no token at /metrics"},
    Option{"Service", "allow-anonymous", nullptr, "false",
           "Serve others without a token, on any address"},
    Option{"Jobs", "threads", "T", "0", "Count on T threads; 0: the CPUs this process may use"},
    Option{"Jobs", "kernel", "NAME", "auto", "Count with this kernel; see 'queens kernels'"},
    Option{"Jobs", "memory", "BYTES", nullptr,
           "Memory for the joins of all jobs together, as 2GiB (default: a quarter of what this "
           "process may use)"},
    Option{"Jobs", "long-jobs", "K", "1",
           "Run K long jobs at once; short ones never wait for them"},
    Option{"Jobs", "queue", "K", "1000", "Let K jobs wait, and refuse more"},
    Option{"Jobs", "max-n", "N", "32", "Refuse boards of more than N rows"},
    Option{"Jobs", "job-time", "TIME", nullptr, "A job fails when it runs for longer, as 12h"},
    Option{"Jobs", "checkpoint-interval", "TIME", "30s", "Time between checkpoints of a long job"},
    Option{"Connections", "connections", "K", "1024", "Serve K connections at once"},
    Option{"Connections", "streams", "K", "256", "Serve K event streams at once"},
    Option{"Connections", "request-timeout", "TIME", "15s",
           "Drop who takes longer to send a request"},
    Option{"Connections", "write-timeout", "TIME", "5s", "Drop who takes longer to take an answer"},
    Option{"Connections", "heartbeat", "TIME", "10s",
           "Write something to each event stream at least so often"},
    Option{"Log", "log-level", "LEVEL", "info", "Report from LEVEL up"},
};

std::string variable_of(const Option& option) {
  std::string name = std::string("QUEENS_") + option.name;
  for (char& c : name) c = c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  return name;
}

// A value as text, and what a message calls it.
struct Setting {
  std::string text;
  std::string source;
};

class Settings {
 public:
  Settings(const Arguments& arguments, const CancelToken& cancel) : arguments_(arguments) {
    if (const char* file = std::getenv("QUEENS_CONFIG"); arguments.has("config")) {
      read_file(arguments.text("config"), cancel);
    } else if (file != nullptr && *file != '\0') {
      read_file(file, cancel);
    }
  }

  /// None where nobody set it and there is no standard.
  [[nodiscard]] std::optional<Setting> find(const std::string& name) const {
    const Option& option = *std::find_if(kOptions.begin(), kOptions.end(),
                                         [&](const Option& one) { return one.name == name; });
    if (arguments_.has(name)) {
      return Setting{option.value != nullptr ? arguments_.text(name) : "true", "--" + name};
    }
    const std::string variable = variable_of(option);
    if (const char* text = std::getenv(variable.c_str()); text != nullptr && *text != '\0') {
      return Setting{text, variable};
    }
    if (const auto value = file_.find(name); value != file_.end()) {
      return Setting{value->is_string() ? value->get<std::string>() : value->dump(),
                     file_name_ + ": " + name};
    }
    if (option.standard == nullptr) return std::nullopt;
    return Setting{option.standard, "--" + name};
  }

  [[nodiscard]] Setting get(const std::string& name) const { return find(name).value(); }

  [[nodiscard]] std::uint64_t number(const std::string& name, std::uint64_t least,
                                     std::uint64_t most) const {
    const Setting setting = get(name);
    return parse_number(setting.source, setting.text, least, most);
  }

  [[nodiscard]] std::chrono::milliseconds duration(const std::string& name) const {
    const Setting setting = get(name);
    return parse_duration(setting.source, setting.text);
  }

  /// All that is set, as the file's JSON.
  [[nodiscard]] std::string json() const {
    Json json = Json::object();
    for (const Option& option : kOptions) {
      const std::optional<Setting> setting = find(option.name);
      if (!setting) continue;
      // Numbers and flags as such, as one would write them.
      const Json value = Json::parse(setting->text, nullptr, false);
      const bool plain = value.is_number_unsigned() || value.is_boolean();
      json[option.name] = plain ? value : Json(setting->text);
    }
    constexpr int kIndent = 2;
    return json.dump(kIndent) + '\n';
  }

 private:
  void read_file(const std::string& path, const CancelToken& cancel) {
    Input input(path, cancel);
    file_name_ = input.name();
    const std::string text = input.rest(kMaxBoardText);
    try {
      file_ = Json::parse(text, nullptr, true, true);  // comments are welcome
    } catch (const Json::parse_error& error) {
      throw UsageError(file_name_ + " is not JSON, from byte " + std::to_string(error.byte) +
                       " on");
    } catch (const Json::out_of_range& error) {
      throw UsageError(file_name_ + ": " + error.what());
    }
    if (!file_.is_object()) throw UsageError(file_name_ + ": the file must hold a JSON object");
    for (const auto& item : file_.items()) check_item(item.key(), item.value());
  }

  void check_item(const std::string& name, const Json& value) const {
    const bool known = std::any_of(kOptions.begin(), kOptions.end(),
                                   [&name](const Option& one) { return one.name == name; });
    if (!known) throw UsageError(file_name_ + ": there is no option '" + name + "'");
    if (!value.is_string() && !value.is_number_integer() && !value.is_boolean()) {
      throw UsageError(file_name_ + ": " + name + " must be a string, a whole number or a boolean");
    }
  }

  const Arguments& arguments_;
  std::string file_name_;
  Json file_ = Json::object();
};

bool is_address(const std::string& text) {
  in6_addr parsed{};  // the larger of the two
  return ::inet_pton(AF_INET, text.c_str(), &parsed) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), &parsed) == 1;
}

void read_listen(const Settings& settings, http::ServerSettings& server) {
  const Setting listen = settings.get("listen");
  const std::size_t colon = listen.text.rfind(':');
  std::string address = listen.text.substr(0, colon);
  if (address == "localhost") address = "127.0.0.1";
  if (address.starts_with('[') && address.ends_with(']')) {
    address = address.substr(1, address.size() - 2);
  } else if (address.find(':') != std::string::npos) {
    address.clear();  // where an IPv6 address ends and the port begins nobody knows
  }
  if (colon == std::string::npos || !is_address(address)) {
    throw UsageError(listen.source + " must be an IP address and a port, as 127.0.0.1:8080 or " +
                     "[::1]:8080, not '" + listen.text + "'");
  }
  server.address = address;
  server.port = static_cast<std::uint16_t>(
      parse_number(listen.source + ": the port", listen.text.substr(colon + 1), 0, UINT16_MAX));
}

void read_connections(const Settings& settings, http::ServerSettings& server) {
  constexpr std::uint64_t kMost = 100'000;
  server.connections = settings.number("connections", 1, kMost);
  server.streams = settings.number("streams", 0, kMost);
  server.request_timeout = settings.duration("request-timeout");
  server.write_timeout = settings.duration("write-timeout");
  server.heartbeat = settings.duration("heartbeat");
}

bool flag(const Setting& setting) {
  if (setting.text == "true" || setting.text == "1") return true;
  if (setting.text == "false" || setting.text == "0") return false;
  throw UsageError(setting.source + " must be true or false, not '" + setting.text + "'");
}

void read_access(const Settings& settings, ServeSettings& result, const CancelToken& cancel) {
  std::optional<Setting> file = settings.find("token-file");
  const bool anonymous = flag(settings.get("allow-anonymous"));
  const Setting create = settings.get("create-token");
  if (flag(create)) {
    if (anonymous) {
      file.reset();  // where a container's image asks for both, a user may say no
    } else if (!file) {
      throw UsageError(create.source + " needs --token-file FILE, or QUEENS_TOKEN_FILE");
    } else {
      std::error_code unknown;  // what is wrong, its creation will tell
      if (!std::filesystem::exists(file->text, unknown)) result.token_to_create = file->text;
    }
  }
  http::ServiceSettings& service = result.service;
  service.open_metrics = flag(settings.get("open-metrics"));
  const bool to_read = file && result.token_to_create.empty();
  if (to_read) service.token = read_token(file->source, file->text, kShortestToken, cancel);
  if (!file && !anonymous && !http::is_loopback(service.server.address)) {
    throw UsageError("others can reach " + service.server.address +
                     ": give --token-file FILE, or --allow-anonymous if all of them may use it");
  }
}

void read_jobs(const Settings& settings, http::ServiceSettings& service) {
  const std::optional<Setting> data = settings.find("data");
  if (!data) {
    throw UsageError(
        "--data DIR is missing: the folder for jobs (or QUEENS_DATA, or data in the "
        "file)");
  }
  service.jobs.folder = data->text;
  constexpr std::uint64_t kMostQueued = 1'000'000;
  service.jobs.most_queued = settings.number("queue", 1, kMostQueued);
  service.most_rows = static_cast<int>(settings.number("max-n", 1, Board::kMaxSize));
  job::RunnerSettings& runner = service.jobs.runner;
  runner.threads = static_cast<int>(settings.number("threads", 0, kMaxThreads));
  constexpr std::uint64_t kMostLong = 64;
  runner.long_jobs = static_cast<int>(settings.number("long-jobs", 1, kMostLong));
  runner.checkpoint_interval = settings.duration("checkpoint-interval");
  if (settings.find("job-time")) runner.job_time = settings.duration("job-time");
  if (const auto memory = settings.find("memory")) {
    runner.memory = parse_bytes(memory->source, memory->text);
  }
  const Setting kernel = settings.get("kernel");
  runner.kernel = kernel.text != "auto" ? kernel.text : "";
  try {
    static_cast<void>(chosen_kernel({.kernel = runner.kernel}));
  } catch (const Error& error) {
    throw UsageError(kernel.source + ": " + error.what());
  }
}

}  // namespace

void add_serve_options(Arguments& arguments) {
  arguments.add_value("Service", "config", "FILE",
                      "Read options from this JSON file, or from that of QUEENS_CONFIG. The "
                      "environment comes before it (QUEENS_LISTEN and so on), flags before both");
  for (const Option& option : kOptions) {
    const std::string standard = option.standard != nullptr && option.value != nullptr
                                     ? fmt::format(" (default: {})", option.standard)
                                     : "";
    if (option.value != nullptr) {
      arguments.add_value(option.group, option.name, option.value, option.help + standard);
    } else {
      arguments.add_flag(option.group, option.name, option.help);
    }
  }
  arguments.suggest("log-level", log_levels());
  arguments.suggest("kernel", kernel_names("auto"));
  arguments.add_flag("Log", "print-config", "Print all options as --config reads them, and end");
}

ServeSettings read_serve_settings(const Arguments& arguments, const CancelToken& cancel) {
  const Settings settings(arguments, cancel);
  ServeSettings result;
  const Setting level = settings.get("log-level");
  const std::vector<std::string>& levels = log_levels();
  if (std::find(levels.begin(), levels.end(), level.text) == levels.end()) {
    throw UsageError(level.source + ": there is no level '" + level.text + "'");
  }
  result.log_level = level.text;
  read_listen(settings, result.service.server);
  read_connections(settings, result.service.server);
  read_access(settings, result, cancel);
  read_jobs(settings, result.service);
  result.config = settings.json();
  return result;
}

}  // namespace queens::cli
