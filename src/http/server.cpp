// What listens. This file, those of a connection and the client's are the only ones that know the
// HTTP library: it is slow to compile.

#include "http/server.hpp"

#include <utility>  // before the coroutines of this version of Asio, which forget it

#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <set>
#include <string_view>

#include "http/connection.hpp"

namespace queens::http {
namespace {

using Clock = std::chrono::steady_clock;

void require_descriptors(std::size_t connections) {
  constexpr rlim_t kOthers = 64;  // the database, the log, checkpoints
  const rlim_t needed = connections + kOthers;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= needed) return;
  limit.rlim_cur = std::min(needed, limit.rlim_max);
  if (limit.rlim_max < needed || ::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw ServerError(std::to_string(connections) + " connections need " + std::to_string(needed) +
                      " file descriptors, and the system grants " + std::to_string(limit.rlim_max) +
                      " (ulimit -n)");
  }
}

}  // namespace

class Server::Implementation {
 public:
  Implementation(const ServerSettings& settings, Handler& handler)
      : settings_(settings), all_{settings_, handler}, acceptor_(context_), ticks_(context_) {
    require_descriptors(settings.connections);
    try {
      const tcp::endpoint endpoint(asio::ip::make_address(settings.address), settings.port);
      acceptor_.open(endpoint.protocol());
      acceptor_.set_option(tcp::acceptor::reuse_address(true));
      acceptor_.bind(endpoint);
      acceptor_.listen();
    } catch (const boost::system::system_error& error) {
      const bool is_v6 = settings.address.find(':') != std::string::npos;
      throw ServerError("cannot listen on " +
                        (is_v6 ? "[" + settings.address + "]" : settings.address) + ":" +
                        std::to_string(settings.port) + ": " + error.code().message());
    }
  }

  [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  void run(const std::function<bool()>& stop_asked, const std::function<void()>& stopping,
           std::chrono::milliseconds grace) {
    asio::co_spawn(context_, accept(), asio::detached);
    asio::co_spawn(context_, watch(stop_asked, stopping, grace), asio::detached);
    context_.run();
  }

 private:
  // Looks now and then whether it is to stop: a signal can do no more than set a flag.
  asio::awaitable<void> watch(std::function<bool()> stop_asked, std::function<void()> stopping,
                              std::chrono::milliseconds grace) {
    constexpr std::chrono::milliseconds kTick{20};
    while (!stop_asked()) {
      ticks_.expires_after(kTick);
      co_await ticks_.async_wait(asio::use_awaitable);
    }
    const Clock::time_point end = Clock::now() + grace;
    all_.stopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    stopping();
    for (const auto& connection : connections_) connection->stop();
    while (!connections_.empty() && Clock::now() < end) {
      ticks_.expires_after(kTick);
      co_await ticks_.async_wait(asio::use_awaitable);
    }
    context_.stop();
  }

  asio::awaitable<void> accept() {
    while (!all_.stopping) {
      error_code error;
      tcp::socket socket = co_await acceptor_.async_accept(into(error));
      if (all_.stopping) co_return;
      if (error) {  // no descriptors, for example: better in a moment
        constexpr std::chrono::milliseconds kMoment{50};
        asio::steady_timer timer(context_, kMoment);
        co_await timer.async_wait(into(error));
        continue;
      }
      if (connections_.size() >= settings_.connections) {
        turn_away(socket);
        continue;
      }
      socket.set_option(tcp::no_delay(true), error);
      const auto connection = std::make_shared<Connection>(std::move(socket), all_);
      connections_.insert(connection);
      const auto forget = [this, connection](const std::exception_ptr&) {
        connections_.erase(connection);
      };
      asio::co_spawn(context_, connection->serve(), forget);
    }
  }

  // Without waiting: who has no room does not keep a list of those who wait for it.
  static void turn_away(tcp::socket& socket) {
    static constexpr std::string_view kBusy =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
        "Connection: close\r\n\r\n";
    static_cast<void>(
        ::send(socket.native_handle(), kBusy.data(), kBusy.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
  }

  ServerSettings settings_;
  Connections all_;
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer ticks_;
  std::set<std::shared_ptr<Connection>> connections_;
};

Server::Server(const ServerSettings& settings, Handler& handler)
    : implementation_(std::make_unique<Implementation>(settings, handler)) {}

Server::~Server() = default;

std::uint16_t Server::port() const {
  return implementation_->port();
}

void Server::run(const std::function<bool()>& stop_asked, const std::function<void()>& stopping,
                 std::chrono::milliseconds grace) {
  implementation_->run(stop_asked, stopping, grace);
}

}  // namespace queens::http
