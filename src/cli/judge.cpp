// queens judge: input and output exactly as public problems ask. A format reads no more than the
// problem's input, so that a person at a terminal is answered without ending the input.

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace queens::cli {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kMostCases = 1'000'000;  // bounds the memory

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

// Lines with their numbers, blank ones skipped.
class NumberedLines {
 public:
  explicit NumberedLines(Input& input) : input_(input) {}

  std::optional<std::string> next() {
    while (auto line = input_.line()) {
      ++number_;
      if (std::string text = trimmed(*line); !text.empty()) return text;
    }
    return std::nullopt;
  }

  /// A board size from the last line.
  [[nodiscard]] int size(const std::string& text, std::uint64_t least) const {
    return static_cast<int>(parse_number(place() + ": N", text, least, Board::kMaxSize));
  }

  [[nodiscard]] std::string place() const {
    return input_.name() + ", line " + std::to_string(number_);
  }

 private:
  Input& input_;
  std::int64_t number_ = 0;
};

// USACO "Checker Challenge", Luogu P1219: N; up to three solutions, then the total.
std::string judge_usaco(Input& input, const Options& options) {
  NumberedLines lines(input);
  const auto line = lines.next();
  if (!line) throw UsageError(input.name() + ": N is missing");
  const Board board(lines.size(*line, 1));
  std::string answer;
  for (const Solution& solution : first_solutions(board, 3, options)) {
    answer += columns_text(solution) + '\n';
  }
  return answer + count(board, options).total.to_string() + '\n';
}

// HDU 2553: one N a line, up to a 0 or the end; a total for each. Nothing is answered before all
// lines are read, so that a bad line leaves no partial answer; equal N are counted once.
std::string judge_hdu_2553(Input& input, const Options& options) {
  NumberedLines lines(input);
  std::vector<int> sizes;
  while (const auto line = lines.next()) {
    const int size = lines.size(*line, 0);
    if (size == 0) break;
    if (sizes.size() == kMostCases) throw UsageError(lines.place() + ": too many N");
    sizes.push_back(size);
  }
  std::map<int, std::string> totals;
  std::string answer;
  for (const int size : sizes) {
    std::string& total = totals[size];
    if (total.empty()) total = count(Board(size), options).total.to_string();
    answer += total + '\n';
  }
  return answer;
}

// Luogu P1562: N, then N rows of '*' free and '.' blocked; the total.
std::string judge_luogu_p1562(Input& input, const Options& options) {
  std::string text;
  int expected = 1;  // lines that are not blank: N, then the rows
  for (int seen = 0; seen < expected;) {
    const auto line = input.line();
    if (!line || text.size() > kMaxBoardText) break;  // too long a text is refused below
    text += *line + '\n';
    const std::string content = trimmed(*line);
    if (content.empty()) continue;
    if (++seen > 1) continue;
    int rows = 0;  // stays so for what is no number; that is refused below
    std::from_chars(content.data(), content.data() + content.size(), rows);
    expected += std::clamp(rows, 0, int{Board::kMaxSize});
  }
  try {
    const Board board =
        parse_board(text, {.size_line_required = true, .queens = false, .comments = false});
    return count(board, options).total.to_string() + '\n';
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;
    throw UsageError(input.name() + ": " + error.what());
  }
}

struct Format {
  std::string_view name;
  std::string (*judge)(Input&, const Options&);
};

constexpr std::array kFormats = {
    Format{"usaco", judge_usaco},
    Format{"hdu-2553", judge_hdu_2553},
    Format{"luogu-p1562", judge_luogu_p1562},
};

const Format& find_format(const std::string& name) {
  std::string names;
  for (const Format& format : kFormats) {
    if (format.name == name) return format;
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  throw UsageError(name.empty() ? "FORMAT is missing: one of " + names
                                : "FORMAT must be one of " + names + ", not '" + name + "'");
}

}  // namespace

int run_judge(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments(
      "judge",
      "Answer a public problem in its own format:\n"
      "  usaco        Checker Challenge, Luogu P1219: N; three solutions, then the total\n"
      "  hdu-2553     many N, one a line, up to 0; a total for each\n"
      "  luogu-p1562  N, then N rows of '*' free and '.' blocked; the total",
      "FORMAT [IN [OUT]] [options]", {"format", "in", "out"});
  std::vector<std::string> names;
  names.reserve(std::size(kFormats));
  for (const Format& format : kFormats) names.emplace_back(format.name);
  arguments.suggest("format", names);
  add_run_options(arguments);
  arguments.parse(words);
  Options options = read_run_options(arguments, cancel);
  options.kernel = default_kernel();
  const Format& format = find_format(arguments.has("format") ? arguments.text("format") : "");
  Input input(arguments.has("in") ? arguments.text("in") : "-", cancel);
  const bool to_file = arguments.has("out");
  Output output = to_file ? Output(arguments.text("out"), cancel) : Output(cancel);
  output.write(format.judge(input, options));
  output.commit();
  return kDone;
}

}  // namespace queens::cli
