#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace queens::http {

/// One event of an event stream.
struct ServerEvent {
  std::string id;    ///< its own, or that of the last event before it that has one; or empty
  std::string type;  ///< "message" where the stream names none
  std::string data;  ///< its lines, joined by '\n'
};

/// Reads an event stream ("server-sent events", HTML Standard 9.2.6) that arrives in pieces. What
/// the stream says about reconnecting is left out: its reader has a way of its own.
class EventParser {
 public:
  /// An event of more than `most` bytes is refused.
  explicit EventParser(std::size_t most) : most_(most) {}

  /// The events that these bytes complete. An event whose blank line never comes is none. Throws
  /// std::length_error for one that is too long, and is of no use afterwards.
  std::vector<ServerEvent> take(std::string_view bytes);

 private:
  void grow_line(std::string_view piece);
  void end_line(std::vector<ServerEvent>& events);
  void take_field(std::string_view name, std::string_view value);

  std::size_t most_;
  std::string line_;           // that has not ended yet
  bool first_line_ = true;     // it may begin with a byte order mark
  bool after_return_ = false;  // a line feed that follows belongs to the line before
  std::string id_;
  std::string type_;
  std::string data_;  // each line with its end
};

}  // namespace queens::http
