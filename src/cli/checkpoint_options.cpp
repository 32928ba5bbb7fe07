#include "cli/checkpoint_options.hpp"

#include "cli/exit_code.hpp"
#include "cli/quantity.hpp"

namespace queens::cli {

void add_checkpoint_interval(Arguments& arguments) {
  arguments.add_value("Run", "checkpoint-interval", "TIME",
                      "Time between checkpoints, as 20ms, 30s, 5m or 2h (default: 30s)");
}

void read_checkpoint_interval(const Arguments& arguments, Options& options) {
  if (!arguments.has("checkpoint-interval")) return;
  options.checkpoint.interval =
      parse_duration("--checkpoint-interval", arguments.text("checkpoint-interval"));
}

void add_checkpoint_options(Arguments& arguments) {
  arguments.add_value("Run", "checkpoint", "FILE",
                      "Go on from FILE if it is there, and keep in it what is done, also when "
                      "the count is cancelled");
  add_checkpoint_interval(arguments);
}

void read_checkpoint_options(const Arguments& arguments, Options& options) {
  read_checkpoint_interval(arguments, options);
  if (!arguments.has("checkpoint")) {
    if (arguments.has("checkpoint-interval")) {
      throw UsageError("--checkpoint-interval is nothing without --checkpoint FILE");
    }
    return;
  }
  options.checkpoint.file = arguments.text("checkpoint");
  if (options.checkpoint.file.empty()) throw UsageError("--checkpoint needs a file's name");
}

}  // namespace queens::cli
