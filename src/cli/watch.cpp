// queens watch: follows a job of a server to its end.

#include "cli/arguments.hpp"
#include "cli/client_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/watching.hpp"

namespace queens::cli {

int run_watch(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("watch",
                      "Follow a job of a server to its end and print the first solutions, then "
                      "the total.\nCtrl-C ends the watching, not the job.",
                      "ID [options]", {"id"});
  add_watch_options(arguments);
  add_client_options(arguments);
  arguments.parse(words);
  check_watch_options(arguments);
  const http::Client client = read_client(arguments, cancel);
  if (!arguments.has("id")) throw UsageError("ID is missing: give what 'queens submit' printed");
  const std::string id = arguments.text("id");
  check_job_id(id);
  watch_job(client, id, arguments, cancel);
  return kDone;
}

}  // namespace queens::cli
