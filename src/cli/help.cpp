#include "cli/help.hpp"

#include <spdlog/fmt/fmt.h>

#include <stdexcept>

namespace queens::cli {

std::string help_text() {
  std::string text = fmt::format(
      "queens {}.\n"
      "\n"
      "Usage: queens COMMAND ...\n"
      "\n"
      "Commands:\n",
      kPurpose);
  for (const Command& command : commands()) {
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  text +=
      "\n"
      "  queens COMMAND --help   the command's options\n"
      "  queens --version        version, compiler, kernels and what may be used here\n"
      "\n"
      "Examples:\n";
  for (const Example& example : kExamples) {
    text += fmt::format("  queens {:<22}{}\n", example.command, example.what);
  }
  text += "\nExit codes:\n";
  for (const ExitCodeHelp& code : kExitCodes) {
    text += fmt::format("  {:>3}  {}\n", static_cast<int>(code.code), code.text);
  }
  return text;
}

CommandHelp help_of(const Command& command) {
  const std::array<std::string, 1> ask = {"--help"};
  try {
    command.run(ask, {});
  } catch (const HelpAsked& asked) {
    return asked.help;
  }
  throw std::logic_error("a command without help");
}

}  // namespace queens::cli
