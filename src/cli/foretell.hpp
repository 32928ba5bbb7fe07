#pragma once

#include <string>

#include "queens/board.hpp"
#include "queens/estimate.hpp"
#include "queens/queens.hpp"

namespace queens::cli {

/// What to say before a count: "about 3.1 h on 2 threads (2.5 to 3.6 h), 1.2e12 solutions", or
/// nothing where it is expected to take less than a minute.
std::string foretelling(const CountEstimate& estimate);

/// Says so on standard error. Takes a second where the count could be long, else as long as
/// planning a search.
void foretell(const Board& board, const Options& options);

}  // namespace queens::cli
