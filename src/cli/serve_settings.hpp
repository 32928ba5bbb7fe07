#pragma once

// What `queens serve` is told: by flags, else by the environment, else by a file.

#include <string>

#include "cli/arguments.hpp"
#include "http/service.hpp"

namespace queens::cli {

struct ServeSettings {
  http::ServiceSettings service{};
  std::string token_to_create{};  ///< the file; empty where there is one, or none is wanted
  std::string log_level{};
  std::string config{};  ///< all of it as JSON, as --config reads it
};

void add_serve_options(Arguments& arguments);

/// Throws UsageError that names the flag, the variable, or the file and its key.
ServeSettings read_serve_settings(const Arguments& arguments, const CancelToken& cancel);

}  // namespace queens::cli
