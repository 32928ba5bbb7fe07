#include "job/feed.hpp"

#include <utility>

namespace queens::job {

Feed::Subscription::Subscription(Feed& feed, std::uint64_t job, Receiver receiver) : feed_(feed) {
  const std::scoped_lock hold(feed.mutex_);
  place_ = feed.receivers_.emplace(job, std::move(receiver));
}

Feed::Subscription::~Subscription() {
  const std::scoped_lock hold(feed_.mutex_);
  feed_.receivers_.erase(place_);
}

void Feed::publish(const Job& job) {
  const std::scoped_lock hold(mutex_);
  const auto [first, last] = receivers_.equal_range(job.id);
  if (first == last) return;
  const auto snapshot = std::make_shared<const Job>(job);
  for (auto receiver = first; receiver != last; ++receiver) receiver->second(snapshot);
}

}  // namespace queens::job
