#pragma once

// Durable jobs: what the service does for its users, without HTTP. A job that submit() has returned
// is there to stay, is run until it ends, and ends once.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "job/feed.hpp"
#include "job/job.hpp"
#include "job/runner.hpp"
#include "job/store.hpp"

namespace queens::job {

struct JobsSettings {
  std::filesystem::path folder{};       ///< of the database and the checkpoints; created
  std::size_t most_queued = 1000;       ///< jobs that may wait
  RunnerSettings runner{};              ///< its folder is set here
  std::function<void(double)> wrote{};  ///< called with the seconds of each write to the database
};

/// All calls may be made by several threads at once; those that read or write the database throw
/// StoreError and DiskFull.
class Jobs {
 public:
  /// Goes on with the jobs that the last process left. Throws FolderRefused.
  explicit Jobs(JobsSettings settings);

  /// Throws QueueFull, KeyConflict.
  Submitted submit(const Request& request, const std::string& key);

  [[nodiscard]] std::optional<Job> find(std::uint64_t id);
  [[nodiscard]] Page list(const Filter& filter);
  [[nodiscard]] std::map<State, std::uint64_t> numbers() { return store_.numbers(); }

  /// Cancels a job that has not ended; returns it as it is then, in any state, or none.
  std::optional<Job> cancel(std::uint64_t id);

  /// Snapshots of a job from now on.
  std::unique_ptr<Feed::Subscription> subscribe(std::uint64_t id, Feed::Receiver receiver);

  [[nodiscard]] std::optional<std::string> document(const std::string& name);
  void set_document(const std::string& name, const std::string& text);

  /// Ends all runs within a tenth of a second; their jobs go on at the next start.
  void stop() { runner_.stop(); }

 private:
  void remove_old_checkpoints();

  JobsSettings settings_;
  Store store_;
  Feed feed_;
  Runner runner_;
};

}  // namespace queens::job
