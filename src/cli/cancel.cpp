// queens cancel: ends jobs of a server.

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/client_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"

namespace queens::cli {
namespace {

// The exit code of one of several; the others are cancelled whatever becomes of it.
int cancel_one(const http::Client& client, const std::string& id) {
  const http::Answer answer = client.request("DELETE", job_path(id));
  if (answer.good()) return kDone;
  const auto problem = http::problem_of(answer);
  if (problem && answer.status == 409) {
    spdlog::error("job {} was finished already", id);
    return kFailed;
  }
  if (problem && answer.status == 404) {
    spdlog::error("job {}: {}", id, one_line(problem->detail));
    return kBadUsage;
  }
  throw_refusal(client, answer);
}

}  // namespace

int run_cancel(std::span<const std::string> words, const CancelToken& cancel) {
  // There are no more ids than words, and each needs a name.
  std::vector<std::string> names;
  for (std::size_t i = 0; i < words.size(); ++i) names.push_back("id" + std::to_string(i + 1));
  Arguments arguments("cancel", "Cancel jobs of a server, queued or running.", "ID... [options]",
                      names);
  add_client_options(arguments);
  arguments.parse(words);
  const http::Client client = read_client(arguments, cancel);
  std::vector<std::string> ids;
  for (const std::string& name : names) {
    if (arguments.has(name)) ids.push_back(arguments.text(name));
  }
  if (ids.empty()) throw UsageError("ID is missing: give what 'queens submit' printed");
  for (const std::string& id : ids) check_job_id(id);
  int code = kDone;
  for (const std::string& id : ids) code = std::max(code, cancel_one(client, id));
  return code;
}

}  // namespace queens::cli
