#pragma once

// Jobs in an SQLite database that survives crashes and the loss of power: what a call has returned
// is there to stay. Write-ahead log with synchronous=FULL; a call that writes costs a synchronised
// write to the disk, a few milliseconds.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "job/job.hpp"

namespace queens::job {

/// The database cannot be read or written.
struct StoreError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The disk is full; nothing has changed.
struct DiskFull : StoreError {
  using StoreError::StoreError;
};

/// The folder belongs to another process, or to a version of this program that is newer.
struct FolderRefused : StoreError {
  using StoreError::StoreError;
};

/// As many jobs are queued as may be.
struct QueueFull {};

/// The key belongs to a job with another request.
struct KeyConflict {};

struct Submitted {
  Job job;
  bool existed = false;  ///< by its key
};

/// Jobs, newest first.
struct Page {
  std::vector<Job> jobs;
  std::optional<std::uint64_t> next;  ///< pass it on as `before`, if there are more
};

/// What a list is to hold.
struct Filter {
  std::vector<State> states{};  ///< empty for all
  std::uint64_t before = UINT64_MAX;
  int limit = 20;
};

/// Whether a job may keep others waiting, which is found out before it is run.
enum class Length { unknown, brief, long_ };

/// All calls may be made by several threads at once. Throws StoreError and DiskFull.
class Store {
 public:
  /// Opens or creates the database in the folder, which is created. Jobs that were running when the
  /// last process ended are queued. Throws FolderRefused.
  ///
  /// `wrote` is called with the seconds of each write, by the thread that wrote.
  explicit Store(const std::filesystem::path& folder, std::function<void(double)> wrote = {});
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  /// Throws QueueFull where `most_queued` are queued, KeyConflict. `key` is empty for none.
  Submitted submit(const Request& request, const std::string& key, std::size_t most_queued);

  [[nodiscard]] std::optional<Job> find(std::uint64_t id);
  [[nodiscard]] Page list(const Filter& filter);
  [[nodiscard]] std::map<State, std::uint64_t> numbers();

  /// The queued job to run next among those of these lengths: the highest priority, then the one
  /// that was begun already, then the oldest.
  [[nodiscard]] std::optional<Job> next(const std::vector<Length>& lengths);
  [[nodiscard]] Length length(std::uint64_t id);
  void set_length(std::uint64_t id, Length length);

  // Changes of state. Each returns the job as it is afterwards, or none if it was not in a state
  // from which that change leads: so a job ends once, whoever comes first. Its revision is then
  // larger than `seen`, the last that was made known of it.
  std::optional<Job> start(std::uint64_t id);                           ///< queued -> running
  std::optional<Job> queue_again(std::uint64_t id, std::int64_t seen);  ///< running -> queued
  std::optional<Job> finish(std::uint64_t id, const Answer& answer,
                            std::int64_t seen);  ///< running -> done
  std::optional<Job> fail(std::uint64_t id, const Failure& failure,
                          std::int64_t seen);                      ///< running -> failed
  std::optional<Job> cancel(std::uint64_t id, std::int64_t seen);  ///< queued, running -> cancelled

  /// A text kept under a name.
  [[nodiscard]] std::optional<std::string> document(const std::string& name);
  void set_document(const std::string& name, const std::string& text);

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

}  // namespace queens::job
