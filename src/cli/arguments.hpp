#pragma once

// What the commands' options have in common: how they are declared, read and checked.
//
// How to add an option: declare it in the command's file with add_flag, add_value or add_choice or,
// if several commands share it, in one of the add_... functions at the end; read it in the function
// of the same name there, with number() or choice(), which name the option in their message; add it
// to the README's table and to the tests of the command line. The manual page and the completions
// of shells follow by themselves.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/command_help.hpp"
#include "queens/board.hpp"
#include "queens/queens.hpp"

namespace queens::cli {

/// A command's declared options and what it was called with.
class Arguments {
 public:
  /// `usage` follows "queens NAME" in the help; `positional` names its words in order.
  Arguments(const std::string& name, const std::string& summary, const std::string& usage,
            std::vector<std::string> positional);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments();

  /// Declares an option without a value; `names` are "letter,word", a word or a letter. The help
  /// shows the groups in the order of their first option.
  void add_flag(const std::string& group, const std::string& names, const std::string& help);

  /// Declares an option with a value, which the help calls `value`.
  void add_value(const std::string& group, const std::string& names, const std::string& value,
                 const std::string& help);

  /// Declares an option whose value is one of these words, the first where it is not given.
  void add_choice(const std::string& group, const std::string& names, const std::string& value,
                  const std::vector<std::string>& choices, const std::string& help);

  /// Tells shells which words the value of an option may be, or the positional word of that name.
  void suggest(const std::string& name, const std::vector<std::string>& words);

  /// Reads the command's words (without the command's name). Throws UsageError for what is unknown
  /// or superfluous, HelpAsked for --help.
  void parse(std::span<const std::string> words);

  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] bool flag(const std::string& name) const;
  /// The value of an option or word that was given.
  [[nodiscard]] std::string text(const std::string& name) const;

  /// A whole number within bounds, or the default where the option was not given. UsageError names
  /// the option, the bounds and what was given.
  [[nodiscard]] std::uint64_t number(const std::string& name, std::uint64_t least,
                                     std::uint64_t most, std::uint64_t otherwise) const;

  /// One of the words that add_choice() declared, the first where the option was not given.
  [[nodiscard]] std::string choice(const std::string& name) const;

 private:
  [[nodiscard]] std::string help() const;
  [[nodiscard]] bool takes_value(const std::string& word) const;
  [[nodiscard]] bool is_positional(const std::string& name) const;
  void refuse_misleading_words(std::span<const std::string> words) const;
  void declare(OptionHelp option, const std::string& names);

  struct Parser;  // cxxopts stays in one source file: it is slow to compile

  std::string name_;  // with "queens"
  CommandHelp help_;
  std::unique_ptr<Parser> parser_;
};

/// A whole number within bounds; `what` names it in the UsageError.
std::uint64_t parse_number(const std::string& what, const std::string& text, std::uint64_t least,
                           std::uint64_t most);

/// N or --board FILE.
void add_board_options(Arguments& arguments);
Board read_board(const Arguments& arguments, const CancelToken& cancel);

/// --log-level, --quiet; starts the log.
void add_report_options(Arguments& arguments);
void read_report_options(const Arguments& arguments);

/// --threads and the above.
void add_run_options(Arguments& arguments);
Options read_run_options(const Arguments& arguments, const CancelToken& cancel);

/// The kernel that the environment variable QUEENS_KERNEL names; empty, for the best one, if it is
/// not set or says 'auto'. UsageError for one that cannot run here.
std::string default_kernel();

/// The word and the names of all kernels.
std::vector<std::string> kernel_names(const std::string& word);

/// --memory.
void add_memory_option(Arguments& arguments);
void read_memory_option(const Arguments& arguments, Options& options);

/// --kernel, if it is given.
void read_kernel(const Arguments& arguments, Options& options);

/// --kernel, QUEENS_KERNEL, --memory.
void add_kernel_options(Arguments& arguments);
void read_kernel_options(const Arguments& arguments, Options& options);

/// --method, and the above.
void add_method_options(Arguments& arguments);
void read_method_options(const Arguments& arguments, Options& options);

/// --fundamental, --double-check, --double-check-method, --stats, and the above.
void add_count_options(Arguments& arguments);
void read_count_options(const Arguments& arguments, Options& options);

}  // namespace queens::cli
