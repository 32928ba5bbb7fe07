#include "http/input.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "http/problem.hpp"

namespace queens::http {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const ProblemType& type, const std::string& detail,
                         const std::string& place) {
  throw Problem{type, detail, place};
}

// A JSON pointer (RFC 6901) to an object's own field.
std::string pointer_to(const std::string& name) {
  std::string pointer = "/";
  for (const char c : name) {
    if (c == '~' || c == '/') {
      pointer += c == '~' ? "~0" : "~1";
    } else {
      pointer += c;
    }
  }
  return pointer;
}

bool is_json(const std::string& content_type) {
  std::string type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.pop_back();
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return type == "application/json";
}

// An object, none of whose own names comes twice: which of them counts would be a guess.
Json parse_object(const Request& request) {
  if (!is_json(request.content_type)) {
    throw Problem{problems::kUnsupportedMediaType,
                  "the body needs 'Content-Type: application/json'"};
  }
  // The library takes it for the end.
  if (request.body.find('\0') != std::string::npos) {
    throw Problem{problems::kBadRequest, "the body holds a NUL character"};
  }
  std::set<std::string> names;
  std::string twice;
  const auto note = [&](int depth, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::key && depth == 1 && !names.insert(value).second) {
      twice = value;
    }
    return true;
  };
  Json json;
  try {
    json = Json::parse(request.body, note);
  } catch (const Json::parse_error& error) {
    throw Problem{problems::kBadRequest,
                  "the body is not JSON, from byte " + std::to_string(error.byte) + " on"};
  } catch (const Json::out_of_range&) {
    throw Problem{problems::kBadRequest, "a number in the body is larger than any"};
  }
  if (!json.is_object()) throw Problem{problems::kBadRequest, "the body must be a JSON object"};
  if (!twice.empty()) {
    refuse(problems::kInvalidRequest, "the field '" + twice + "' comes twice", pointer_to(twice));
  }
  return json;
}

void refuse_unknown(const Json& json, const std::vector<std::string>& known) {
  for (const auto& [name, value] : json.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string detail = "there is no field '" + name + "'; known are ";
    for (const std::string& one : known) {
      if (&one != &known.front()) detail += ", ";
      detail += one;
    }
    refuse(problems::kInvalidRequest, detail, pointer_to(name));
  }
}

// To JSON 8.0 is the same number as 8.
int whole_number(const Json& json, const std::string& name, int least, int most) {
  const Json& value = json.at(name);
  const bool whole = value.is_number_integer() ||
                     (value.is_number_float() && std::trunc(value.get<double>()) == value);
  const bool fits = whole && value >= least && value <= most;
  if (!fits) {
    refuse(problems::kInvalidRequest,
           name + " must be a whole number from " + std::to_string(least) + " to " +
               std::to_string(most),
           "/" + name);
  }
  return value.get<int>();
}

std::string quoted(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) return std::string("'") + c + "'";
  constexpr std::string_view kHex = "0123456789abcdef";
  return std::string("byte 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
}

// Appends a row to the board's text. `place` is where it comes from.
void add_row(std::string& rows, const std::string& row, std::size_t index, std::size_t size,
             const std::string& place) {
  const std::string name = "row " + std::to_string(index + 1);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '*' || row[i] == '.' || row[i] == 'Q') continue;
    refuse(problems::kMalformedBoard,
           name + ", column " + std::to_string(i + 1) + ": " + quoted(row[i]) +
               " is not a square ('*' free, '.' blocked, 'Q' a queen placed there)",
           place);
  }
  if (row.size() != size) {
    refuse(problems::kMalformedBoard,
           name + " has " + std::to_string(row.size()) + " squares; on a board of " +
               std::to_string(size) + " rows there must be as many",
           place);
  }
  rows += row;
  rows += '\n';
}

void refuse_size(std::size_t size, int most, const std::string& place) {
  if (size >= 1 && size <= static_cast<std::size_t>(most)) return;
  refuse(problems::kMalformedBoard,
         "a board of " + std::to_string(size) + " rows; there must be 1 to " + std::to_string(most),
         place);
}

void read_board(const Json& json, int most_rows, job::Request& request) {
  if (json.contains("n") == json.contains("board")) {
    refuse(problems::kInvalidRequest, "give either n or board", "/n");
  }
  if (json.contains("n")) {
    request.n = whole_number(json, "n", 1, most_rows);
    return;
  }
  const Json& board = json.at("board");
  if (!board.is_array()) {
    refuse(problems::kMalformedBoard, "board must be an array of strings", "/board");
  }
  refuse_size(board.size(), most_rows, "/board");
  for (std::size_t i = 0; i < board.size(); ++i) {
    const std::string place = "/board/" + std::to_string(i);
    if (!board[i].is_string()) {
      refuse(problems::kMalformedBoard, "row " + std::to_string(i + 1) + " must be a string",
             place);
    }
    add_row(request.rows, board[i].get<std::string>(), i, board.size(), place);
  }
  request.n = static_cast<int>(board.size());
}

job::Request read_request(const Request& http, int most_rows, bool with_priority) {
  const Json json = parse_object(http);
  std::vector<std::string> known = {"n", "board", "first", "fundamental"};
  if (with_priority) known.emplace_back("priority");
  refuse_unknown(json, known);
  constexpr int kFirst = 3;
  job::Request request{.first = kFirst};
  read_board(json, most_rows, request);
  if (json.contains("first")) request.first = whole_number(json, "first", 0, kMostFirst);
  if (json.contains("fundamental")) {
    const Json& value = json["fundamental"];
    if (!value.is_boolean()) {
      refuse(problems::kInvalidRequest, "fundamental must be true or false", "/fundamental");
    }
    request.fundamental = value.get<bool>();
  }
  if (json.contains("priority")) {
    const Json& value = json["priority"];
    const auto priority =
        value.is_string() ? job::priority_named(value.get<std::string>()) : std::nullopt;
    if (!priority) {
      refuse(problems::kInvalidRequest, "priority must be \"low\", \"normal\" or \"high\"",
             "/priority");
    }
    request.priority = *priority;
  }
  return request;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low < 0) throw Problem{problems::kBadRequest, "the query has a broken %-escape"};
    plain += static_cast<char>(16 * high + low);
    i += 2;
  }
  return plain;
}

}  // namespace

job::Request read_job_request(const Request& request, int most_rows) {
  return read_request(request, most_rows, true);
}

job::Request read_solve_request(const Request& request, int most_rows) {
  return read_request(request, most_rows, false);
}

std::string read_object(const Request& request) {
  static_cast<void>(parse_object(request));
  return request.body;
}

std::map<std::string, std::string> read_query(const std::string& query,
                                              const std::vector<std::string>& known) {
  std::map<std::string, std::string> parameters;
  std::string_view left = query;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('&'), left.size());
    const std::string_view one = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (one.empty()) continue;
    const std::size_t equals = std::min(one.find('='), one.size());
    const std::string name = unescaped(one.substr(0, equals));
    const std::string value = unescaped(one.substr(std::min(equals + 1, one.size())));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      refuse(problems::kInvalidRequest, "there is no parameter '" + name + "'", name);
    }
    if (!parameters.emplace(name, value).second) {
      refuse(problems::kInvalidRequest, "the parameter '" + name + "' comes twice", name);
    }
  }
  return parameters;
}

std::uint64_t read_number(const std::string& name, const std::string& text, std::uint64_t least,
                          std::uint64_t most) {
  std::uint64_t value = 0;
  bool good = !text.empty();
  for (const char c : text) {
    good = good && c >= '0' && c <= '9' &&
           !__builtin_mul_overflow(value, std::uint64_t{10}, &value) &&
           !__builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value);
  }
  if (!good || value < least || value > most) {
    refuse(problems::kInvalidRequest,
           name + " must be a whole number from " + std::to_string(least) + " to " +
               std::to_string(most),
           name);
  }
  return value;
}

job::Request read_board_query(const std::map<std::string, std::string>& parameters, int most_rows) {
  if (parameters.contains("n") == parameters.contains("board")) {
    refuse(problems::kInvalidRequest, "give either n or board", "n");
  }
  job::Request request;
  if (parameters.contains("n")) {
    request.n = static_cast<int>(
        read_number("n", parameters.at("n"), 1, static_cast<std::uint64_t>(most_rows)));
    return request;
  }
  const std::string& text = parameters.at("board");
  const auto size = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  refuse_size(size, most_rows, "board");
  std::size_t begin = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    add_row(request.rows, text.substr(begin, end - begin), i, size, "board");
    begin = end + 1;
  }
  request.n = static_cast<int>(size);
  return request;
}

std::uint64_t read_id(const std::string& text) {
  constexpr std::size_t kMostDigits = 18;
  const bool digits =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || text.size() > kMostDigits || !digits || text.front() == '0') {
    throw Problem{problems::kNotFound, "there is no such job"};
  }
  return std::stoull(text);
}

std::string read_key(const Request& request) {
  if (!request.idempotency_key) return {};
  const std::string& key = *request.idempotency_key;
  constexpr std::size_t kLongest = 200;
  const bool visible =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  if (key.empty() || key.size() > kLongest || !visible) {
    refuse(problems::kInvalidRequest, "Idempotency-Key must be 1 to 200 visible ASCII characters",
           "Idempotency-Key");
  }
  return key;
}

}  // namespace queens::http
