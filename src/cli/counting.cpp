#include "cli/counting.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

#include "cli/descriptor.hpp"
#include "cli/exit_code.hpp"
#include "cli/foretell.hpp"
#include "cli/format.hpp"
#include "cli/progress_display.hpp"

namespace queens::cli {

namespace {

// A count is given up when nobody is left to read it: `queens solve 20 | head -1`.
CountResult count_while_read(const Board& board, Options options, ProgressDisplay& report) {
  options.cancel = options.cancel.child();
  std::atomic<bool> gone = false;
  options.progress = [&](const Progress& progress) {
    report.show(progress);
    if (!reader_gone(STDOUT_FILENO)) return;
    gone = true;
    options.cancel.request();
  };
  try {
    return count(board, options);
  } catch (const Error&) {
    if (gone) throw ReaderGone();
    throw;
  }
}

// Before the count, so that a long one is not in vain.
void refuse_if_not_comparable(const Board& board, Options options) {
  options.method = "join";
  const MethodInfo info = chosen_method(board, options);
  if (info.name == options.method) return;
  throw UsageError("--double-check-method cannot compare: " + info.remark);
}

void check_methods(const Board& board, const Options& options, const CountResult& result) {
  constexpr double kShare = 0.1;  // of the count's time
  constexpr std::uint64_t kSeed = 1;
  const DoubleCheck check = double_check(board, kShare * result.elapsed, kSeed, options);
  if (!check.difference.empty()) throw DifferenceFound(check.difference);
  spdlog::info("search and join agree on {} column sets and {} edge classes", check.column_sets,
               check.edge_classes);
}

void report_verification(const CountResult& result) {
  const Verification& found = *result.verification;
  if (!found.difference.empty()) {
    throw DifferenceFound(found.difference + "; the total " + result.total.to_string() +
                          " is not to be trusted");
  }
  spdlog::info("{}", verification_text(found));
}

}  // namespace

CountResult count_with_progress(const Board& board, const Options& options,
                                const Arguments& arguments, bool stats_to_stderr) {
  if (const std::string remark = chosen_method(board, options).remark; !remark.empty()) {
    spdlog::warn(remark);
  }
  if (arguments.flag("double-check-method")) refuse_if_not_comparable(board, options);
  // Where it goes on, the progress tells how much is left.
  if (check_checkpoint(board, options) == 0) foretell(board, options);
  ProgressDisplay report(arguments);
  Options reported = options;
  reported.checkpoint.report = [&report](const CheckpointReport& saved) { report.show(saved); };
  CountResult result = count_while_read(board, reported, report);
  report.finish(result);
  spdlog::debug("method {}, kernel {}, {} threads, {} subproblems, {} nodes, {:.3f} s",
                result.method, result.kernel, result.threads, result.subproblems, result.nodes,
                result.elapsed.count());
  if (result.verification) report_verification(result);
  if (arguments.flag("double-check-method")) check_methods(board, options, result);
  if (stats_to_stderr && arguments.flag("stats")) std::fputs(stats_text(result).c_str(), stderr);
  return result;
}

}  // namespace queens::cli
