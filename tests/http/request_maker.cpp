#include "http/request_maker.hpp"

#include <algorithm>

namespace queens::test {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

const Texts kRightTargets = {"/healthz",
                             "/readyz",
                             "/metrics",
                             "/openapi.json",
                             "/",
                             "/v1/kernels",
                             "/v1/jobs",
                             "/v1/jobs?limit=3",
                             "/v1/jobs?state=done,queued&limit=2",
                             "/v1/jobs/1",
                             "/v1/jobs/1/events",
                             "/problems/not-found",
                             "/v1/estimate?n=6",
                             "/v1/estimate?board=**.*,****,****,****&seed=7"};

const Texts kMethods = {
    "GET",   "HEAD",    "POST", "PUT", "DELETE",     "PATCH", "OPTIONS",
    "TRACE", "CONNECT", "get",  "",    "G\xc3\x89T", "GET\t", std::string(300, 'M')};

const Texts kTargets = {"/",
                        "",
                        "*",
                        "/v1/jobs",
                        "/v1/jobs/",
                        "/v1/jobs/0",
                        "/v1/jobs/999999",
                        "/v1/jobs/1/events",
                        "/v1/jobs/1/eventsx",
                        "/v1/bench",
                        "/v1/solve",
                        "/v1/../v1/jobs",
                        "/%2e%2e/",
                        "/%00",
                        "/%",
                        "http://x/",
                        "http://",
                        "//",
                        "/?",
                        "/v1/estimate?n=8&n=8",
                        "/v1/estimate?board=" + std::string(400, '*'),
                        "/v1/jobs?cursor=9223372036854775808",
                        "/v1/jobs?limit=1%30",
                        "/\xff"};

const Texts kVersions = {"HTTP/1.1", "HTTP/1.0", "HTTP/2", "HTTP/1.2", "HTTP/", "", "HTTP/1.1 x"};

const Texts kQueries = {"n=8",
                        "n=0",
                        "n=-1",
                        "n=33",
                        "n=1e1",
                        "n=",
                        "n",
                        "=",
                        "&",
                        "&&",
                        "n=8&",
                        "x=1",
                        "board=*",
                        "board=**,**",
                        "board=",
                        "board=*,",
                        "board=%2A",
                        "board=%2",
                        "seed=18446744073709551616",
                        "seed=1",
                        "limit=5",
                        "limit=0",
                        "limit=%35",
                        "state=done",
                        "state=,",
                        "state=done,done",
                        "cursor=5",
                        "cursor=%00",
                        "n=8%26seed=1",
                        "n=+8",
                        "n=%EF%BC%98",
                        "n=8#x"};

const std::vector<std::pair<std::string, std::string>> kHeaders = {
    {"Content-Length", "5"},
    {"Content-Length", "-1"},
    {"Content-Length", "99999999999999999999"},
    {"Transfer-Encoding", "chunked"},
    {"Transfer-Encoding", "gzip"},
    {"Content-Type", "text/plain"},
    {"Content-Type", ""},
    {"Host", "evil.example"},
    {"Host", ""},
    {"Expect", "100-continue"},
    {"Expect", "nothing"},
    {"Connection", "close"},
    {"Connection", "keep-alive, Upgrade"},
    {"Upgrade", "websocket"},
    {"Idempotency-Key", "the same"},
    {"Idempotency-Key", ""},
    {"Idempotency-Key", "k"},
    {"Last-Event-ID", "1"},
    {"Last-Event-ID", "x"},
    {"If-None-Match", "*"},
    {"Range", "bytes=0-1"},
    {"Accept", "nothing/at-all"},
    {"Accept-Encoding", "gzip"},
    {"Authorization", "Bearer x"},
    {"X-Request-Id", std::string(300, 'i')},
    {"X-\x01", "y"},
    {"X y", "z"},
    {"", "nameless"},
    {"X-Long", std::string(20'000, 'x')},
    {"X-Null", std::string("a\0b", 3)},
    {"X-Line", "a\r\n b"},
    {"X-Return", "a\rb"},
    {"Cookie", "a=b"}};

const Texts kStrings = {"",
                        "8",
                        "n",
                        "*",
                        "Q",
                        "\n",
                        "normal",
                        std::string("\0", 1),
                        "\xff",
                        "\xed\xa0\x80",
                        std::string(5000, '*'),
                        "\\u0000",
                        "1e400"};

}  // namespace

std::size_t RequestMaker::below(std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
}

std::string RequestMaker::text(const Parts& parts) {
  std::string text = parts.line + "\r\n";
  for (const auto& [name, value] : parts.headers) text += name + ": " + value + "\r\n";
  return text + "\r\n" + parts.body;
}

RequestMaker::Parts RequestMaker::right_get() {
  const std::string method = chance(5) ? "HEAD" : "GET";
  return {.line = method + ' ' + one_of(kRightTargets) + " HTTP/1.1",
          .headers = {{"Host", "localhost"}},
          .body = ""};
}

Json RequestMaker::right_board() {
  const std::size_t size = 1 + below(8);
  Json rows = Json::array();
  for (std::size_t row = 0; row < size; ++row) {
    std::string squares;
    for (std::size_t column = 0; column < size; ++column) squares += chance(4) ? '.' : '*';
    rows.push_back(squares);
  }
  return rows;
}

Json RequestMaker::right_body() {
  Json body = Json::object();
  if (chance(2)) {
    body["n"] = 1 + below(9);
  } else {
    body["board"] = right_board();
  }
  if (chance(3)) body["first"] = below(1001);
  if (chance(3)) body["fundamental"] = chance(2);
  return body;
}

RequestMaker::Parts RequestMaker::right_post() {
  Json body = right_body();
  const bool solves = chance(2);
  if (!solves && chance(3)) body["priority"] = one_of(Texts{"low", "normal", "high"});
  Parts parts = {.line = std::string("POST ") + (solves ? "/v1/solve" : "/v1/jobs") + " HTTP/1.1",
                 .headers = {{"Host", "localhost"}, {"Content-Type", "application/json"}},
                 .body = body.dump(chance(4) ? 2 : -1)};
  if (!solves && chance(3))
    parts.headers.emplace_back("Idempotency-Key", std::to_string(random_()));
  return parts;
}

std::string RequestMaker::any_text() {
  if (chance(2)) return one_of(kStrings);
  std::string text;
  for (std::size_t i = below(20); i > 0; --i) text += static_cast<char>(below(256));
  return text;
}

Json RequestMaker::any_value(int depth) {
  switch (below(depth > 3 ? 7 : 9)) {
    case 0:
      return nullptr;
    case 1:
      return chance(2);
    case 2:
      return static_cast<std::int64_t>(below(70)) - 35;
    case 3:
      return static_cast<std::int64_t>(random_());
    case 4:
      return 1e300 * static_cast<double>(below(3)) + 0.5;
    case 5:
    case 6:
      return any_text();
    case 7: {
      Json list = Json::array();
      for (std::size_t i = below(40); i > 0; --i) list.push_back(any_value(depth + 1));
      return list;
    }
    default: {
      Json fields = Json::object();
      for (std::size_t i = below(4); i > 0; --i) fields[any_text()] = any_value(depth + 1);
      return fields;
    }
  }
}

void RequestMaker::spoil_line(Parts& parts) {
  parts.line = one_of(kMethods) + ' ' + one_of(kTargets) + ' ' + one_of(kVersions);
}

void RequestMaker::spoil_query(Parts& parts) {
  std::string target = one_of(Texts{"/v1/jobs?", "/v1/estimate?", "/v1/kernels?", "/healthz?"});
  for (std::size_t i = 1 + below(3); i > 0; --i) target += one_of(kQueries) + (i > 1 ? "&" : "");
  parts.line = "GET " + target + " HTTP/1.1";
}

void RequestMaker::spoil_headers(Parts& parts) {
  for (std::size_t i = 1 + below(3); i > 0; --i) {
    const std::size_t place = below(parts.headers.size() + 1);
    const auto at = parts.headers.begin() + static_cast<std::ptrdiff_t>(place);
    if (at != parts.headers.end() && chance(4)) {
      parts.headers.erase(at);
    } else {
      parts.headers.insert(at, one_of(kHeaders));
    }
  }
}

void RequestMaker::spoil_body(Parts& parts) {
  spoil_bytes(parts.body);
}

void RequestMaker::spoil_json(Parts& parts) {
  Json body = Json::parse(parts.body, nullptr, false);
  if (!body.is_object() || chance(10)) body = any_value(0);
  const Texts fields = {"n", "board", "first", "fundamental", "priority", "N", "", "n\n", "total"};
  for (std::size_t i = 1 + below(2); i > 0 && body.is_object(); --i) {
    if (chance(6)) {
      body.erase(one_of(fields));
    } else {
      body[one_of(fields)] = any_value(0);
    }
  }
  parts.body = body.dump(-1, ' ', false, Json::error_handler_t::ignore);
}

void RequestMaker::spoil_board(Parts& parts) {
  Json rows = right_board();
  const std::size_t row = below(rows.size());
  std::string squares = rows[row];
  spoil_bytes(squares);
  rows[row] = squares;
  if (chance(4)) rows.insert(rows.begin(), any_value(0));
  if (chance(4)) rows.erase(rows.begin());
  parts.body = Json{{"board", rows}}.dump(-1, ' ', false, Json::error_handler_t::ignore);
}

void RequestMaker::spoil_bytes(std::string& text) {
  for (std::size_t i = 1 + below(4); i > 0; --i) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(below(12), text.size() - at);
    switch (below(5)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.insert(at, one_of(Texts{"\r", "\n", "\r\n", ":", " ", "\"", "{", "[", ",", "%", "0"}));
        break;
      default:
        text.insert(at, 1, static_cast<char>(below(256)));
    }
  }
}

MadeRequest RequestMaker::make() {
  Parts parts = chance(3) ? right_get() : right_post();
  const std::size_t kind = below(10);
  if (kind == 0) spoil_line(parts);
  if (kind == 1) spoil_query(parts);
  if (kind == 2) spoil_body(parts);
  if (kind == 3 || kind == 4) spoil_json(parts);
  if (kind == 5) spoil_board(parts);
  if (!parts.body.empty() || parts.line.starts_with("POST")) {
    parts.headers.emplace_back("Content-Length", std::to_string(parts.body.size()));
  }
  if (kind == 6) spoil_headers(parts);
  MadeRequest made = {.bytes = text(parts), .right = kind >= 8};
  if (kind == 7) spoil_bytes(made.bytes);
  if (kind == 7 && chance(4)) made.bytes.resize(below(made.bytes.size() + 1));
  return made;
}

}  // namespace queens::test
