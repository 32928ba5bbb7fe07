// queens serve: the solver as a service.

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <cstdio>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/log.hpp"
#include "cli/output.hpp"
#include "cli/serve_settings.hpp"
#include "cli/token.hpp"
#include "http/service.hpp"

namespace queens::cli {
namespace {

// For people, not a line of the log.
void show_token(const std::string& token, const std::string& file, std::uint16_t port) {
  std::string text =
      fmt::format("\nA new token, shown this once; it is kept in {}:\n\n    {}\n\n", file, token);
  // Port 0 is not known yet, and what is shown late might never be.
  if (port != 0) {
    text += fmt::format(
        "Where the port is published on this machine, the page at http://127.0.0.1:{}/ asks\n"
        "for it, and programs send it along:\n\n"
        "    curl -H 'Authorization: Bearer {}' http://127.0.0.1:{}/v1/jobs\n\n",
        port, token, port);
  }
  std::fputs(text.c_str(), stderr);
}

void serve(ServeSettings settings, const CancelToken& cancel) {
  if (const std::string& file = settings.token_to_create; !file.empty()) {
    const std::optional<std::string> created = create_token(file);
    if (created) show_token(*created, file, settings.service.server.port);
    settings.service.token =
        created ? *created : read_token("--token-file", file, kShortestToken, cancel);
  }
  http::Service service(settings.service);
  const std::string& address = settings.service.server.address;
  const bool bracketed = address.find(':') != std::string::npos;
  spdlog::info("listening on http://{}:{}", bracketed ? "[" + address + "]" : address,
               service.port());
  service.run([&cancel] { return cancel.requested(); });
  spdlog::info("stopped; running jobs go on at the next start");
}

}  // namespace

int run_serve(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("serve", "Serve boards over HTTP: a page, an API, jobs that survive crashes.",
                      "--data DIR [options]", {});
  add_serve_options(arguments);
  arguments.parse(words);
  const ServeSettings settings = read_serve_settings(arguments, cancel);
  if (arguments.flag("print-config")) {
    Output output(cancel);
    output.write(settings.config);
    output.commit();
    return kDone;
  }
  start_service_log(settings.log_level);
  try {
    serve(settings, cancel);
  } catch (const http::ServerError& error) {
    throw IoError(error.what());
  } catch (const job::FolderRefused& error) {
    throw UsageError(error.what());
  } catch (const job::StoreError& error) {
    throw IoError(error.what());
  }
  return kDone;
}

}  // namespace queens::cli
