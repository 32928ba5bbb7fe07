#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>

#include "queens/error.hpp"

namespace queens {

/// Calls a function after every interval, from a thread of its own, while it lives; the end of its
/// life waits for the call under way. The function must not throw.
class Periodic {
 public:
  /// Throws Error{resources} where the system does not grant the thread.
  Periodic(std::chrono::milliseconds interval, std::function<void()> function) {
    const auto body = [interval, call = std::move(function)](const std::stop_token& stop) {
      std::mutex lock;
      std::condition_variable_any wake;
      std::unique_lock hold(lock);
      while (!wake.wait_for(hold, stop, interval, [&stop] { return stop.stop_requested(); })) {
        call();
      }
    };
    try {
      thread_ = std::jthread(body);
    } catch (const std::system_error& error) {
      throw Error(ErrorCode::resources,
                  std::string("the system grants no thread for reports: ") + error.what());
    }
  }

 private:
  std::jthread thread_;
};

}  // namespace queens
