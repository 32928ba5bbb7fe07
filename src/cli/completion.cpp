// queens completion: what makes a shell complete the program's commands, options and their values.

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"

namespace queens::cli {
namespace {

enum class Kind { anything, words, files, folders };

// What a value may be, by its words, or else by what the help calls it.
Kind kind_of(const std::string& name, const std::vector<std::string>& words) {
  if (!words.empty()) return Kind::words;
  if (name == "FILE" || name == "file" || name == "in" || name == "out") return Kind::files;
  if (name == "DIR" || name == "folder") return Kind::folders;
  return Kind::anything;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// "-b", "--board": as they are written.
std::vector<std::string> names_of(const OptionHelp& option) {
  std::vector<std::string> names;
  if (!option.letter.empty()) names.push_back("-" + option.letter);
  if (!option.word.empty()) names.push_back("--" + option.word);
  return names;
}

std::vector<CommandHelp> all_help() {
  std::vector<CommandHelp> all;
  for (const Command& command : commands()) all.push_back(help_of(command));
  return all;
}

std::string bash_words(Kind kind, const std::vector<std::string>& words) {
  switch (kind) {
    case Kind::words:
      return "_queens_words '" + joined(words) + "'";
    case Kind::files:
      return "_queens_files -f";
    case Kind::folders:
      return "_queens_files -d";
    case Kind::anything:
      break;
  }
  return "COMPREPLY=()";
}

// Of a command: its options' values, then its words, then the options themselves.
std::string bash_command(const CommandHelp& help) {
  std::string text = fmt::format("    {})\n      case $before in\n", help.name);
  std::string all;
  for (const OptionHelp& option : help.options) {
    const std::vector<std::string> names = names_of(option);
    all += (all.empty() ? "" : " ") + joined(names);
    if (option.value.empty()) continue;
    text += fmt::format("        {}) {}; return ;;\n", fmt::join(names, "|"),
                        bash_words(kind_of(option.value, option.words), option.words));
  }
  text += "      esac\n";
  text += fmt::format("      if [[ $word == -* ]]; then _queens_words '{}'; return; fi\n", all);
  // Later words, of a command that has several, are of one kind.
  const auto complete = [](const PositionalHelp& word) {
    return bash_words(kind_of(word.name, word.words), word.words);
  };
  if (help.positional.size() > 1) {
    text += fmt::format("      if ((COMP_CWORD > 2)); then {}; return; fi\n",
                        complete(help.positional[1]));
  }
  if (!help.positional.empty()) text += "      " + complete(help.positional[0]) + '\n';
  return text + "      ;;\n";
}

std::string bash_script() {
  std::string names;
  std::string cases;
  for (const CommandHelp& help : all_help()) {
    names += (names.empty() ? "" : " ") + help.name;
    cases += bash_command(help);
  }
  return "# Completion of queens for bash.\n"
         "_queens_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
         "_queens_files() {\n"
         "  mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$word\")\n"
         "  compopt -o filenames 2>/dev/null\n"
         "}\n"
         "_queens() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  if [[ $word == = ]]; then word=; fi\n"
         "  if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
         "  COMPREPLY=()\n" +
         fmt::format(
             "  if ((COMP_CWORD == 1)); then _queens_words '--help --version help {}'; return; fi\n"
             "  case ${{COMP_WORDS[1]}} in\n"
             "{}"
             "    help) _queens_words '{}' ;;\n"
             "  esac\n"
             "}}\n"
             "complete -F _queens queens\n",
             names, cases, names);
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// In a specification of zsh's _arguments.
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_values(Kind kind, const std::vector<std::string>& words) {
  switch (kind) {
    case Kind::words:
      return "(" + joined(words) + ")";
    case Kind::files:
      return "_files";
    case Kind::folders:
      return "_files -/";
    case Kind::anything:
      break;
  }
  return " ";
}

std::string zsh_option(const OptionHelp& option) {
  const std::vector<std::string> names = names_of(option);
  std::string value;
  if (!option.value.empty()) {
    value = fmt::format(":{}:{}", zsh_escaped(option.value),
                        zsh_values(kind_of(option.value, option.words), option.words));
  }
  std::string text;
  for (const std::string& name : names) {
    // "--format=" takes its value in the same word or in the next.
    const bool joins = name.starts_with("--") && !value.empty();
    const std::string spec = fmt::format("({}){}{}[{}]{}", joined(names), name, joins ? "=" : "",
                                         zsh_escaped(option.text), value);
    text += " \\\n            " + quoted(spec);
  }
  return text;
}

std::string zsh_command(const CommandHelp& help) {
  std::string text = fmt::format("        {})\n          _arguments -s", help.name);
  for (const OptionHelp& option : help.options) text += zsh_option(option);
  for (const PositionalHelp& positional : help.positional) {
    const std::string values =
        zsh_values(kind_of(positional.name, positional.words), positional.words);
    text += " \\\n            " + quoted("::" + zsh_escaped(positional.name) + ":" + values);
  }
  return text + "\n          ;;\n";
}

std::string zsh_script() {
  std::string text =
      "#compdef queens\n"
      "# Completion of queens for zsh.\n"
      "_queens() {\n"
      "  local curcontext=$curcontext context line state state_descr\n"
      "  local -a names\n"
      "  typeset -A opt_args\n"
      "  names=(\n";
  for (const Command& command : commands()) {
    text += "    " + quoted(fmt::format("{}:{}", command.name, command.summary)) + '\n';
  }
  text +=
      "    'help:the help of a command'\n"
      "  )\n"
      "  _arguments -C '(- *)'{-h,--help}'[Print the help]' \\\n"
      "    '(- *)'{-V,--version}'[Print the version]' '1: :->command' '*:: :->words'\n"
      "  case $state in\n"
      "    command) _describe command names ;;\n"
      "    words)\n"
      "      case $words[1] in\n";
  for (const CommandHelp& help : all_help()) text += zsh_command(help);
  text += "        help) ((CURRENT != 2)) || _describe command names ;;\n";
  return text +
         "      esac\n"
         "      ;;\n"
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _queens ]; then _queens \"$@\"; else compdef _queens queens; "
         "fi\n";
}

std::string fish_values(Kind kind, const std::vector<std::string>& words) {
  switch (kind) {
    case Kind::words:
      return " -x -a " + quoted(joined(words));
    case Kind::files:
      return " -r -F";
    case Kind::folders:
      return " -x -a '(__fish_complete_directories)'";
    case Kind::anything:
      break;
  }
  return " -x";
}

std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// The command's first word, and what may follow it.
std::string fish_positional(const CommandHelp& help) {
  std::string text;
  for (std::size_t i = 0; i < help.positional.size() && i < 2; ++i) {
    const PositionalHelp& word = help.positional[i];
    const Kind kind = kind_of(word.name, word.words);
    if (kind == Kind::anything) continue;
    text += fmt::format(
                "complete -c queens -n '__queens_command {}; "
                "and test (count (commandline -opc)) {} 2'",
                help.name, i == 0 ? "-eq" : "-gt") +
            fish_values(kind, word.words) + '\n';
  }
  return text;
}

std::string fish_script() {
  std::string text =
      "# Completion of queens for fish.\n"
      "function __queens_command\n"
      "  set -l words (commandline -opc)\n"
      "  test (count $words) -ge 2; and test $words[2] = $argv[1]\n"
      "end\n"
      "complete -c queens -f\n"
      "complete -c queens -n __fish_use_subcommand -s h -l help -d 'Print the help'\n"
      "complete -c queens -n __fish_use_subcommand -s V -l version -d 'Print the version'\n"
      "complete -c queens -n __fish_use_subcommand -a help -d 'the help of a command'\n";
  for (const std::string where : {"__fish_use_subcommand", "'__queens_command help'"}) {
    for (const Command& command : commands()) {
      text += fmt::format("complete -c queens -n {} -a {} -d {}\n", where, command.name,
                          fish_quoted(std::string(command.summary)));
    }
  }
  for (const CommandHelp& help : all_help()) {
    const std::string line = fmt::format("complete -c queens -n '__queens_command {}'", help.name);
    for (const OptionHelp& option : help.options) {
      text += line;
      if (!option.letter.empty()) text += " -s " + option.letter;
      if (!option.word.empty()) text += " -l " + option.word;
      if (!option.value.empty()) {
        text += fish_values(kind_of(option.value, option.words), option.words);
      }
      text += " -d " + fish_quoted(option.text) + '\n';
    }
    text += fish_positional(help);
  }
  return text;
}

}  // namespace

int run_completion(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("completion",
                      "Print a script that lets a shell complete the program's commands and "
                      "options:\n"
                      "  bash  source <(queens completion bash)\n"
                      "  zsh   source <(queens completion zsh), after compinit\n"
                      "  fish  queens completion fish | source",
                      "SHELL [options]", {"shell"});
  arguments.suggest("shell", {"bash", "zsh", "fish"});
  arguments.parse(words);
  const std::string shell = arguments.has("shell") ? arguments.text("shell") : "";
  std::string script;
  if (shell == "bash") {
    script = bash_script();
  } else if (shell == "zsh") {
    script = zsh_script();
  } else if (shell == "fish") {
    script = fish_script();
  } else if (shell.empty()) {
    throw UsageError("SHELL is missing: bash, zsh or fish");
  } else {
    throw UsageError("SHELL must be one of bash, zsh, fish, not '" + shell + "'");
  }
  Output output(cancel);
  output.write(script);
  output.commit();
  return kDone;
}

}  // namespace queens::cli
