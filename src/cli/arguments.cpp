#include "cli/arguments.hpp"

#include <algorithm>
#include <cstdlib>
#include <cxxopts.hpp>
#include <string_view>
#include <utility>

#include "cli/exit_code.hpp"
#include "cli/input.hpp"
#include "cli/log.hpp"
#include "cli/quantity.hpp"

namespace queens::cli {
namespace {

// Groups of options; the positional ones are left out of the help.
const std::string kPositionalGroup = "Positional";
const std::string kHelpGroup = "Help";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

bool is_negative_number(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
}

}  // namespace

std::uint64_t parse_number(const std::string& what, const std::string& text, std::uint64_t least,
                           std::uint64_t most) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  bool good = !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!good) break;
    good = !__builtin_mul_overflow(value, std::uint64_t{10}, &value) &&
           !__builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value);
  }
  if (!good || value < least || value > most) {
    const std::string bounds =
        most == UINT64_MAX ? "of at least " + std::to_string(least)
                           : "from " + std::to_string(least) + " to " + std::to_string(most);
    throw UsageError(what + " must be a whole number " + bounds + ", not '" + text + "'");
  }
  return value;
}

struct Arguments::Parser {
  cxxopts::Options options;
  cxxopts::ParseResult result;
};

Arguments::Arguments(const std::string& name, const std::string& summary, const std::string& usage,
                     std::vector<std::string> positional)
    : name_("queens " + name),
      positional_(std::move(positional)),
      parser_(new Parser{cxxopts::Options(name_, summary + '\n'), {}}) {
  cxxopts::Options& options = parser_->options;
  options.custom_help(usage);
  options.positional_help("");
  options.set_width(100);
  cxxopts::OptionAdder add = options.add_options(kPositionalGroup);
  for (const std::string& word : positional_) add(word, "", cxxopts::value<std::string>());
  options.parse_positional(positional_);
  options.add_options(kHelpGroup)("h,help", "Print this help");
}

Arguments::~Arguments() = default;

void Arguments::remember_group(const std::string& group) {
  if (std::find(groups_.begin(), groups_.end(), group) == groups_.end()) groups_.push_back(group);
}

void Arguments::add_flag(const std::string& group, const std::string& names,
                         const std::string& help) {
  remember_group(group);
  parser_->options.add_options(group)(names, help);
}

void Arguments::add_value(const std::string& group, const std::string& names,
                          const std::string& value, const std::string& help) {
  remember_group(group);
  const std::size_t comma = names.find(',');
  if (comma != std::string::npos) value_options_.push_back("-" + names.substr(0, comma));
  const std::string name = names.substr(comma + 1);  // npos + 1 is 0
  value_options_.push_back((name.size() == 1 ? "-" : "--") + name);
  parser_->options.add_options(group)(names, help, cxxopts::value<std::string>(), value);
}

bool Arguments::has(const std::string& name) const {
  return parser_->result.count(name) != 0;
}

bool Arguments::flag(const std::string& name) const {
  return has(name) && parser_->result[name].as<bool>();
}

std::string Arguments::text(const std::string& name) const {
  return parser_->result[name].as<std::string>();
}

// What the parser would take for something else: "-5" for an option '5', and the names that our
// positional words have in the parser for options.
void Arguments::refuse_misleading_words(std::span<const std::string> words) const {
  const auto contains = [](const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return;
    if (i > 0 && contains(value_options_, words[i - 1])) continue;
    const bool positional =
        word.starts_with("--") && contains(positional_, word.substr(2, word.find('=') - 2));
    if (!positional && !is_negative_number(word)) continue;
    if (!positional && contains(positional_, "n")) parse_number("N", word, 1, Board::kMaxSize);
    throw UsageError("'" + word + "' is no option; see '" + name_ + " --help'");
  }
}

void Arguments::parse(std::span<const std::string> words) {
  refuse_misleading_words(words);
  std::vector<const char*> argv = {name_.c_str()};
  for (const std::string& word : words) argv.push_back(word.c_str());
  try {
    parser_->result = parser_->options.parse(static_cast<int>(argv.size()), argv.data());
  } catch (const cxxopts::exceptions::exception& error) {
    throw UsageError(std::string(error.what()) + "; see '" + name_ + " --help'");
  }
  if (flag("help")) throw HelpAsked{help()};
  if (!parser_->result.unmatched().empty()) {
    throw UsageError("'" + parser_->result.unmatched().front() + "' is one word too many; see '" +
                     name_ + " --help'");
  }
}

std::string Arguments::help() const {
  std::vector<std::string> groups = groups_;
  groups.push_back(kHelpGroup);
  return parser_->options.help(groups);
}

std::uint64_t Arguments::number(const std::string& name, std::uint64_t least, std::uint64_t most,
                                std::uint64_t otherwise) const {
  if (!has(name)) return otherwise;
  return parse_number("--" + name, text(name), least, most);
}

std::string Arguments::choice(const std::string& name,
                              const std::vector<std::string>& choices) const {
  if (!has(name)) return choices.front();
  std::string word = text(name);
  if (std::find(choices.begin(), choices.end(), word) == choices.end()) {
    throw UsageError("--" + name + " must be one of " + joined(choices) + ", not '" + word + "'");
  }
  return word;
}

void add_board_options(Arguments& arguments) {
  arguments.add_value("Board", "b,board", "FILE",
                      "Read the board from FILE ('-': standard input): N rows of '*' free, '.' "
                      "blocked, 'Q' a queen placed there");
}

Board read_board(const Arguments& arguments, const CancelToken& cancel) {
  if (arguments.has("n") && arguments.has("board")) {
    throw UsageError("give either N or --board FILE, not both");
  }
  if (arguments.has("board")) {
    Input input(arguments.text("board"), cancel);
    const std::string text = input.rest(kMaxBoardText);
    try {
      return parse_board(text);
    } catch (const Error& error) {
      throw UsageError(input.name() + ": " + error.what());
    }
  }
  if (!arguments.has("n")) throw UsageError("N is missing: give a board size or --board FILE");
  return Board(static_cast<int>(parse_number("N", arguments.text("n"), 1, Board::kMaxSize)));
}

void add_run_options(Arguments& arguments) {
  arguments.add_value("Run", "t,threads", "T",
                      "Run on T threads (default: the CPUs this process may use)");
  add_report_options(arguments);
}

void add_report_options(Arguments& arguments) {
  arguments.add_value("Run", "log-level", "LEVEL",
                      "Report on standard error from LEVEL up: " + joined(log_levels()) +
                          " (default: " + log_levels().front() + ")");
  arguments.add_flag("Run", "q,quiet", "Report errors only, and no progress");
}

void read_report_options(const Arguments& arguments) {
  const std::string level = arguments.choice("log-level", log_levels());
  start_log(arguments.flag("quiet") ? "error" : level);
}

Options read_run_options(const Arguments& arguments, const CancelToken& cancel) {
  read_report_options(arguments);
  Options options;
  options.cancel = cancel;
  options.threads = static_cast<int>(arguments.number("threads", 1, kMaxThreads, 0));
  return options;
}

std::string default_kernel() {
  const char* const name = std::getenv("QUEENS_KERNEL");
  if (name == nullptr || *name == '\0' || std::string_view(name) == "auto") return "";
  try {
    return chosen_kernel({.kernel = name}).name;
  } catch (const Error& error) {
    throw UsageError(std::string("QUEENS_KERNEL: ") + error.what());
  }
}

void add_kernel_options(Arguments& arguments) {
  arguments.add_value(
      "Count", "k,kernel", "NAME",
      "Count with the kernel NAME; see 'queens kernels' (default: the environment variable "
      "QUEENS_KERNEL, else auto)");
  arguments.add_value("Count", "memory", "BYTES",
                      "Memory for the join, as 500MB or 2GiB (default: a quarter of what this "
                      "process may use)");
}

void read_kernel_options(const Arguments& arguments, Options& options) {
  if (arguments.has("memory")) options.memory = parse_bytes("--memory", arguments.text("memory"));
  options.kernel = default_kernel();
  if (!arguments.has("kernel")) return;
  const std::string kernel = arguments.text("kernel");
  if (kernel.empty()) throw UsageError("--kernel needs a name; see 'queens kernels'");
  options.kernel = kernel != "auto" ? kernel : "";
  static_cast<void>(chosen_kernel(options));  // an unusable name is an error before any output
}

void add_method_options(Arguments& arguments) {
  add_kernel_options(arguments);
  arguments.add_value("Count", "m,method", "METHOD",
                      "search, join or auto: visit the solutions, put half boards together, or "
                      "what is expected to be faster (default: auto)");
}

void read_method_options(const Arguments& arguments, Options& options) {
  read_kernel_options(arguments, options);
  const std::string method = arguments.choice("method", {"auto", "search", "join"});
  options.method = method != "auto" ? method : "";
}

void add_count_options(Arguments& arguments) {
  add_method_options(arguments);
  arguments.add_flag("Count", "fundamental",
                     "Also count the solutions that differ by more than a rotation or reflection");
  arguments.add_flag("Count", "double-check",
                     "Then count a hundredth of the subproblems again with another kernel, and "
                     "some parts by the other method (exit code 3 if they differ)");
  arguments.add_flag("Count", "double-check-method",
                     "Then count random parts of the board by search and by join, for a tenth of "
                     "the time, and compare (exit code 3 if they differ)");
  arguments.add_flag("Count", "stats",
                     "Report what each thread did, on standard error or in the JSON");
}

void read_count_options(const Arguments& arguments, Options& options) {
  constexpr double kVerified = 0.01;
  read_method_options(arguments, options);
  options.fundamental = arguments.flag("fundamental");
  if (arguments.flag("double-check")) options.verify = kVerified;
}

}  // namespace queens::cli
