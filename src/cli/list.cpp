// queens list: every solution in lexicographic order.

#include <nlohmann/json.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/output.hpp"
#include "json/result.hpp"

namespace queens::cli {
namespace {

// Writes one solution after the other; the formats differ in what surrounds them.
class SolutionWriter {
 public:
  SolutionWriter(const Board& board, std::string format, bool numbered, Output& output)
      : size_(board.size()), format_(std::move(format)), numbered_(numbered), output_(output) {}

  void begin() {
    if (format_ == "json") {
      output_.write("{\"n\":" + std::to_string(size_) + ",\"solutions\":[");
    } else if (format_ == "csv") {
      output_.write(numbered_ ? "number," : "");
      for (int row = 1; row <= size_; ++row) {
        output_.write((row > 1 ? ",row" : "row") + std::to_string(row));
      }
      output_.write("\n");
    }
  }

  void write(std::span<const std::uint8_t> columns) {
    ++written_;
    const std::string number = numbered_ ? std::to_string(written_) : "";
    if (format_ == "json") {
      output_.write(written_ > 1 ? ",\n" : "\n");
      output_.write(json::columns_json(columns).dump());
      return;
    }
    if (format_ == "csv") {
      output_.write((numbered_ ? number + "," : "") + columns_text(columns, ','));
    } else if (format_ == "board") {
      output_.write((numbered_ ? number + ":\n" : "") + board_drawing(columns));
    } else {
      output_.write((numbered_ ? number + ":" : "") + columns_text(columns));
    }
    output_.write("\n");
  }

  void end(bool complete) {
    if (format_ != "json") return;
    output_.write("],\n\"listed\":\"" + std::to_string(written_) +
                  "\",\"complete\":" + (complete ? "true" : "false") + "}\n");
  }

 private:
  int size_;
  std::string format_;
  bool numbered_;
  Output& output_;
  std::uint64_t written_ = 0;
};

}  // namespace

int run_list(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("list", "Print every solution in lexicographic order.",
                      "(N | --board FILE) [options]", {"n"});
  add_board_options(arguments);
  arguments.add_value("Output", "limit", "M", "Stop after M solutions");
  arguments.add_flag("Output", "numbered",
                     "Number the solutions from 1, as in '1:1 5 8 6 3 7 2 4'");
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "board", "json", "csv"},
                       "text: columns from 1; board: drawn with '.' and 'Q'; json; csv (default: "
                       "text)");
  add_run_options(arguments);
  arguments.parse(words);
  const Options options = read_run_options(arguments, cancel);
  const std::string format = arguments.choice("format");
  const std::uint64_t limit = arguments.number("limit", 0, UINT64_MAX, UINT64_MAX);
  const Board board = read_board(arguments, cancel);
  Output output(cancel);
  SolutionWriter writer(board, format, arguments.flag("numbered"), output);
  writer.begin();
  const ListResult result = for_each_solution(
      board,
      [&](std::span<const std::uint8_t> columns) {
        writer.write(columns);
        output.flush_now_and_then();
        return true;
      },
      limit, options);
  writer.end(result.complete);
  output.commit();
  return kDone;
}

}  // namespace queens::cli
