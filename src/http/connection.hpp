#pragma once

// A connection of the server; for server.cpp alone, since the HTTP library is slow to compile.

#include <utility>  // before the coroutines of this version of Asio, which forget it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <memory>
#include <string>

#include "http/server.hpp"

namespace queens::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

/// Resumes here with an error in place of an exception.
inline auto into(error_code& error) {
  return asio::redirect_error(asio::use_awaitable, error);
}

/// What all connections share. They live on the server's thread.
struct Connections {
  const ServerSettings& settings;
  Handler& handler;
  std::size_t streams = 0;  ///< of events, that are open
  bool stopping = false;
};

/// Requests and their answers, one after the other.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Connections& all)
      : all_(all),
        stream_(std::move(socket)),
        news_(stream_.get_executor()),
        deadline_(news_.get_executor()) {}

  /// Serves until one side has enough; the caller keeps the connection for so long.
  asio::awaitable<void> serve();

  /// The server stops: ends the connection, but not an answer under way.
  void stop();

 private:
  /// How an answer is sent.
  struct Form {
    std::string id{};
    unsigned version = 11;
    bool keep_alive = false;
    bool head_only = false;
  };

  /// Why a request is refused; without a detail it is not.
  struct Wrong {
    Refusal refusal = Refusal::bad_request;
    std::string detail{};
  };

  template <typename Head>
  static Wrong wrong_head(const Head& head);
  template <typename Message>
  static void set_head(Message& message, const Response& response, const Form& form);

  asio::awaitable<bool> answer_one(beast::flat_buffer& buffer);
  asio::awaitable<void> send_continue(error_code& error);
  asio::awaitable<bool> send(Response& response, Form form);
  asio::awaitable<void> refuse(Wrong wrong, Form form);
  asio::awaitable<void> send_events(Response& response, Form form);
  asio::awaitable<void> send_events_counted(Response& response, Form form);
  asio::awaitable<void> wait_for_news(bool chunked, error_code& error);
  asio::awaitable<void> write_piece(std::string text, bool chunked, error_code& error);

  void wake() { news_.cancel(); }
  void begin_request();

  Connections& all_;
  beast::tcp_stream stream_;
  asio::steady_timer news_;      // cancelled when a stream has news
  asio::steady_timer deadline_;  // of a request
  bool late_ = false;            // it is over
  bool idle_ = true;             // waits for a request
};

}  // namespace queens::http
