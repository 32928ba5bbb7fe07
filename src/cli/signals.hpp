#pragma once

#include "queens/cancel.hpp"

namespace queens::cli {

/// From now on the first SIGINT or SIGTERM triggers the returned token and the second ends the
/// program at once; what the caller of the program ignores stays ignored. A closed pipe is an error
/// of the write and not the program's death.
CancelToken cancel_on_signals();

}  // namespace queens::cli
