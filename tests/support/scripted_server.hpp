#pragma once

// A server that does with each connection what a test tells it to.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace queens::test {

class ScriptedServer {
 public:
  /// What becomes of a connection whose request has been read; it is closed afterwards.
  using Script = std::function<void(int connection)>;

  /// One script for each connection to come.
  explicit ScriptedServer(std::vector<Script> scripts) : scripts_(std::move(scripts)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, plain, size) != 0 || ::listen(listener_, 8) != 0 ||
        ::getsockname(listener_, plain, &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  explicit ScriptedServer(Script script) : ScriptedServer(std::vector{std::move(script)}) {}
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer() { static_cast<void>(requests()); }

  [[nodiscard]] std::uint16_t port() const { return port_; }

  /// The requests that came. Waits for the end of the scripts that have begun; no others begin.
  const std::vector<std::string>& requests() {
    if (thread_.joinable()) {
      ::shutdown(listener_, SHUT_RDWR);  // accept() returns
      thread_.join();
      ::close(listener_);
    }
    return requests_;
  }

  static void write(int connection, std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent = ::send(connection, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;  // the client has gone
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Waits until the client closes the connection.
  static void hold(int connection) {
    char byte = 0;
    while (::recv(connection, &byte, 1, 0) > 0) {
    }
  }

  /// Writes this, and no more.
  static Script say(std::string text) {
    return [text = std::move(text)](int connection) { write(connection, text); };
  }

 private:
  void serve() {
    for (const Script& script : scripts_) {
      const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) return;
      requests_.push_back(read_request(connection));
      script(connection);
      ::close(connection);
    }
  }

  static std::string read_request(int connection) {
    constexpr std::string_view kLength = "Content-Length: ";
    std::string request;
    char byte = 0;
    while (request.find("\r\n\r\n") == std::string::npos && ::recv(connection, &byte, 1, 0) > 0) {
      request += byte;
    }
    const std::size_t at = request.find(kLength);
    if (at == std::string::npos) return request;
    for (auto left = std::stoul(request.substr(at + kLength.size()));
         left > 0 && ::recv(connection, &byte, 1, 0) > 0; --left) {
      request += byte;
    }
    return request;
  }

  std::vector<Script> scripts_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::vector<std::string> requests_;
  std::thread thread_;
};

}  // namespace queens::test
