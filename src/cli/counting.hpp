#pragma once

#include "cli/arguments.hpp"
#include "queens/board.hpp"
#include "queens/queens.hpp"

namespace queens::cli {

/// Says what was counted twice; throws DifferenceFound.
void report_verification(const Verification& verification);

/// count() as the commands run it: with a progress line where a person watches, and the threads'
/// table on standard error where --stats asks for it and `stats_to_stderr` allows.
CountResult count_with_progress(const Board& board, const Options& options,
                                const Arguments& arguments, bool stats_to_stderr);

}  // namespace queens::cli
