#include "http/event_parser.hpp"

#include <stdexcept>
#include <utility>

namespace queens::http {

std::vector<ServerEvent> EventParser::take(std::string_view bytes) {
  std::vector<ServerEvent> events;
  while (!bytes.empty()) {
    if (std::exchange(after_return_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    grow_line(bytes.substr(0, end));
    if (end == std::string_view::npos) break;
    after_return_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    end_line(events);
  }
  return events;
}

void EventParser::grow_line(std::string_view piece) {
  if (piece.size() + line_.size() + data_.size() > most_) {
    throw std::length_error("an event of more than " + std::to_string(most_) + " bytes");
  }
  line_ += piece;
}

void EventParser::end_line(std::vector<ServerEvent>& events) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const std::string line = std::exchange(line_, {});
  std::string_view text = line;
  if (std::exchange(first_line_, false) && text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (text.empty()) {
    ServerEvent event{
        .id = id_, .type = std::exchange(type_, {}), .data = std::exchange(data_, {})};
    if (event.data.empty()) return;
    event.data.pop_back();
    if (event.type.empty()) event.type = "message";
    events.push_back(std::move(event));
    return;
  }
  const std::size_t colon = text.find(':');
  if (colon == 0) return;  // a comment
  std::string_view value = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  take_field(text.substr(0, colon), value);
}

void EventParser::take_field(std::string_view name, std::string_view value) {
  if (name == "data") {
    data_ += value;
    data_ += '\n';
  } else if (name == "event") {
    type_ = value;
  } else if (name == "id" && value.find('\0') == std::string_view::npos) {
    id_ = value;
  }
}

}  // namespace queens::http
