#pragma once

// What is known of a command, for those who show it: --help, the manual page, the completions of
// shells.

#include <string>
#include <vector>

namespace queens::cli {

struct OptionHelp {
  std::string group;               ///< options of a group are shown together
  std::string letter;              ///< "t" of -t; may be empty
  std::string word;                ///< "threads" of --threads; may be empty
  std::string value;               ///< what the help calls its value; empty for a flag
  std::string text;                ///< what it does
  std::vector<std::string> words;  ///< that the value may be; empty where they are not known
};

/// A word without a dash, in its place.
struct PositionalHelp {
  std::string name;
  std::vector<std::string> words;  ///< as of an option
};

struct CommandHelp {
  std::string name;     ///< without "queens"
  std::string summary;  ///< sentences, perhaps on several lines
  std::string usage;    ///< what follows "queens NAME"
  std::vector<PositionalHelp> positional;
  std::vector<OptionHelp> options;  ///< in the order of their declaration, --help last
};

/// The help was asked for: ends the program with this text and kDone.
struct HelpAsked {
  std::string text;
  CommandHelp help;  ///< the same for those who write another text
};

}  // namespace queens::cli
