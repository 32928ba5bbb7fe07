#include "cli/counting.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>

#include "cli/format.hpp"
#include "cli/progress_line.hpp"

namespace queens::cli {

CountResult count_with_progress(const Board& board, Options options, const Arguments& arguments,
                                bool stats_to_stderr) {
  ProgressLine line(!arguments.flag("quiet"));
  options.progress = line.callback();
  CountResult result = count(board, options);
  line.erase();
  spdlog::debug("method {}, kernel {}, {} threads, {} subproblems, {} nodes, {:.3f} s",
                result.method, result.kernel, result.threads, result.subproblems, result.nodes,
                result.elapsed.count());
  if (stats_to_stderr && arguments.flag("stats")) std::fputs(stats_text(result).c_str(), stderr);
  return result;
}

}  // namespace queens::cli
