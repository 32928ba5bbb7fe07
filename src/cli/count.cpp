// queens count: the total alone.

#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/checkpoint_options.hpp"
#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/output.hpp"
#include "cli/progress_display.hpp"
#include "json/result.hpp"

namespace queens::cli {

int run_count(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("count", "Print the number of solutions.", "(N | --board FILE) [options]",
                      {"n"});
  add_board_options(arguments);
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "json", "csv"},
                       "text, json or csv (default: text)");
  add_count_options(arguments);
  add_run_options(arguments);
  add_progress_options(arguments);
  add_checkpoint_options(arguments);
  arguments.parse(words);
  check_progress_options(arguments);
  Options options = read_run_options(arguments, cancel);
  read_count_options(arguments, options);
  read_checkpoint_options(arguments, options);
  const std::string format = arguments.choice("format");
  const Board board = read_board(arguments, cancel);
  Output output(cancel);
  const CountResult result = count_with_progress(board, options, arguments, format != "json");
  if (format == "json") {
    output.write(json::result_json(board.size(), result, nullptr, arguments.flag("stats")).dump() +
                 '\n');
  } else if (format == "csv") {
    output.write(result_csv(board.size(), result, nullptr));
  } else {
    output.write(totals_text(result));
  }
  output.commit();
  return kDone;
}

}  // namespace queens::cli
