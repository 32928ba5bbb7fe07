#include "http/connection.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <ctime>
#include <optional>
#include <random>
#include <string_view>

namespace queens::http {
namespace {

namespace bhttp = boost::beast::http;
using Clock = std::chrono::steady_clock;
using Parser = bhttp::request_parser<bhttp::string_body>;

// A stream's send buffer: a reader that stops is found out when it is full.
constexpr int kStreamBuffer = 16 * 1024;
// A stream ends after this time; its reader comes again, with the last event's id.
constexpr std::chrono::hours kStreamLife{1};
// The slowest reader of a large answer that is waited for, in bytes a second.
constexpr std::size_t kSlowestReader = 32 * 1024;
// What a refused client may still send before the connection is cut, so that it sees the answer.
constexpr std::size_t kMostDrained = 256 * 1024;
constexpr std::chrono::milliseconds kDrainTime{1'000};

// The handler's response, awaited.
asio::awaitable<Response> ask(Handler& handler, Request request) {
  const auto start = [&handler](auto completion, Request asked) {
    auto shared = std::make_shared<decltype(completion)>(std::move(completion));
    const auto executor = asio::get_associated_executor(*shared);
    handler.handle(std::move(asked), [shared, executor](Response response) {
      asio::post(executor, [shared, response = std::move(response)]() mutable {
        std::move (*shared)(std::move(response));
      });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(Response)>(
      start, asio::use_awaitable, std::move(request));
}

std::string text_of(beast::string_view view) {
  return {view.data(), view.size()};
}

// "name", "name:80", "[::1]:80"; no more than that, since names are compared later on.
bool is_host(std::string_view text) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return false;
  const std::size_t end = std::min(text.find(':', bracket), text.size());
  const std::string_view name = text.substr(0, end);
  const std::string_view port = text.substr(std::min(end + 1, text.size()));
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto belongs_to_name = [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-._[]").find(c) != std::string_view::npos || (c == ':' && bracket > 0);
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), belongs_to_name) &&
         std::all_of(port.begin(), port.end(), is_digit);
}

// A target, "/path?query" or a whole URL, whose host then counts instead of the header's.
struct Target {
  std::optional<std::string> host{};
  std::string path{};
  std::string query{};
};

Target target_of(std::string text) {
  Target target;
  constexpr std::string_view kScheme = "http://";
  if (text.starts_with(kScheme)) {
    const std::size_t end = std::min(text.find_first_of("/?#", kScheme.size()), text.size());
    target.host = text.substr(kScheme.size(), end - kScheme.size());
    text.erase(0, end);
    if (text.empty()) text = "/";
  }
  const std::size_t mark = text.find('?');
  target.path = text.substr(0, mark);
  if (mark != std::string::npos) target.query = text.substr(mark + 1);
  return target;
}

Request request_of(const Parser::value_type& message, const std::string& id) {
  const auto field = [&message](auto name) { return text_of(message[name]); };
  Request request{.id = id,
                  .method = text_of(message.method_string()),
                  .host = field(bhttp::field::host),
                  .content_type = field(bhttp::field::content_type),
                  .authorization = field(bhttp::field::authorization),
                  .last_event_id = field("Last-Event-ID"),
                  .if_none_match = field(bhttp::field::if_none_match),
                  .body = message.body()};
  if (message.count("Idempotency-Key") != 0) request.idempotency_key = field("Idempotency-Key");
  Target target = target_of(text_of(message.target()));
  if (target.host) request.host = std::move(*target.host);
  request.path = std::move(target.path);
  request.query = std::move(target.query);
  return request;
}

Refusal refusal_of(const error_code& error) {
  if (error == bhttp::error::header_limit) return Refusal::head_too_large;
  if (error == bhttp::error::body_limit) return Refusal::body_too_large;
  if (error == beast::error::timeout) return Refusal::timeout;
  return Refusal::bad_request;
}

std::string detail_of(const error_code& error) {
  if (error == bhttp::error::header_limit) {
    return "the request's head is longer than " + std::to_string(kMostHeadBytes) + " bytes";
  }
  if (error == bhttp::error::body_limit) {
    return "the body is longer than " + std::to_string(kMostBodyBytes) + " bytes";
  }
  if (error == beast::error::timeout) return "the request did not come to its end in time";
  return "this is not HTTP: " + error.message();
}

// The time now as HTTP writes it, "Sun, 06 Nov 1994 08:49:37 GMT".
std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length =
      std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), length};
}

// Random, so that ids of several runs do not collide in a log.
std::string new_request_id() {
  static std::mt19937_64 random{std::random_device{}()};
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string id;
  std::uint64_t bits = random();
  for (int i = 0; i < 16; ++i, bits >>= 4U) id += kDigits[bits & 15U];
  return id;
}

// The peer sent something that deserves an answer, rather than having gone.
bool refusable(const error_code& error) {
  return error == beast::error::timeout ||
         (error.category() == make_error_code(bhttp::error::bad_target).category() &&
          error != bhttp::error::partial_message);
}

bool expects_continue(const Parser& parser) {
  return parser.get().version() == 11 && !parser.get()[bhttp::field::expect].empty();
}

}  // namespace

template <typename Head>
Connection::Wrong Connection::wrong_head(const Head& head) {
  constexpr unsigned kOld = 10;
  constexpr unsigned kNew = 11;
  if (head.version() != kOld && head.version() != kNew) {
    return {Refusal::bad_request, "only HTTP/1.0 and HTTP/1.1 are spoken here"};
  }
  // Which of two should count, two readers might see differently.
  for (const auto name : {bhttp::field::host, bhttp::field::authorization,
                          bhttp::field::content_type, bhttp::field::content_length}) {
    if (head.count(name) > 1) {
      return {Refusal::bad_request, "the header " + text_of(to_string(name)) + " comes twice"};
    }
  }
  if (head.count("Idempotency-Key") > 1) {
    return {Refusal::bad_request, "the header Idempotency-Key comes twice"};
  }
  const Target target = target_of(text_of(head.target()));
  const std::string host = target.host.value_or(text_of(head[bhttp::field::host]));
  if ((head.version() == kNew && head.count(bhttp::field::host) == 0) ||
      (head.version() == kNew && !is_host(host)) || (target.host && !is_host(*target.host))) {
    return {Refusal::bad_request, "there must be a Host header that names a host"};
  }
  if (!target.path.starts_with('/')) {
    return {Refusal::bad_request, "the target must be a path"};
  }
  // Others than this one the library takes for no body, which leaves it to be the next request.
  const beast::string_view coding = head[bhttp::field::transfer_encoding];
  if (head.count(bhttp::field::transfer_encoding) > 0 &&
      (head.version() == kOld || head.count(bhttp::field::transfer_encoding) > 1 ||
       !beast::iequals(coding, "chunked"))) {
    return {Refusal::bad_request, "the only Transfer-Encoding is chunked"};
  }
  const beast::string_view expected = head[bhttp::field::expect];
  if (!expected.empty() && !beast::iequals(expected, "100-continue")) {
    return {Refusal::bad_expectation, "only 100-continue can be expected"};
  }
  return {};
}

template <typename Message>
void Connection::set_head(Message& message, const Response& response, const Form& form) {
  message.version(form.version);
  message.result(static_cast<unsigned>(response.status));
  message.keep_alive(form.keep_alive);
  message.set("X-Request-Id", form.id);
  message.set(bhttp::field::date, date_text());
  if (!response.type.empty()) message.set(bhttp::field::content_type, response.type);
  for (const Header& header : response.headers) message.insert(header.name, header.value);
}

asio::awaitable<void> Connection::serve() {
  beast::flat_buffer buffer(kMostHeadBytes + kMostBodyBytes);
  while (!all_.stopping) {
    idle_ = true;
    const bool again = co_await answer_one(buffer);
    if (!again) break;
  }
  error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
  stream_.close();
}

void Connection::stop() {
  if (idle_) stream_.close();
  wake();
}

// Reads a request and answers it; returns whether another one may follow.
// Starts the time that a request may take until its last byte. The stream's own timer would close
// the connection, and leave no way to say why.
void Connection::begin_request() {
  late_ = false;
  stream_.expires_never();
  deadline_.expires_after(all_.settings.request_timeout);
  deadline_.async_wait([weak = weak_from_this()](const error_code& cancelled) {
    const std::shared_ptr<Connection> alive = cancelled ? nullptr : weak.lock();
    if (alive == nullptr) return;
    alive->late_ = true;
    alive->stream_.cancel();
  });
}

asio::awaitable<bool> Connection::answer_one(beast::flat_buffer& buffer) {
  Parser parser;
  parser.header_limit(kMostHeadBytes);
  parser.body_limit(kMostBodyBytes);
  Form form{.id = new_request_id()};
  begin_request();
  error_code error;
  co_await bhttp::async_read_header(stream_, buffer, parser, into(error));
  const bool begun = parser.got_some() || buffer.size() > 0;
  if (error == bhttp::error::end_of_stream || (error && !begun)) co_return false;
  idle_ = false;
  Wrong wrong;
  if (!error) wrong = wrong_head(parser.get());
  if (!error && wrong.detail.empty()) {
    if (expects_continue(parser)) co_await send_continue(error);
    if (!error) co_await bhttp::async_read(stream_, buffer, parser, into(error));
  }
  deadline_.cancel();
  if (error && late_) error = beast::error::timeout;
  if (error && !refusable(error)) co_return false;
  if (error) wrong = {refusal_of(error), detail_of(error)};
  if (!wrong.detail.empty()) {
    co_await refuse(wrong, form);
    co_return false;
  }
  form.version = parser.get().version();
  form.keep_alive = parser.keep_alive();
  Request request = request_of(parser.get(), form.id);
  form.head_only = request.method == "HEAD";
  stream_.expires_never();
  Response response = co_await ask(all_.handler, std::move(request));
  if (response.events && !form.head_only) {
    co_await send_events(response, form);
    co_return false;
  }
  co_return co_await send(response, form);
}

asio::awaitable<void> Connection::send_continue(error_code& error) {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  co_await asio::async_write(stream_, asio::buffer(kContinue.data(), kContinue.size()),
                             into(error));
}

// Returns whether the connection can go on.
asio::awaitable<bool> Connection::send(Response& response, Form form) {
  form.keep_alive = form.keep_alive && !all_.stopping;
  bhttp::response<bhttp::string_body> message;
  set_head(message, response, form);
  const std::size_t size = response.body.size();
  const bool bodiless = response.status == 204 || response.status == 304;
  if (!bodiless) message.content_length(size);
  if (!form.head_only && !bodiless) message.body() = std::move(response.body);
  stream_.expires_after(all_.settings.write_timeout + std::chrono::seconds(size / kSlowestReader));
  bhttp::response_serializer<bhttp::string_body> serializer(message);
  error_code error;
  if (form.head_only) {
    co_await bhttp::async_write_header(stream_, serializer, into(error));
  } else {
    co_await bhttp::async_write(stream_, serializer, into(error));
  }
  co_return !error && form.keep_alive;
}

// Answers and hangs up, but not before the peer had the time to see the answer: what it still
// sends would have its system throw the answer away.
asio::awaitable<void> Connection::refuse(Wrong wrong, Form form) {
  Response response = all_.handler.refuse(wrong.refusal, form.id, wrong.detail);
  co_await send(response, form);
  error_code error;
  stream_.socket().shutdown(tcp::socket::shutdown_send, error);
  stream_.expires_after(kDrainTime);
  std::array<char, 4096> sink{};
  for (std::size_t drained = 0; !error && drained < kMostDrained;) {
    drained += co_await stream_.async_read_some(asio::buffer(sink), into(error));
  }
}

asio::awaitable<void> Connection::send_events(Response& response, Form form) {
  form.keep_alive = false;
  if (all_.streams >= all_.settings.streams) {
    Response full = all_.handler.refuse(Refusal::too_many_streams, form.id,
                                        "as many event streams are open as may be");
    co_await send(full, form);
    co_return;
  }
  ++all_.streams;
  all_.handler.count_streams(1);
  co_await send_events_counted(response, form);
  --all_.streams;
  all_.handler.count_streams(-1);
}

asio::awaitable<void> Connection::send_events_counted(Response& response, Form form) {
  error_code error;
  stream_.socket().set_option(asio::socket_base::send_buffer_size(kStreamBuffer), error);
  bhttp::response<bhttp::empty_body> message;
  set_head(message, response, form);
  const bool chunked = form.version == 11;
  message.chunked(chunked);
  bhttp::response_serializer<bhttp::empty_body> serializer(message);
  stream_.expires_after(all_.settings.write_timeout);
  co_await bhttp::async_write_header(stream_, serializer, into(error));
  EventSource& source = *response.events;
  source.on_news([executor = stream_.get_executor(), weak = weak_from_this()] {
    asio::post(executor, [weak] {
      if (const std::shared_ptr<Connection> alive = weak.lock()) alive->wake();
    });
  });
  const Clock::time_point end = Clock::now() + kStreamLife;
  while (!error && !all_.stopping && Clock::now() < end) {
    std::optional<std::string> text = source.next();
    if (text) {
      co_await write_piece(std::move(*text), chunked, error);
    } else if (source.ended()) {
      break;
    } else {
      co_await wait_for_news(chunked, error);
    }
  }
  if (error || !chunked) co_return;
  stream_.expires_after(all_.settings.write_timeout);
  co_await asio::async_write(stream_, bhttp::make_chunk_last(), into(error));
}

// Sends a comment where there is nothing else to say: so it is noticed that nobody listens.
asio::awaitable<void> Connection::wait_for_news(bool chunked, error_code& error) {
  news_.expires_after(all_.settings.heartbeat);
  error_code woken;
  co_await news_.async_wait(into(woken));
  if (woken || all_.stopping) co_return;
  char byte = 0;
  const int socket = stream_.socket().native_handle();
  if (::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
    error = asio::error::eof;
    co_return;
  }
  std::string comment = ":\n\n";
  co_await write_piece(std::move(comment), chunked, error);
}

asio::awaitable<void> Connection::write_piece(std::string text, bool chunked, error_code& error) {
  stream_.expires_after(all_.settings.write_timeout);
  if (chunked) {
    co_await asio::async_write(stream_, bhttp::make_chunk(asio::buffer(text)), into(error));
  } else {
    co_await asio::async_write(stream_, asio::buffer(text), into(error));
  }
  stream_.expires_never();
}

}  // namespace queens::http
