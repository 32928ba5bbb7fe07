#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace queens::http {

/// Where a server is.
struct ServerUrl {
  std::string host;  ///< a name or an address; of IPv6 without brackets
  std::uint16_t port = 80;

  /// "host:port", as in the header field Host; without the port where it is http's own.
  [[nodiscard]] std::string authority() const;

  /// "http://host:port".
  [[nodiscard]] std::string text() const { return "http://" + authority(); }
};

/// Reads "http://host", "http://host:8080" or "http://[::1]:8080"; a slash may follow. Throws
/// Error{invalid_input} for anything else, and for https, which takes somebody else to end it.
ServerUrl parse_server_url(std::string_view text);

}  // namespace queens::http
