#pragma once

// An HTTP/1.1 server on one thread. It bears slow, broken and malicious clients: each request has
// an absolute deadline, each part of it a limit, and nothing is kept for a client that does not
// read.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "http/message.hpp"

namespace queens::http {

/// The server cannot listen, or the system grants too few descriptors.
struct ServerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ServerSettings {
  std::string address = "127.0.0.1";                  ///< IPv4 or IPv6, without brackets
  std::uint16_t port = 8080;                          ///< 0 for a free one
  std::size_t connections = 1024;                     ///< more are refused with 503
  std::size_t streams = 256;                          ///< of events, at once
  std::chrono::milliseconds request_timeout{15'000};  ///< from the end of the last answer
  std::chrono::milliseconds write_timeout{5'000};     ///< of an event, or a small answer
  std::chrono::milliseconds heartbeat{10'000};        ///< of a stream without events
};

inline constexpr std::size_t kMostHeadBytes = 8 * 1024;
inline constexpr std::size_t kMostBodyBytes = 64 * 1024;

class Server {
 public:
  /// Listens from now on. Throws ServerError.
  Server(const ServerSettings& settings, Handler& handler);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  /// The port it listens on.
  [[nodiscard]] std::uint16_t port() const;

  /// Serves until `stop_asked`, which is looked at every 20 ms, says so: then it accepts nothing
  /// more, calls `stopping`, lets answers that are being made and event streams come to their end
  /// for up to `grace`, and returns.
  void run(const std::function<bool()>& stop_asked, const std::function<void()>& stopping,
           std::chrono::milliseconds grace);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace queens::http
