#include "http/server_url.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "queens/error.hpp"

namespace queens::http {
namespace {

constexpr std::uint16_t kUsualPort = 80;

[[noreturn]] void fail(std::string_view text, const std::string& why) {
  throw Error(ErrorCode::invalid_input, "the server's URL '" + std::string(text) + "' " + why);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool is_address6(const std::string& text) {
  in6_addr address{};
  return ::inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

bool is_name(std::string_view text) {
  constexpr std::size_t kLongest = 253;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
                  c == '_';
         });
}

std::uint16_t parse_port(std::string_view text, std::string_view url) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0) {
    fail(url, "has no port from 1 to 65535 after the ':'");
  }
  return port;
}

}  // namespace

std::string ServerUrl::authority() const {
  const bool address6 = host.find(':') != std::string::npos;
  const std::string name = address6 ? '[' + host + ']' : host;
  return port == kUsualPort ? name : name + ':' + std::to_string(port);
}

ServerUrl parse_server_url(std::string_view text) {
  const std::string url = lower(text);
  constexpr std::string_view kScheme = "http://";
  if (url.starts_with("https://")) {
    fail(text,
         "is https, which this client does not speak: give the http URL of a proxy or a tunnel "
         "that does, as of 'ssh -L 8080:localhost:8080 HOST'");
  }
  if (!url.starts_with(kScheme)) fail(text, "does not begin with 'http://'");
  std::string_view rest = std::string_view(url).substr(kScheme.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const bool bracketed = rest.starts_with('[');
  const std::size_t host_end = bracketed ? rest.find(']') : std::min(rest.find(':'), rest.size());
  if (host_end == std::string_view::npos) fail(text, "has a '[' without a ']'");
  ServerUrl server{.host =
                       std::string(rest.substr(bracketed ? 1 : 0, host_end - (bracketed ? 1 : 0)))};
  if (bracketed ? !is_address6(server.host) : !is_name(server.host)) {
    fail(text, "is not 'http://HOST' or 'http://HOST:PORT'");
  }
  rest.remove_prefix(host_end + (bracketed ? 1 : 0));
  if (rest.empty()) return server;
  if (!rest.starts_with(':')) fail(text, "has more than a host and a port");
  server.port = parse_port(rest.substr(1), text);
  return server;
}

}  // namespace queens::http
