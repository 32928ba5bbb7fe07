#pragma once

// What the program says of itself: with --help, and in its manual page.

#include <array>
#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/command_help.hpp"
#include "cli/exit_code.hpp"

namespace queens::cli {

inline constexpr std::string_view kPurpose =
    "counts the ways to place N non-attacking queens on an N x N board, exactly";

struct Example {
  std::string_view command;  ///< what follows "queens"
  std::string_view what;
};

inline constexpr std::array kExamples = {
    Example{"solve 8", "three solutions and the total"},
    Example{"count --board FILE", "a board with blocked squares"},
    Example{"list 8 --numbered", "all 92 solutions"},
};

struct ExitCodeHelp {
  ExitCode code;
  std::string_view text;
};

inline constexpr std::array kExitCodes = {
    ExitCodeHelp{kDone, "done"},
    ExitCodeHelp{kFailed, "failed"},
    ExitCodeHelp{kBadUsage, "wrong usage or input"},
    ExitCodeHelp{kDiffers, "counts differ that must agree"},
    ExitCodeHelp{kCancelled, "cancelled"},
};

/// What `queens --help` prints.
std::string help_text();

/// What the command's own --help knows.
CommandHelp help_of(const Command& command);

}  // namespace queens::cli
