// queens solve: the first solutions, at once, then the total.

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
namespace {

// For people and pipes: every solution is handed on when it is found.
void solve_as_lines(const Board& board, const Arguments& arguments, const Options& options,
                    std::uint64_t first, bool drawn, Output& output) {
  for_each_solution(
      board,
      [&](std::span<const std::uint8_t> columns) {
        output.write(drawn ? board_drawing(columns) : columns_text(columns));
        output.write("\n");
        output.flush_now_and_then();
        return true;
      },
      first, options);
  output.flush();
  output.write(totals_text(count_with_progress(board, options, arguments, true)));
}

// For programs: one record.
void solve_as_record(const Board& board, const Arguments& arguments, const Options& options,
                     std::uint64_t first, bool json, Output& output) {
  const std::vector<Solution> solutions = first_solutions(board, first, options);
  const CountResult result = count_with_progress(board, options, arguments, !json);
  output.write(
      json ? json::result_json(board.size(), result, &solutions, arguments.flag("stats")).dump() +
                 '\n'
           : result_csv(board.size(), result, &solutions));
}

}  // namespace

int run_solve(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("solve", "Print the first solutions in lexicographic order, then the total.",
                      "(N | --board FILE) [options]", {"n"});
  add_board_options(arguments);
  arguments.add_value("Output", "first", "K", "Print the first K solutions (default: 3)");
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "board", "json", "csv"},
                       "text: columns from 1; board: drawn with '.' and 'Q'; json; csv (default: "
                       "text)");
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
  const bool as_lines = format == "text" || format == "board";
  const std::uint64_t first =
      arguments.number("first", 0, as_lines ? UINT64_MAX : kMostInRecord, kFirstShown);
  const Board board = read_board(arguments, cancel);
  static_cast<void>(check_checkpoint(board, options));  // before any solution is printed
  Output output(cancel);
  if (as_lines) {
    solve_as_lines(board, arguments, options, first, format == "board", output);
  } else {
    solve_as_record(board, arguments, options, first, format == "json", output);
  }
  output.commit();
  return kDone;
}

}  // namespace queens::cli
