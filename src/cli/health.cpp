// queens health: whether a server answers, for those who restart it if it does not.

#include <optional>

#include "cli/arguments.hpp"
#include "cli/client_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"

namespace queens::cli {

int run_health(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments(
      "health", "Print 'ok' if a server answers; else the exit code is 1, and a message says why.",
      "[options]", {});
  arguments.add_flag("Server", "ready", "Also ask whether it takes jobs: whether it can write");
  add_server_option(arguments);
  add_report_options(arguments);
  arguments.parse(words);
  read_report_options(arguments);
  const http::Client client(read_server(arguments), std::nullopt, cancel);  // both ask for no token
  const std::string target = arguments.flag("ready") ? "/readyz" : "/healthz";
  if (const http::Answer answer = client.request("GET", target); !answer.good()) {
    throw_refusal(client, answer);
  }
  Output output(cancel);
  output.write("ok\n");
  output.commit();
  return kDone;
}

}  // namespace queens::cli
