#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "job/job.hpp"

namespace queens::job {

/// A job as it was at some time; many readers share it.
using Snapshot = std::shared_ptr<const Job>;

/// Tells who wants to know what becomes of a job. May be used by several threads.
class Feed {
 public:
  /// Called by the thread that changes the job, with the feed's lock held: it must do no more than
  /// hand the snapshot on.
  using Receiver = std::function<void(const Snapshot&)>;

  /// The receiver is called while this lives, and not afterwards.
  class Subscription {
   public:
    Subscription(Feed& feed, std::uint64_t job, Receiver receiver);
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;
    ~Subscription();

   private:
    Feed& feed_;
    std::multimap<std::uint64_t, Receiver>::iterator place_;
  };

  void publish(const Job& job);

 private:
  std::mutex mutex_;
  std::multimap<std::uint64_t, Receiver> receivers_;  // by the job's id
};

}  // namespace queens::job
