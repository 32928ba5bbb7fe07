// queens merge: the parts of a count put together.

#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/output.hpp"
#include "json/result.hpp"
#include "queens/shards.hpp"

namespace queens::cli {
namespace {

std::string merged_json(const MergedCount& merged, const std::vector<Solution>& solutions) {
  nlohmann::ordered_json object = {{"n", merged.board.size()},
                                   {"total", merged.total.to_string()},
                                   {"solutions", nlohmann::ordered_json::array()},
                                   {"method", merged.method},
                                   {"shards", merged.shards},
                                   {"subproblems", merged.subproblems},
                                   {"nodes", merged.nodes}};
  for (const Solution& solution : solutions)
    object["solutions"].push_back(json::columns_json(solution));
  return object.dump() + '\n';
}

std::string merged_text(const MergedCount& merged, const std::vector<Solution>& solutions) {
  std::string text;
  for (const Solution& solution : solutions) text += columns_text(solution) + '\n';
  return text + merged.total.to_string() + '\n';
}

}  // namespace

int run_merge(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("merge",
                      "Add up the results that 'queens shard' left in a folder, and print the "
                      "first solutions, then the total.\nThey must be all parts of one count.",
                      "DIR [options]", {"folder"});
  arguments.add_value("Output", "first", "K", "Print the first K solutions (default: 3)");
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "json"},
                       "text or json (default: text)");
  add_run_options(arguments);
  arguments.parse(words);
  const Options options = read_run_options(arguments, cancel);
  const std::string format = arguments.choice("format");
  const std::uint64_t first = arguments.number("first", 0, kMostInRecord, kFirstShown);
  if (!arguments.has("folder")) throw UsageError("DIR is missing: give the folder of the shards");
  Output output(cancel);
  const MergedCount merged = merge_shards(arguments.text("folder"), cancel);
  const std::vector<Solution> solutions = first_solutions(merged.board, first, options);
  output.write(format == "json" ? merged_json(merged, solutions) : merged_text(merged, solutions));
  output.commit();
  return kDone;
}

}  // namespace queens::cli
