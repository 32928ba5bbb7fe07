#include "cli/arguments.hpp"

#include <algorithm>
#include <cstdlib>
#include <cxxopts.hpp>
#include <stdexcept>
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
      help_{.name = name, .summary = summary, .usage = usage, .positional = {}, .options = {}},
      parser_(new Parser{cxxopts::Options(name_, summary + '\n'), {}}) {
  cxxopts::Options& options = parser_->options;
  options.custom_help(usage);
  options.positional_help("");
  options.set_width(100);
  cxxopts::OptionAdder add = options.add_options(kPositionalGroup);
  for (const std::string& word : positional) {
    add(word, "", cxxopts::value<std::string>());
    help_.positional.push_back({.name = word, .words = {}});
  }
  options.parse_positional(std::move(positional));
}

Arguments::~Arguments() = default;

void Arguments::declare(OptionHelp option, const std::string& names) {
  const std::size_t comma = names.find(',');
  const std::string name = names.substr(comma + 1);  // npos + 1 is 0
  (name.size() == 1 ? option.letter : option.word) = name;
  if (comma != std::string::npos) option.letter = names.substr(0, comma);
  cxxopts::OptionAdder add = parser_->options.add_options(option.group);
  if (option.value.empty()) {
    add(names, option.text);
  } else {
    add(names, option.text, cxxopts::value<std::string>(), option.value);
  }
  help_.options.push_back(std::move(option));
}

void Arguments::add_flag(const std::string& group, const std::string& names,
                         const std::string& help) {
  declare({.group = group, .letter = {}, .word = {}, .value = {}, .text = help, .words = {}},
          names);
}

void Arguments::add_value(const std::string& group, const std::string& names,
                          const std::string& value, const std::string& help) {
  add_choice(group, names, value, {}, help);
}

void Arguments::add_choice(const std::string& group, const std::string& names,
                           const std::string& value, const std::vector<std::string>& choices,
                           const std::string& help) {
  declare(
      {.group = group, .letter = {}, .word = {}, .value = value, .text = help, .words = choices},
      names);
}

void Arguments::suggest(const std::string& name, const std::vector<std::string>& words) {
  for (OptionHelp& option : help_.options) {
    if (option.word == name) option.words = words;
  }
  for (PositionalHelp& positional : help_.positional) {
    if (positional.name == name) positional.words = words;
  }
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

bool Arguments::takes_value(const std::string& word) const {
  return std::any_of(help_.options.begin(), help_.options.end(), [&](const OptionHelp& option) {
    if (option.value.empty()) return false;
    return word == "--" + option.word || (!option.letter.empty() && word == "-" + option.letter);
  });
}

bool Arguments::is_positional(const std::string& name) const {
  return std::any_of(help_.positional.begin(), help_.positional.end(),
                     [&name](const PositionalHelp& one) { return one.name == name; });
}

// What the parser would take for something else: "-5" for an option '5', and the names that our
// positional words have in the parser for options.
void Arguments::refuse_misleading_words(std::span<const std::string> words) const {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return;
    if (i > 0 && takes_value(words[i - 1])) continue;
    const bool positional =
        word.starts_with("--") && is_positional(word.substr(2, word.find('=') - 2));
    if (!positional && !is_negative_number(word)) continue;
    if (!positional && is_positional("n")) parse_number("N", word, 1, Board::kMaxSize);
    throw UsageError("'" + word + "' is no option; see '" + name_ + " --help'");
  }
}

void Arguments::parse(std::span<const std::string> words) {
  add_flag(kHelpGroup, "h,help", "Print this help");
  refuse_misleading_words(words);
  std::vector<const char*> argv = {name_.c_str()};
  for (const std::string& word : words) argv.push_back(word.c_str());
  try {
    parser_->result = parser_->options.parse(static_cast<int>(argv.size()), argv.data());
  } catch (const cxxopts::exceptions::exception& error) {
    throw UsageError(std::string(error.what()) + "; see '" + name_ + " --help'");
  }
  if (flag("help")) throw HelpAsked{help(), help_};
  if (!parser_->result.unmatched().empty()) {
    throw UsageError("'" + parser_->result.unmatched().front() + "' is one word too many; see '" +
                     name_ + " --help'");
  }
}

std::string Arguments::help() const {
  std::vector<std::string> groups;
  for (const OptionHelp& option : help_.options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  return parser_->options.help(groups);
}

std::uint64_t Arguments::number(const std::string& name, std::uint64_t least, std::uint64_t most,
                                std::uint64_t otherwise) const {
  if (!has(name)) return otherwise;
  return parse_number("--" + name, text(name), least, most);
}

std::string Arguments::choice(const std::string& name) const {
  const auto option = std::find_if(help_.options.begin(), help_.options.end(),
                                   [&name](const OptionHelp& one) { return one.word == name; });
  if (option == help_.options.end()) throw std::logic_error("--" + name + " is not declared");
  const std::vector<std::string>& choices = option->words;
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
  arguments.add_choice("Run", "log-level", "LEVEL", log_levels(),
                       "Report on standard error from LEVEL up: " + joined(log_levels()) +
                           " (default: " + log_levels().front() + ")");
  arguments.add_flag("Run", "q,quiet", "Report errors only, and no progress");
}

void read_report_options(const Arguments& arguments) {
  const std::string level = arguments.choice("log-level");
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

std::vector<std::string> kernel_names(const std::string& word) {
  std::vector<std::string> names = {word};
  for (const KernelInfo& kernel : kernels()) names.push_back(kernel.name);
  return names;
}

void add_memory_option(Arguments& arguments) {
  arguments.add_value("Count", "memory", "BYTES",
                      "Memory for the join, as 500MB or 2GiB (default: a quarter of what this "
                      "process may use)");
}

void read_memory_option(const Arguments& arguments, Options& options) {
  if (arguments.has("memory")) options.memory = parse_bytes("--memory", arguments.text("memory"));
}

void add_kernel_options(Arguments& arguments) {
  arguments.add_value(
      "Count", "k,kernel", "NAME",
      "Count with the kernel NAME; see 'queens kernels' (default: the environment variable "
      "QUEENS_KERNEL, else auto)");
  arguments.suggest("kernel", kernel_names("auto"));
  add_memory_option(arguments);
}

void read_kernel(const Arguments& arguments, Options& options) {
  if (!arguments.has("kernel")) return;
  const std::string kernel = arguments.text("kernel");
  if (kernel.empty()) throw UsageError("--kernel needs a name; see 'queens kernels'");
  options.kernel = kernel != "auto" ? kernel : "";
  static_cast<void>(chosen_kernel(options));  // an unusable name is an error before any output
}

void read_kernel_options(const Arguments& arguments, Options& options) {
  read_memory_option(arguments, options);
  options.kernel = default_kernel();
  read_kernel(arguments, options);
}

void add_method_options(Arguments& arguments) {
  add_kernel_options(arguments);
  arguments.add_choice("Count", "m,method", "METHOD", {"auto", "search", "join"},
                       "search, join or auto: visit the solutions, put half boards together, or "
                       "what is expected to be faster (default: auto)");
}

void read_method_options(const Arguments& arguments, Options& options) {
  read_kernel_options(arguments, options);
  const std::string method = arguments.choice("method");
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
