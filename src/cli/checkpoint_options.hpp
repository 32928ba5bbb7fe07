#pragma once

#include "cli/arguments.hpp"

namespace queens::cli {

/// --checkpoint-interval.
void add_checkpoint_interval(Arguments& arguments);
void read_checkpoint_interval(const Arguments& arguments, Options& options);

/// --checkpoint, and the above.
void add_checkpoint_options(Arguments& arguments);
void read_checkpoint_options(const Arguments& arguments, Options& options);

}  // namespace queens::cli
