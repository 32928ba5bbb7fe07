#pragma once

// A small client of the service. Boost stays in the source file: it is slow to compile.

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "http/event_parser.hpp"
#include "http/server_url.hpp"
#include "queens/cancel.hpp"

namespace queens::http {

/// There is no answer; `what()` is a sentence fit for a user.
class ConnectionError : public std::runtime_error {
 public:
  ConnectionError(const std::string& sentence, bool sent)
      : std::runtime_error(sentence), sent_(sent) {}

  /// Whether the server may have got the request and acted on it.
  [[nodiscard]] bool sent() const noexcept { return sent_; }

 private:
  bool sent_;
};

/// What a server says to a request.
struct Answer {
  unsigned status = 0;
  std::string content_type{};
  std::string retry_after{};
  std::string body{};

  [[nodiscard]] bool good() const noexcept { return status >= 200 && status < 300; }
};

/// Why the service refuses a request: an answer of the type application/problem+json.
struct ServerProblem {
  std::string name;    ///< "queue-full"
  std::string detail;  ///< a sentence
  std::string place;   ///< of what is wrong in the request, or empty
};

/// The problem that an answer tells of; none where it does not come from the service.
std::optional<ServerProblem> problem_of(const Answer& answer);

/// How long a client waits.
struct Patience {
  std::chrono::milliseconds connect{5'000};
  std::chrono::milliseconds answer{30'000};   ///< for the whole of it, or for a stream's beginning
  std::chrono::milliseconds silence{30'000};  ///< of a stream
};

/// Each request has a connection of its own. Calls wait no longer than until the token is
/// triggered, and then throw Error{cancelled}; without an answer they throw ConnectionError.
class Client {
 public:
  using Headers = std::map<std::string, std::string>;

  Client(ServerUrl server, std::optional<std::string> token, CancelToken cancel,
         Patience patience = {});

  [[nodiscard]] const ServerUrl& server() const noexcept { return server_; }

  /// A body is sent where it is not empty, as JSON.
  [[nodiscard]] Answer request(const std::string& method, const std::string& target,
                               const std::string& body = {}, const Headers& headers = {}) const;

  /// Receives an event; returns false to see no more. What it throws comes out of stream().
  using EventVisitor = std::function<bool(const ServerEvent&)>;

  /// Reads an event stream. An answer of the status 200 means that there was one, and that it ended
  /// or broke off; 204 that there is nothing to come after the last event; any other is a refusal.
  [[nodiscard]] Answer stream(const std::string& target, const std::string& last_event_id,
                              const EventVisitor& on_event) const;

 private:
  ServerUrl server_;
  std::optional<std::string> token_;
  CancelToken cancel_;
  Patience patience_;
};

}  // namespace queens::http
