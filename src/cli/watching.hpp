#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "http/client.hpp"
#include "queens/cancel.hpp"

namespace queens::cli {

/// --format, --progress, --progress-json.
void add_watch_options(Arguments& arguments);

/// Throws UsageError for what they are given wrongly.
void check_watch_options(const Arguments& arguments);

/// Follows a job to its end, over breaks of the connection and restarts of the server, and prints
/// what `queens solve` prints. Throws ServerFailed for a job that failed, for a server that does
/// not know it, and for one that has not answered for a minute; Error{cancelled} for a job that was
/// cancelled and where the token is triggered. The job is left alone.
void watch_job(const http::Client& client, const std::string& id, const Arguments& arguments,
               const CancelToken& cancel);

}  // namespace queens::cli
