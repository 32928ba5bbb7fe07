#pragma once

// Clients that submit jobs to a service that is killed again and again, and remember what it told
// them.

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "http/jobs_client.hpp"

namespace queens::test {

/// All that its clients were told must stay true; the methods check that.
class ServiceLoad {
 public:
  explicit ServiceLoad(std::uint64_t seed) : random_(seed) {}
  ServiceLoad(const ServiceLoad&) = delete;
  ServiceLoad& operator=(const ServiceLoad&) = delete;
  ~ServiceLoad() { leave(); }

  /// Lets the clients submit and read until the service goes away or leave() is called.
  void come(int port);
  void leave();

  /// Expects all that was acknowledged to be there, and what was final to be as it was; returns how
  /// many acknowledged jobs are missing.
  int check(int port, bool expected = true);

  /// Expects every job, acknowledged or not, to come to its right total, and no job to be there
  /// twice.
  void finish(int port);

  [[nodiscard]] std::size_t acknowledged() const { return ids_.size(); }
  [[nodiscard]] std::size_t finals() const { return finals_.size(); }

 private:
  void submit(int port, std::uint64_t seed);
  void watch(int port);
  void send(int port, int key);
  void remember(const Json& job);
  static Json request_of(int key);

  std::mt19937_64 random_;
  std::atomic<bool> ended_{false};
  std::vector<std::thread> clients_;
  std::mutex lock_;
  int keys_ = 0;                        // used until now, acknowledged or not
  std::map<int, std::string> ids_;      // by key, of acknowledged jobs
  std::set<int> created_;               // the keys that were answered with 201
  std::map<std::string, Json> finals_;  // by id, as they were first seen
};

/// All jobs of a service by their ids.
std::map<std::string, Json> all_jobs(int port);

}  // namespace queens::test
