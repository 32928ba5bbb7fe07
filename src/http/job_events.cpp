#include "http/job_events.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "http/job_json.hpp"

namespace queens::http {

JobEvents::JobEvents(job::Jobs& jobs, std::uint64_t id, std::int64_t seen)
    : sent_(seen),
      subscription_(
          jobs.subscribe(id, [this](const job::Snapshot& snapshot) { receive(snapshot); })) {}

void JobEvents::receive(const job::Snapshot& snapshot) {
  const std::scoped_lock hold(mutex_);
  // Progress may come after the end, from a thread that does not know of it yet.
  if (newest_ && job::is_final(newest_->state)) return;
  if (newest_ && snapshot->revision <= newest_->revision && !job::is_final(snapshot->state)) return;
  newest_ = snapshot;
  if (wake_) wake_();
}

std::optional<std::string> JobEvents::next() {
  job::Snapshot job;
  bool news = false;
  {
    const std::scoped_lock hold(mutex_);
    if (!newest_ || sent_final_) return std::nullopt;
    sent_final_ = job::is_final(newest_->state);
    if (newest_->revision <= sent_ && !sent_final_) return std::nullopt;
    job = newest_;
    const bool solutions = job->first_solutions || job->answer;
    news = !sent_any_ || job->state != sent_state_ || solutions != sent_solutions_;
    sent_ = job->revision;
    sent_state_ = job->state;
    sent_solutions_ = solutions;
    sent_any_ = true;
  }
  return "id: " + std::to_string(job->revision) + "\nevent: " + (news ? "state" : "progress") +
         "\ndata: " + job_json(*job, news).dump() + "\n\n";
}

bool JobEvents::ended() const {
  const std::scoped_lock hold(mutex_);
  return sent_final_;
}

void JobEvents::on_news(std::function<void()> wake) {
  const std::scoped_lock hold(mutex_);
  wake_ = std::move(wake);
}

}  // namespace queens::http
