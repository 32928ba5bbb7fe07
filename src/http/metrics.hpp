#pragma once

// What an operator watches, in the text format of Prometheus.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "job/job.hpp"

namespace queens::http {

/// All calls may be made by several threads at once.
class Metrics {
 public:
  Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;
  ~Metrics();

  /// A request was answered. `route` is a pattern, never a user's text.
  void count_request(const std::string& route, const std::string& method, int status,
                     double seconds);
  void count_streams(int change);
  void count_write(double seconds);  ///< to the database
  void count_solve(double seconds, std::uint64_t nodes);
  void count_ended(const job::Job& job);

  /// All of it, with these numbers of jobs.
  std::string text(const std::map<job::State, std::uint64_t>& jobs);

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace queens::http
