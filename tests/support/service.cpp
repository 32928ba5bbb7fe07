#include "support/service.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <thread>

namespace queens::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kStart{20};     // for the service to listen
constexpr std::chrono::seconds kLongest{600};  // that a service may live
constexpr std::chrono::milliseconds kLook{2};
constexpr std::string_view kListening = "listening on http://127.0.0.1:";

// env becomes the program, so that its process is the program's.
std::vector<std::string> words(const std::string& program, const std::string& data,
                               const std::vector<std::string>& arguments,
                               const std::vector<std::string>& environment) {
  std::vector<std::string> all = environment;
  all.insert(all.end(), {program, "serve", "--listen", "127.0.0.1:0", "--data", data});
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

// Waits until the socket is ready; throws when it takes too long.
void wait_for(int fd, short events, Connection::Seconds time) {
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd ready{.fd = fd, .events = events, .revents = 0};
    const int found = ::poll(&ready, 1, static_cast<int>(std::max<long>(left, 0)));
    if (found > 0) return;
    if (found == 0) throw TimedOut("the service does not answer");
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  }
}

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(" \t");
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

bool chunked(const Response& head) {
  return head.header("Transfer-Encoding") == "chunked";
}

bool without_body(int status) {
  return status < 200 || status == 204 || status == 304;
}

long entries(pid_t process, const char* folder) {
  const auto path = "/proc/" + std::to_string(process) + '/' + folder;
  return std::distance(std::filesystem::directory_iterator(path),
                       std::filesystem::directory_iterator());
}

}  // namespace

Service::Service(const std::string& program, const std::string& data,
                 const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment)
    : process_("/usr/bin/env", words(program, data, arguments, environment),
               {.error_file = folder_.path("log"), .timeout = kLongest}) {}

int Service::port() {
  const auto until = Clock::now() + kStart;
  while (port_ == 0) {
    const std::string text = log();
    const std::size_t at = text.find(kListening);
    if (at != std::string::npos && text.find('\n', at) != std::string::npos) {
      port_ = std::atoi(text.c_str() + at + kListening.size());
    } else if (process_.ends_within(kLook) || Clock::now() > until) {
      throw std::runtime_error("the service does not start:\n" + text);
    }
  }
  return port_;
}

std::string Service::log() const {
  return read_file(folder_.path("log"));
}

bool Service::logs_within(std::string_view text, std::chrono::duration<double> time) const {
  for (const auto from = Clock::now(); log().find(text) == std::string::npos;) {
    if (Clock::now() - from > time) return false;
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

Outcome Service::stop(int signal) {
  process_.send(signal);
  Outcome outcome = process_.wait();
  outcome.err = log();
  return outcome;
}

Outcome Service::kill() {
  return stop(SIGKILL);
}

long resident_kib(pid_t process) {
  const std::string status = read_file("/proc/" + std::to_string(process) + "/status");
  constexpr std::string_view kField = "VmRSS:";
  const std::size_t at = status.find(kField);
  return at == std::string::npos ? 0 : std::atol(status.c_str() + at + kField.size());
}

long open_files(pid_t process) {
  return entries(process, "fd");
}

long threads(pid_t process) {
  return entries(process, "task");
}

bool Response::has_header(std::string_view name) const {
  return std::any_of(headers.begin(), headers.end(), [name](const auto& header) {
    return ::strcasecmp(header.first.c_str(), std::string(name).c_str()) == 0;
  });
}

std::string Response::header(std::string_view name) const {
  for (const auto& [field, value] : headers) {
    if (::strcasecmp(field.c_str(), std::string(name).c_str()) == 0) return value;
  }
  return "";
}

std::ostream& operator<<(std::ostream& stream, const Response& response) {
  stream << response.version << ' ' << response.status << '\n';
  for (const auto& [field, value] : response.headers) stream << field << ": " << value << '\n';
  return stream << '\n' << response.body << '\n';
}

Connection::Connection(int port, Seconds timeout, int receive_buffer)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port), timeout_(timeout) {
  if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "socket");
  if (receive_buffer > 0) {
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const int error = errno;
    ::close(fd_);
    throw Disconnected(std::generic_category().message(error));
  }
}

Connection::Connection(Connection&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      port_(other.port_),
      timeout_(other.timeout_),
      buffer_(std::move(other.buffer_)),
      received_(other.received_) {}

Connection::~Connection() {
  if (fd_ >= 0) ::close(fd_);
}

std::string Connection::text(const std::string& method, const std::string& target,
                             const std::string& body, const Headers& headers) const {
  std::string text = method + ' ' + target + " HTTP/1.1\r\n";
  Response given;
  given.headers = headers;
  if (!given.has_header("Host")) text += "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
  if (!body.empty() && !given.has_header("Content-Length")) {
    text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  for (const auto& [field, value] : headers) text += field + ": " + value + "\r\n";
  return text + "\r\n" + body;
}

void Connection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    wait_for(fd_, POLLOUT, timeout_);
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EAGAIN && errno != EINTR) throw Disconnected("sending");
  }
}

bool Connection::try_send(std::string_view bytes) {
  const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EAGAIN) return false;
  pollfd state{.fd = fd_, .events = POLLRDHUP, .revents = 0};
  return ::poll(&state, 1, 0) == 0;
}

void Connection::finish_sending() const {
  ::shutdown(fd_, SHUT_WR);
}

std::string Connection::read_some() {
  if (!buffer_.empty()) return std::exchange(buffer_, "");
  wait_for(fd_, POLLIN, timeout_);
  std::array<char, 16384> chunk{};
  const ssize_t bytes = ::recv(fd_, chunk.data(), chunk.size(), 0);
  return {chunk.data(), static_cast<std::size_t>(std::max<ssize_t>(bytes, 0))};
}

std::string Connection::read_to_end(Seconds time) {
  std::string all;
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  while (true) {
    const std::string more = read_some();
    if (more.empty()) return all;
    if (Clock::now() > until) throw TimedOut("the service does not close the connection");
    all += more;
  }
}

void Connection::fill() {
  const std::string held = std::exchange(buffer_, "");
  const std::string more = read_some();
  if (more.empty()) throw Disconnected("in the middle of a response: " + held.substr(0, 200));
  buffer_ = held + more;
}

std::string Connection::read_line() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n")) == std::string::npos) fill();
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return line;
}

std::string Connection::take(std::size_t most) {
  if (buffer_.empty()) fill();
  std::string piece = buffer_.substr(0, most);
  buffer_.erase(0, most);
  return piece;
}

Response Connection::read_head() {
  Response head;
  received_ = 0;
  const std::string line = read_line();
  const std::size_t space = line.find(' ');
  if (!line.starts_with("HTTP/1.") || space == std::string::npos) {
    throw std::runtime_error("no status line: " + line);
  }
  head.version = line.substr(0, space);
  head.status = std::atoi(line.c_str() + space);
  for (std::string field = read_line(); !field.empty(); field = read_line()) {
    const std::size_t colon = field.find(':');
    if (colon == std::string::npos) throw std::runtime_error("no header: " + field);
    head.headers.emplace_back(field.substr(0, colon), trimmed(field.substr(colon + 1)));
  }
  return head;
}

std::string Connection::read_chunk() {
  const std::size_t size = std::stoull(read_line(), nullptr, 16);
  std::string chunk;
  while (chunk.size() < size) chunk += take(size - chunk.size());
  read_line();
  return chunk;
}

std::string Connection::read_piece(const Response& head) {
  if (without_body(head.status)) return "";
  if (chunked(head)) return read_chunk();
  if (!head.has_header("Content-Length")) return read_some();
  const std::size_t length = std::stoull(head.header("Content-Length"));
  if (received_ == length) return "";
  std::string piece = take(length - received_);
  received_ += piece.size();
  return piece;
}

Response Connection::read_response(bool head) {
  Response response = read_head();
  if (head) return response;
  for (std::string piece = read_piece(response); !piece.empty(); piece = read_piece(response)) {
    response.body += piece;
  }
  return response;
}

Response Connection::request(const std::string& method, const std::string& target,
                             const std::string& body, const Headers& headers) {
  send(text(method, target, body, headers));
  return read_response(method == "HEAD");
}

Response request(int port, const std::string& method, const std::string& target,
                 const std::string& body, const Headers& headers) {
  return Connection(port).request(method, target, body, headers);
}

EventStream::EventStream(int port, const std::string& target, const Headers& headers,
                         Connection::Seconds timeout)
    : connection_(port, timeout) {
  connection_.send(connection_.text("GET", target, "", headers));
  head_ = connection_.read_head();
}

bool EventStream::next_line(std::string& line) {
  std::size_t end = 0;
  while ((end = text_.find('\n')) == std::string::npos) {
    const std::string more = connection_.read_piece(head_);
    if (more.empty()) return false;
    text_ += more;
  }
  line = text_.substr(0, end);
  text_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

std::optional<Event> EventStream::next() {
  Event event;
  bool has_data = false;
  std::string line;
  while (next_line(line)) {
    if (line.empty() && has_data) return event;
    if (line.starts_with(':')) ++comments_;
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string field = line.substr(0, colon);
    std::string value = colon < line.size() ? line.substr(colon + 1) : "";
    if (value.starts_with(' ')) value.erase(0, 1);
    if (field == "id") event.id = value;
    if (field == "event") event.name = value;
    if (field == "data") event.data += (std::exchange(has_data, true) ? "\n" : "") + value;
  }
  return std::nullopt;
}

}  // namespace queens::test
