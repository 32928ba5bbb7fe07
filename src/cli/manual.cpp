// queens manual: the manual page, put together from what --help says.

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "queens/queens.hpp"

namespace queens::cli {
namespace {

// For groff: no dash of ours is a hyphen, and no line of ours is a request.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool starts = result.empty() || result.back() == '\n';
    if (starts && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

// Sentences are filled; indented lines are a table.
std::string paragraph(const std::string& text) {
  std::string result;
  bool table = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.starts_with(' ') != table) {
      table = !table;
      result += table ? ".PP\n.nf\n" : ".fi\n";
    }
    result += escaped(line) + '\n';
    at = end + 1;
  }
  return table ? result + ".fi\n" : result;
}

std::string bold(const std::string& text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string option_text(const OptionHelp& option) {
  std::string names;
  if (!option.letter.empty()) names = bold("-" + option.letter);
  if (!option.word.empty()) names += (names.empty() ? "" : ", ") + bold("--" + option.word);
  if (!option.value.empty()) names += " \\fI" + escaped(option.value) + "\\fR";
  return ".TP\n" + names + '\n' + escaped(option.text) + ".\n";
}

std::string command_text(const Command& command) {
  const CommandHelp help = help_of(command);
  std::string text = fmt::format(".SS {}\n{}.PP\n{} {}\n", command.name, paragraph(help.summary),
                                 bold("queens " + help.name), escaped(help.usage));
  for (const OptionHelp& option : help.options) {
    if (option.word != "help") text += option_text(option);
  }
  return text;
}

std::string variable_text(std::string_view name, std::string_view what) {
  return fmt::format(".TP\n.B {}\n{}.\n", name, escaped(what));
}

std::string environment_text() {
  return ".SH ENVIRONMENT\n" +
         variable_text("QUEENS_KERNEL", "The kernel that counts where --kernel names none") +
         variable_text("QUEENS_SERVER", "The server of submit, status, watch, cancel and health") +
         variable_text("QUEENS_TOKEN_FILE",
                       "The file with the token: that they show, and that serve asks for") +
         variable_text("QUEENS_CONFIG", "The file with the options of serve") +
         variable_text("QUEENS_LISTEN, QUEENS_DATA ...",
                       "Each option of serve, in capitals and with _ for -");
}

std::string manual_text() {
  std::string text = fmt::format(
      ".TH QUEENS 1 \"\" \"queens {}\" \"User Commands\"\n"
      ".SH NAME\n"
      "queens \\- count placements of non\\-attacking queens\n"
      ".SH SYNOPSIS\n"
      ".B queens\n"
      ".I COMMAND\n"
      "[words and options]\n"
      ".br\n"
      ".B queens help\n"
      ".RI [ COMMAND ]\n"
      ".br\n"
      ".B queens \\-\\-version\n"
      ".SH DESCRIPTION\n"
      ".B queens\n"
      "{}, with any squares blocked, on all CPUs that it may use, and prints the first solutions "
      "at once. Every total is computed, none is looked up. N is 1 to 32.\n"
      ".PP\n"
      "A solution is a line of columns, counted from 1, row after row.\n"
      ".SH COMMANDS\n",
      version(), escaped(kPurpose));
  for (const Command& command : commands()) text += command_text(command);
  text +=
      ".SH BOARDS\n"
      "A board file is N rows of N characters: * free, . blocked, Q a queen placed there. Blank "
      "lines and # comments are skipped, and a first line with N is accepted.\n" +
      environment_text() + ".SH EXIT STATUS\n";
  for (const ExitCodeHelp& code : kExitCodes) {
    text += fmt::format(".TP\n.B {}\n{}\n", static_cast<int>(code.code), escaped(code.text));
  }
  text += ".SH EXAMPLES\n";
  for (const Example& example : kExamples) {
    text += fmt::format(".TP\n{}\n{}\n", bold("queens " + std::string(example.command)),
                        escaped(example.what));
  }
  return text;
}

}  // namespace

int run_manual(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("manual", "Print the manual page, for 'man -l -'.", "[options]", {});
  arguments.parse(words);
  Output output(cancel);
  output.write(manual_text());
  output.commit();
  return kDone;
}

}  // namespace queens::cli
