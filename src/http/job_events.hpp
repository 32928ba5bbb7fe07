#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "http/message.hpp"
#include "job/feed.hpp"
#include "job/jobs.hpp"

namespace queens::http {

/// A job's changes as server-sent events. Each is the job as it is then, so only the newest is
/// kept: a slow reader misses some, but never the last.
class JobEvents final : public EventSource {
 public:
  /// Nothing of `seen` or an older revision is sent.
  JobEvents(job::Jobs& jobs, std::uint64_t id, std::int64_t seen);

  void receive(const job::Snapshot& snapshot);

  std::optional<std::string> next() override;
  [[nodiscard]] bool ended() const override;
  void on_news(std::function<void()> wake) override;

 private:
  mutable std::mutex mutex_;
  job::Snapshot newest_;
  std::function<void()> wake_;
  std::int64_t sent_;
  job::State sent_state_ = job::State::queued;
  bool sent_any_ = false;
  bool sent_final_ = false;
  bool sent_solutions_ = false;
  std::unique_ptr<job::Feed::Subscription> subscription_;  // ends first
};

}  // namespace queens::http
