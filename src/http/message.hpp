#pragma once

// Requests and responses, as handlers see them: whole, checked by the server, without the library
// that carries them.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace queens::http {

struct Request {
  std::string id{};  ///< ours, for the log and X-Request-Id
  std::string method{};
  std::string path{};   ///< as sent, up to the '?'
  std::string query{};  ///< as sent, after it
  std::string host{};
  std::string content_type{};
  std::string authorization{};
  std::string last_event_id{};
  std::string if_none_match{};
  std::optional<std::string> idempotency_key{};
  std::string body{};
};

/// What an event stream sends, made when the reader is ready for it, so that one who does not read
/// holds no memory. Used by the server's thread alone, but for `wake`.
class EventSource {
 public:
  EventSource() = default;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;
  virtual ~EventSource() = default;

  /// The next event's text, or none for now.
  virtual std::optional<std::string> next() = 0;

  /// Whether there will never be another one.
  [[nodiscard]] virtual bool ended() const = 0;

  /// Has `wake` be called, by any thread, when there may be news.
  virtual void on_news(std::function<void()> wake) = 0;
};

struct Header {
  std::string name{};
  std::string value{};  ///< never a user's text, which might hold the end of a line
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::vector<Header> headers{};
  std::shared_ptr<EventSource> events{};  ///< in place of a body
};

/// Takes the response, once, from any thread.
using Respond = std::function<void(Response)>;

/// What the server does not let through to a handler.
enum class Refusal {
  bad_request,       ///< 400, malformed
  timeout,           ///< 408, began and did not end in time
  body_too_large,    ///< 413
  bad_expectation,   ///< 417
  head_too_large,    ///< 431
  too_many_streams,  ///< 503
};

/// Answers requests. Called by the server's thread, which must not wait.
class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  virtual void handle(Request request, Respond respond) = 0;

  /// The response to a request that never became one. `detail` is ours.
  virtual Response refuse(Refusal refusal, const std::string& request_id,
                          const std::string& detail) = 0;

  /// A stream of events begins (+1) or ends (-1).
  virtual void count_streams(int change) = 0;
};

}  // namespace queens::http
