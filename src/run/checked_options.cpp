#include "run/checked_options.hpp"

#include <algorithm>
#include <string>

namespace queens {

int thread_count(const Options& options) {
  if (options.threads == 0) return std::min(available_cpus(), kMaxThreads);
  if (options.threads < 0 || options.threads > kMaxThreads) {
    throw Error(ErrorCode::invalid_input, "the number of threads must be 1 to " +
                                              std::to_string(kMaxThreads) + ", not " +
                                              std::to_string(options.threads));
  }
  return options.threads;
}

void check_options(const Options& options) {
  const auto demand = [](bool good, const char* what) {
    if (!good) throw Error(ErrorCode::invalid_input, what);
  };
  demand(!options.progress || options.progress_interval.count() > 0,
         "the progress interval must be positive");
  demand(options.checkpoint.interval.count() > 0, "the checkpoint interval must be positive");
  demand(options.verify >= 0 && options.verify <= 1, "the share to verify must be 0 to 1");
}

}  // namespace queens
