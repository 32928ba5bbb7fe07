#pragma once

#include "queens/cancel.hpp"

namespace queens::cli {

/// From now on SIGINT or SIGTERM triggers the returned token, and another one half a second later
/// or more ends the program at once. What the caller of the program ignores stays ignored. A closed
/// pipe is an error of the write and not the program's death, and SIGUSR1 a request for progress.
CancelToken cancel_on_signals();

/// True once after each SIGUSR1.
bool take_progress_request();

}  // namespace queens::cli
