#include <array>

#include "cli/command.hpp"

namespace queens::cli {

std::span<const Command> commands() {
  static constexpr std::array kCommands = {
      Command{"solve", "the first solutions, then the total", run_solve},
      Command{"count", "the total", run_count},
      Command{"list", "every solution in lexicographic order", run_list},
      Command{"judge", "answer a public problem in its own format", run_judge},
      Command{"shard", "one part of a count, for one of many machines", run_shard},
      Command{"merge", "the total of all parts", run_merge},
      Command{"verify", "count again what a checkpoint or shard file holds", run_verify},
      Command{"estimate", "how many solutions to expect, and what a count would take",
              run_estimate},
      Command{"bench", "measure kernels and threads, or predict how a count scales", run_bench},
      Command{"serve", "the solver over HTTP: a page, an API and durable jobs", run_serve},
      Command{"submit", "give a board to a server", run_submit},
      Command{"status", "a server's jobs, or one of them", run_status},
      Command{"watch", "follow a server's job to its end", run_watch},
      Command{"cancel", "cancel a server's jobs", run_cancel},
      Command{"health", "whether a server answers", run_health},
      Command{"kernels", "the counting kernels, and which can run here", run_kernels},
      Command{"completion", "let a shell complete commands and options", run_completion},
      Command{"manual", "the manual page", run_manual},
  };
  return kCommands;
}

}  // namespace queens::cli
