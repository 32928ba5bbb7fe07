#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "job/feed.hpp"
#include "job/job.hpp"
#include "job/store.hpp"
#include "queens/cancel.hpp"

namespace queens::job {

struct RunnerSettings {
  int threads = 0;           ///< as Options::threads
  std::string kernel{};      ///< as Options::kernel
  std::uint64_t memory = 0;  ///< as Options::memory, for all jobs together
  int long_jobs = 1;         ///< so many long jobs run at once
  std::optional<std::chrono::milliseconds> job_time{};  ///< after which a job fails; of one run
  std::filesystem::path checkpoints{};                  ///< a folder
  std::chrono::milliseconds checkpoint_interval{30'000};
  std::function<void(const Job&)> ended{};  ///< called for each job that ends
};

/// Runs the store's queued jobs.
///
/// Brief jobs have a thread of their own, so that they never wait for a long one; what a job is, is
/// found out by planning it. Long jobs keep a checkpoint. All of them run at a lower priority than
/// the rest of the process, which answers users.
class Runner {
 public:
  Runner(Store& store, Feed& feed, RunnerSettings settings);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner();

  /// Looks for queued jobs.
  void wake();

  /// Ends the job's run, if there is one, within a tenth of a second. The store knows already.
  void cancel(std::uint64_t id);

  /// Adds to a job what only this process knows: its progress and first solutions.
  void add_progress(Job& job);

  /// The last revision of a running job that was made known; 0 of others.
  [[nodiscard]] std::int64_t revision(std::uint64_t id);

  /// Ends all runs; their jobs are queued, to go on from their checkpoints.
  void stop();

 private:
  struct Run;

  [[nodiscard]] std::shared_ptr<Run> find(std::uint64_t id);
  void work(const std::vector<Length>& lengths);
  bool work_once(const std::vector<Length>& lengths);
  [[nodiscard]] bool is_long(const Job& job) const;
  void run(const Job& job, Length length);
  void run_started(Run& run, Length length);
  bool run_to_end(Run& run, Length length);
  [[nodiscard]] Answer count_in(Run& run, Length length);
  void watch_checkpoint(Run& run, Options& options);
  bool conclude(const Run& run, const std::function<std::optional<Job>()>& change);
  [[nodiscard]] Options options_for(const Run& run, Length length) const;
  [[nodiscard]] std::filesystem::path checkpoint_of(std::uint64_t id) const;
  [[nodiscard]] bool stopping();
  void wait(std::chrono::milliseconds time);

  Store& store_;
  Feed& feed_;
  RunnerSettings settings_;

  std::mutex mutex_;
  std::condition_variable woken_;
  bool stopping_ = false;
  std::uint64_t wakes_ = 0;
  std::map<std::uint64_t, std::shared_ptr<Run>> runs_;

  std::vector<std::jthread> threads_;
};

}  // namespace queens::job
