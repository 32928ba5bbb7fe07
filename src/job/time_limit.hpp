#pragma once

#include <chrono>
#include <optional>

#include "queens/error.hpp"
#include "queens/queens.hpp"
#include "run/periodic.hpp"

namespace queens::job {

/// What call(options) returns, or none where it does not return in that time and so is cancelled.
template <typename Call>
auto within(std::chrono::milliseconds time, const Options& options, const Call& call)
    -> std::optional<decltype(call(options))> {
  Options limited = options;
  limited.cancel = options.cancel.child();
  const Periodic alarm(time, [&limited] { limited.cancel.request(); });
  try {
    return call(limited);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || options.cancel.requested()) throw;
    return std::nullopt;
  }
}

}  // namespace queens::job
