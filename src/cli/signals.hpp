#pragma once

#include "queens/cancel.hpp"

namespace queens::cli {

/// From now on SIGINT or SIGTERM triggers the returned token, and another one half a second later
/// or more ends the program at once. What the caller of the program ignores stays ignored. A closed
/// pipe is an error of the write and not the program's death.
CancelToken cancel_on_signals();

}  // namespace queens::cli
