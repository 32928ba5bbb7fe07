#pragma once

#include <atomic>
#include <memory>

#include "queens/error.hpp"

namespace queens {

/// A flag that asks running calls to stop. Copies share the flag; any thread may request, and
/// requesting is safe in a signal handler. A running call answers within a tenth of a second, if it
/// runs on no more threads than there are CPUs, by throwing Error{cancelled}.
class CancelToken {
 public:
  CancelToken() : state_(std::make_shared<State>()) {}

  /// A token that is also triggered by this one, but can be triggered alone: for a part of a call
  /// that may end early.
  [[nodiscard]] CancelToken child() const {
    CancelToken token;
    token.state_->parent = state_;
    return token;
  }

  void request() const noexcept { state_->requested.store(true, std::memory_order_relaxed); }

  [[nodiscard]] bool requested() const noexcept {
    for (const State* state = state_.get(); state != nullptr; state = state->parent.get()) {
      if (state->requested.load(std::memory_order_relaxed)) return true;
    }
    return false;
  }

  void throw_if_requested() const {
    if (requested()) throw Error(ErrorCode::cancelled, "cancelled");
  }

 private:
  struct State {
    std::atomic<bool> requested = false;
    std::shared_ptr<const State> parent;
  };
  static_assert(std::atomic<bool>::is_always_lock_free, "request() must be safe in a handler");

  std::shared_ptr<State> state_;
};

}  // namespace queens
