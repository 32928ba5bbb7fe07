#include "job/jobs.hpp"

#include <charconv>
#include <utility>

#include "queens/error.hpp"
#include "store/atomic_file.hpp"

namespace queens::job {
namespace {

RunnerSettings with_folder(RunnerSettings settings, const std::filesystem::path& folder) {
  settings.checkpoints = folder / "checkpoints";
  try {
    create_folder(settings.checkpoints);
  } catch (const Error& error) {
    throw StoreError(error.what());
  }
  return settings;
}

}  // namespace

Jobs::Jobs(JobsSettings settings)
    : settings_(std::move(settings)),
      store_(settings_.folder, settings_.wrote),
      runner_(store_, feed_, with_folder(settings_.runner, settings_.folder)) {
  remove_old_checkpoints();
}

// Those of jobs that ended when nobody was left to remove them.
void Jobs::remove_old_checkpoints() {
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::directory_iterator(settings_.folder / "checkpoints", ignored)) {
    const std::string name = entry.path().filename().string();
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc() || *end != '.') continue;
    const std::optional<Job> job = store_.find(id);
    if (!job || is_final(job->state)) std::filesystem::remove(entry.path(), ignored);
  }
}

Submitted Jobs::submit(const Request& request, const std::string& key) {
  Submitted submitted = store_.submit(request, key, settings_.most_queued);
  if (!submitted.existed) runner_.wake();
  if (submitted.existed) runner_.add_progress(submitted.job);
  return submitted;
}

std::optional<Job> Jobs::find(std::uint64_t id) {
  std::optional<Job> job = store_.find(id);
  if (job) runner_.add_progress(*job);
  return job;
}

Page Jobs::list(const Filter& filter) {
  Page page = store_.list(filter);
  for (Job& job : page.jobs) runner_.add_progress(job);
  return page;
}

std::optional<Job> Jobs::cancel(std::uint64_t id) {
  std::optional<Job> job = store_.cancel(id, runner_.revision(id));
  if (!job) return store_.find(id);
  runner_.cancel(id);
  if (settings_.runner.ended) settings_.runner.ended(*job);
  feed_.publish(*job);
  return job;
}

std::unique_ptr<Feed::Subscription> Jobs::subscribe(std::uint64_t id, Feed::Receiver receiver) {
  return std::make_unique<Feed::Subscription>(feed_, id, std::move(receiver));
}

std::optional<std::string> Jobs::document(const std::string& name) {
  return store_.document(name);
}

void Jobs::set_document(const std::string& name, const std::string& text) {
  store_.set_document(name, text);
}

}  // namespace queens::job
