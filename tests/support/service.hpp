#pragma once

// The service as a test starts it, and a plain client of HTTP/1.1 that may misbehave as it likes.

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/process.hpp"

namespace queens::test {

/// `PROGRAM serve` on a free port of the loopback address. It is killed at the end of its life.
class Service {
 public:
  /// Starts it and does not wait. `environment` are words such as LD_PRELOAD=file.
  Service(const std::string& program, const std::string& data,
          const std::vector<std::string>& arguments = {},
          const std::vector<std::string>& environment = {});

  /// Its port. Waits until it listens, and throws with its log where it ends before.
  int port();

  [[nodiscard]] pid_t pid() const { return process_.pid(); }

  /// What it has logged until now.
  [[nodiscard]] std::string log() const;

  /// Waits until the log holds the text; false where it does not within that time.
  [[nodiscard]] bool logs_within(std::string_view text, std::chrono::duration<double> time) const;

  void send(int signal) const { process_.send(signal); }

  /// Sends the signal, waits for the end and says how it was, with the log as standard error.
  Outcome stop(int signal);

  /// As a loss of power does.
  Outcome kill();

 private:
  TemporaryFolder folder_;
  Process process_;
  int port_ = 0;
};

/// What a process holds, from /proc.
long resident_kib(pid_t process);
long open_files(pid_t process);
long threads(pid_t process);

/// The other side has closed the connection.
struct Disconnected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The other side has said nothing for too long.
struct TimedOut : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Response {
  int status = 0;
  std::string version;  ///< "HTTP/1.1"
  Headers headers;      ///< as they came, in their order
  std::string body;     ///< unchunked

  /// The first header of that name in any case, empty where there is none.
  [[nodiscard]] std::string header(std::string_view name) const;
  [[nodiscard]] bool has_header(std::string_view name) const;
};

std::ostream& operator<<(std::ostream& stream, const Response& response);

/// A TCP connection to the loopback address.
class Connection {
 public:
  using Seconds = std::chrono::duration<double>;

  /// `timeout` is for each wait, `receive_buffer` (bytes; 0: as usual) for the kernel's buffer.
  explicit Connection(int port, Seconds timeout = Seconds(10), int receive_buffer = 0);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  /// A request as it goes over the wire. Host and, where there is a body, Content-Length are added
  /// where they are not given.
  [[nodiscard]] std::string text(const std::string& method, const std::string& target,
                                 const std::string& body = "", const Headers& headers = {}) const;

  /// Sends all of it. Throws Disconnected, and TimedOut where the other side does not take it.
  void send(std::string_view bytes);

  /// Sends what is taken without waiting; false where the other side has closed.
  bool try_send(std::string_view bytes);

  /// No more is sent; what comes can still be read.
  void finish_sending() const;

  /// The next bytes; empty where the other side has closed.
  std::string read_some();

  /// All that comes until the other side closes, which it has to do within that time.
  std::string read_to_end(Seconds time);

  /// The status line and headers of the next response.
  Response read_head();

  /// The next piece of the body that belongs to that head; empty at its end.
  std::string read_piece(const Response& head);

  /// The next response. `head`: it answers HEAD, and so has no body.
  Response read_response(bool head = false);

  /// Sends a request and reads its response.
  Response request(const std::string& method, const std::string& target,
                   const std::string& body = "", const Headers& headers = {});

  [[nodiscard]] int descriptor() const { return fd_; }

 private:
  std::string read_line();
  std::string take(std::size_t most);
  void fill();
  std::string read_chunk();

  int fd_ = -1;
  int port_;
  Seconds timeout_;
  std::string buffer_;        // received and not yet handed out
  std::size_t received_ = 0;  // of a body of known length
};

/// One request on a connection of its own.
Response request(int port, const std::string& method, const std::string& target,
                 const std::string& body = "", const Headers& headers = {});

struct Event {
  std::string id;
  std::string name;
  std::string data;
};

/// A stream of server-sent events.
class EventStream {
 public:
  EventStream(int port, const std::string& target, const Headers& headers = {},
              Connection::Seconds timeout = Connection::Seconds(10));

  [[nodiscard]] const Response& head() const { return head_; }

  /// The next event; nothing at the end of the stream.
  std::optional<Event> next();

  /// The comments until now.
  [[nodiscard]] int comments() const { return comments_; }

 private:
  bool next_line(std::string& line);

  Connection connection_;
  Response head_;
  std::string text_;
  int comments_ = 0;
};

}  // namespace queens::test
