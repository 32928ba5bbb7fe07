#pragma once

// What the commands that talk to a server have in common.

#include <chrono>
#include <stdexcept>
#include <string>

#include "cli/arguments.hpp"
#include "http/client.hpp"

namespace queens::cli {

/// The server fails, or is none of ours: ends the program with kFailed.
struct ServerFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// --server.
void add_server_option(Arguments& arguments);
/// Throws UsageError for a URL that is none.
http::ServerUrl read_server(const Arguments& arguments);

/// --server, --token-file, --log-level, --quiet.
void add_client_options(Arguments& arguments);

/// Also starts the log. Throws UsageError for a URL or a token that is none.
http::Client read_client(const Arguments& arguments, const CancelToken& cancel);

/// Throws UsageError for what cannot be a job's id.
void check_job_id(const std::string& id);

/// "/v1/jobs/17".
std::string job_path(const std::string& id);

/// What an answer without success means: UsageError where the request is at fault, with what the
/// server says about it; ServerFailed where the server is.
[[noreturn]] void throw_refusal(const http::Client& client, const http::Answer& answer);

/// Waits; throws Error{cancelled}.
void pause_for(std::chrono::milliseconds time, const CancelToken& cancel);

}  // namespace queens::cli
