// queens serve: the solver as a service.

#include <spdlog/spdlog.h>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/log.hpp"
#include "cli/output.hpp"
#include "cli/serve_settings.hpp"
#include "http/service.hpp"

namespace queens::cli {
namespace {

void serve(const ServeSettings& settings, const CancelToken& cancel) {
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
