#pragma once

#include <span>
#include <string>

namespace queens::cli {

/// Runs the program with its words (without the program's name) and returns its exit code.
int run_program(std::span<const std::string> words);

}  // namespace queens::cli
