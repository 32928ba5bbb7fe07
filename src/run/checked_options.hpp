#pragma once

#include "queens/queens.hpp"

namespace queens {

/// The threads that the options ask for. Throws Error{invalid_input}.
int thread_count(const Options& options);

/// Throws Error{invalid_input} for what is out of bounds: intervals, Options::verify.
void check_options(const Options& options);

}  // namespace queens
