#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "http/server.hpp"
#include "job/jobs.hpp"

namespace queens::http {

struct ServiceSettings {
  ServerSettings server{};
  job::JobsSettings jobs{};
  int most_rows = Board::kMaxSize;  ///< of a board
  std::string token{};              ///< that users must have; empty for none
  bool open_metrics = false;        ///< who watches the service needs none
};

/// Whether an address is this machine's own, which no other machine reaches.
bool is_loopback(const std::string& address);

/// The solver service: jobs, the API, the page and metrics.
class Service {
 public:
  /// Opens the folder and listens; queued jobs begin to run. Throws ServerError, job::StoreError,
  /// queens::Error.
  explicit Service(const ServiceSettings& settings);
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service();

  [[nodiscard]] std::uint16_t port() const;

  /// Serves until it is asked to stop, which it then does within three seconds. Jobs that run then
  /// go on at the next start.
  void run(const std::function<bool()>& stop_asked);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace queens::http
