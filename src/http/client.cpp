#include "http/client.hpp"

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

namespace queens::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Request = beast::http::request<beast::http::string_body>;
using Parser = beast::http::response_parser<beast::http::buffer_body>;

constexpr std::chrono::milliseconds kBeat{50};  // between two looks at the token
constexpr std::uint32_t kMostHeader = 16 * 1024;
constexpr std::size_t kMostBody = 16 * 1024 * 1024;  // a hundred jobs with a thousand solutions
constexpr std::size_t kMostEvent = 1024 * 1024;

using Endpoints = std::vector<tcp::endpoint>;

Endpoints look_up(const ServerUrl& server) {
  asio::io_context io;
  tcp::resolver resolver(io);
  Endpoints endpoints;
  for (const auto& entry : resolver.resolve(server.host, std::to_string(server.port))) {
    endpoints.push_back(entry.endpoint());
  }
  return endpoints;
}

// The system's look-up cannot be interrupted, so it has a thread that can be left behind.
Endpoints resolve(const ServerUrl& server, const CancelToken& cancel, Clock::time_point deadline) {
  error_code no_address;
  const auto address = asio::ip::make_address(server.host, no_address);
  if (!no_address) return {tcp::endpoint(address, server.port)};
  const std::string failure = "cannot find the host '" + server.host + "'";
  std::packaged_task<Endpoints()> task([server] { return look_up(server); });
  std::future<Endpoints> found = task.get_future();
  std::thread(std::move(task)).detach();
  while (found.wait_for(kBeat) != std::future_status::ready) {
    cancel.throw_if_requested();
    if (Clock::now() >= deadline) throw ConnectionError(failure + ": no answer", false);
  }
  try {
    return found.get();
  } catch (const boost::system::system_error& error) {
    throw ConnectionError(failure + ": " + error.code().message(), false);
  }
}

// A request and its answer, on a connection of their own. Calls wait for their end, for their
// deadline or for the token.
class Exchange {
 public:
  Exchange(ServerUrl server, CancelToken cancel, const Patience& patience)
      : server_(std::move(server)), cancel_(std::move(cancel)), patience_(patience), socket_(io_) {}

  // Sends the request and reads the answer's beginning.
  void begin(Request& request) {
    connect();
    const Clock::time_point deadline = Clock::now() + patience_.answer;
    check(finish(deadline, [&](auto handler) {
      beast::http::async_write(socket_, request, std::move(handler));
    }));
    parser_.header_limit(kMostHeader);
    parser_.body_limit(UINT64_MAX);  // what is too much depends on what it is
    check(finish(deadline, [&](auto handler) {
      beast::http::async_read_header(socket_, buffer_, parser_, std::move(handler));
    }));
    const auto& header = parser_.get();
    answer_.status = header.result_int();
    answer_.content_type = std::string(header[beast::http::field::content_type]);
    answer_.retry_after = std::string(header[beast::http::field::retry_after]);
  }

  void read_body() {
    const Clock::time_point deadline = Clock::now() + patience_.answer;
    while (!parser_.is_done()) {
      answer_.body += read_some(deadline);
      if (answer_.body.size() <= kMostBody) continue;
      throw ConnectionError(
          server_.text() + " answers with more than " + std::to_string(kMostBody) + " bytes", true);
    }
  }

  // Until the stream ends or breaks off, or somebody has seen enough.
  void read_events(const Client::EventVisitor& on_event) {
    EventParser events(kMostEvent);
    Clock::time_point heard = Clock::now();
    while (!parser_.is_done()) {
      std::string_view bytes;
      try {
        bytes = read_some(heard + patience_.silence);
      } catch (const ConnectionError&) {
        return;
      }
      if (!bytes.empty()) heard = Clock::now();
      for (const ServerEvent& event : events.take(bytes)) {
        if (!on_event(event)) return;
      }
    }
  }

  [[nodiscard]] const Answer& answer() const noexcept { return answer_; }

 private:
  void connect() {
    const Clock::time_point deadline = Clock::now() + patience_.connect;
    const Endpoints endpoints = resolve(server_, cancel_, deadline);
    const error_code error = finish(deadline, [&](auto handler) {
      asio::async_connect(socket_, endpoints, std::move(handler));
    });
    if (!error) return;
    const std::string why = error == asio::error::timed_out ? "no answer" : error.message();
    throw ConnectionError("cannot connect to " + server_.text() + ": " + why, false);
  }

  // Some of the body, valid until the next call. It may be empty although more follows.
  std::string_view read_some(Clock::time_point deadline) {
    auto& body = parser_.get().body();
    body.data = chunk_.data();
    body.size = chunk_.size();
    const error_code error = finish(deadline, [&](auto handler) {
      beast::http::async_read_some(socket_, buffer_, parser_, std::move(handler));
    });
    if (error != beast::http::error::need_buffer) check(error);
    return {chunk_.data(), chunk_.size() - body.size};
  }

  template <typename Start>
  error_code finish(Clock::time_point deadline, const Start& start) {
    std::optional<error_code> result;
    start([&result](error_code error, auto&&... /*ignored*/) { result = error; });
    while (true) {
      io_.restart();
      io_.run_for(kBeat);
      if (result) return *result;
      if (cancel_.requested() || Clock::now() >= deadline) break;
    }
    error_code ignored;
    socket_.close(ignored);
    io_.restart();
    io_.run();  // until the operation has ended, which uses what our caller has
    cancel_.throw_if_requested();
    return asio::error::timed_out;
  }

  void check(const error_code& error) const {
    using beast::http::error::bad_version;
    using beast::http::error::end_of_stream;
    using beast::http::error::partial_message;
    if (!error) return;
    const std::string name = server_.text();
    if (error == asio::error::timed_out) throw ConnectionError(name + " does not answer", true);
    const bool ended = error == end_of_stream || error == partial_message;
    if (!ended && error.category() == make_error_code(bad_version).category()) {
      throw ConnectionError(name + " does not answer as it should: " + error.message(), true);
    }
    throw ConnectionError("the connection to " + name + " broke off: " + error.message(), true);
  }

  ServerUrl server_;
  CancelToken cancel_;
  Patience patience_;
  asio::io_context io_;
  tcp::socket socket_;
  beast::flat_buffer buffer_;
  Parser parser_;
  std::array<char, 8192> chunk_{};
  Answer answer_;
};

Request make_request(const ServerUrl& server, const std::optional<std::string>& token,
                     const std::string& method, const std::string& target) {
  using beast::http::field;
  Request request(beast::http::string_to_verb(method), target, 11);
  request.set(field::host, server.authority());
  request.set(field::user_agent, "queens");
  request.set(field::connection, "close");
  if (token) request.set(field::authorization, "Bearer " + *token);
  return request;
}

}  // namespace

std::optional<ServerProblem> problem_of(const Answer& answer) {
  constexpr std::string_view kTypes = "/problems/";
  if (!answer.content_type.starts_with("application/problem+json")) return std::nullopt;
  const auto json = nlohmann::json::parse(answer.body, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto text = [&json](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  ServerProblem problem{.name = text("type"), .detail = text("detail"), .place = text("place")};
  if (problem.name.starts_with(kTypes)) problem.name.erase(0, kTypes.size());
  if (problem.detail.empty()) problem.detail = text("title");
  return problem;
}

Client::Client(ServerUrl server, std::optional<std::string> token, CancelToken cancel,
               Patience patience)
    : server_(std::move(server)),
      token_(std::move(token)),
      cancel_(std::move(cancel)),
      patience_(patience) {}

Answer Client::request(const std::string& method, const std::string& target,
                       const std::string& body, const Headers& headers) const {
  Request request = make_request(server_, token_, method, target);
  request.set(beast::http::field::accept, "application/json, application/problem+json");
  for (const auto& [name, value] : headers) request.set(name, value);
  if (!body.empty()) request.set(beast::http::field::content_type, "application/json");
  request.body() = body;
  request.prepare_payload();
  Exchange exchange(server_, cancel_, patience_);
  exchange.begin(request);
  exchange.read_body();
  return exchange.answer();
}

Answer Client::stream(const std::string& target, const std::string& last_event_id,
                      const EventVisitor& on_event) const {
  Request request = make_request(server_, token_, "GET", target);
  request.set(beast::http::field::accept, "text/event-stream, application/problem+json");
  if (!last_event_id.empty()) request.set("Last-Event-ID", last_event_id);
  Exchange exchange(server_, cancel_, patience_);
  exchange.begin(request);
  if (exchange.answer().status != 200) {
    exchange.read_body();
  } else if (!exchange.answer().content_type.starts_with("text/event-stream")) {
    throw ConnectionError(server_.text() + " answers without a stream of events", true);
  } else {
    try {
      exchange.read_events(on_event);
    } catch (const std::length_error& error) {
      throw ConnectionError(server_.text() + " sends " + error.what(), true);
    }
  }
  return exchange.answer();
}

}  // namespace queens::http
