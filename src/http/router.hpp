#pragma once

// Finds who answers a request, lets him do so where he may take the time, and turns what he throws
// into a response. Also the one place that asks for tokens and hosts, counts and logs.

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "http/message.hpp"
#include "http/metrics.hpp"
#include "http/worker_pool.hpp"

namespace queens::http {

/// A request and the part of its path that stands for {...} in the route.
struct Call {
  Request request;
  std::string parameter;
};

/// Where an action runs: by what it waits for.
enum class Place {
  server,    ///< the server's thread: it waits for nothing
  database,  ///< it waits for the disk
  solving,   ///< it counts for up to a second
  patient,   ///< it counts for longer, and others come first
};

using Action = std::function<Response(const Call&)>;

struct Access {
  std::string token{};               ///< that everything under /v1 and /metrics wants; empty: none
  bool open_metrics = false;         ///< /metrics wants none
  std::vector<std::string> hosts{};  ///< the names that Host may have; empty: any
};

class Router final : public Handler {
 public:
  Router(Access access, Metrics& metrics, int solving_threads);

  /// `pattern` is a path that may end in, or hold, one "{name}" in place of a whole part. A GET is
  /// also what answers a HEAD.
  void add(const std::string& method, const std::string& pattern, Place place, Action action);

  /// From now on requests that would have to wait are told that the server is stopping.
  void stop() { stopping_ = true; }

  /// Waits until no action runs any more; those that wait are dropped. To be called before the
  /// server ends, which takes the responses.
  void finish();

  void handle(Request request, Respond respond) override;
  Response refuse(Refusal refusal, const std::string& request_id,
                  const std::string& detail) override;
  void count_streams(int change) override { metrics_.count_streams(change); }

 private:
  struct Route {
    std::string method;
    std::vector<std::string> parts;
    std::string pattern;
    Place place = Place::server;
    Action action;
  };
  struct Found {
    const Route* route = nullptr;
    std::string parameter{};
    std::string allowed{};  ///< methods of routes of this path
  };

  [[nodiscard]] Found find(const std::string& method, const std::string& path) const;
  void admit(const Request& request) const;
  [[nodiscard]] WorkerPool* pool(Place place);
  static Response answer(const Action& action, const Call& call);

  Access access_;
  Metrics& metrics_;
  std::vector<Route> routes_;
  std::atomic<bool> stopping_ = false;
  WorkerPool database_;
  WorkerPool solving_;
  WorkerPool patient_;
};

}  // namespace queens::http
