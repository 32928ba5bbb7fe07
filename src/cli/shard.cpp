// queens shard: one part of a count, for one of many machines.

#include <spdlog/spdlog.h>

#include "cli/arguments.hpp"
#include "cli/checkpoint_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/progress_report.hpp"
#include "queens/shards.hpp"

namespace queens::cli {
namespace {

std::uint32_t required_number(const Arguments& arguments, const std::string& name,
                              std::uint64_t least, std::uint64_t most) {
  if (!arguments.has(name)) throw UsageError("--" + name + " is missing");
  return static_cast<std::uint32_t>(arguments.number(name, least, most, least));
}

}  // namespace

int run_shard(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments(
      "shard",
      "Count one of K parts of a board and leave its result in a folder; 'queens merge' adds them "
      "up.\nA part that is there is not counted again, one that was begun is gone on with.",
      "(N | --board FILE) --index i --of K --out DIR [options]", {"n"});
  add_board_options(arguments);
  arguments.add_value("Shard", "index", "i", "The part, from 0");
  arguments.add_value("Shard", "of", "K", "The number of parts");
  arguments.add_value("Shard", "out", "DIR", "The folder of the results; it is created");
  add_method_options(arguments);
  add_run_options(arguments);
  add_progress_options(arguments);
  add_checkpoint_interval(arguments);
  arguments.parse(words);
  Options options = read_run_options(arguments, cancel);
  read_method_options(arguments, options);
  read_checkpoint_interval(arguments, options);
  ShardPart part;
  part.of = required_number(arguments, "of", 1, kMaxShards);
  part.index = required_number(arguments, "index", 0, part.of - 1);
  if (!arguments.has("out") || arguments.text("out").empty()) throw UsageError("--out is missing");
  const Board board = read_board(arguments, cancel);
  Output output(cancel);
  ProgressReport report(arguments);
  options.progress = [&report](const Progress& progress) { report.show(progress); };
  options.checkpoint.report = [&report](const CheckpointReport& saved) { report.show(saved); };
  const ShardResult result = count_shard(board, part, arguments.text("out"), options);
  report.finish(result.count);
  if (result.found) {
    spdlog::info("shard {} of {} is there already", part.index, part.of);
  } else {
    spdlog::info("shard {} of {}: {} subproblems, {} of them from before, {} solutions, {:.1f} s",
                 part.index, part.of, result.count.subproblems, result.count.resumed,
                 result.count.total.to_string(), result.count.elapsed.count());
  }
  output.write(result.file.string() + '\n');
  output.commit();
  return kDone;
}

}  // namespace queens::cli
