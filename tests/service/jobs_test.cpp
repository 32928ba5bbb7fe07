// Jobs from their submission to their end, without HTTP.

#include "job/jobs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "job/first_solutions.hpp"
#include "support/known_answers.hpp"
#include "support/process.hpp"

namespace queens::test {
namespace {

using namespace std::chrono_literals;
using job::Job;
using job::Jobs;
using job::State;

// The snapshots of a job, waited for.
class Follower {
 public:
  Follower(Jobs& jobs, std::uint64_t id)
      : subscription_(jobs.subscribe(id, [this](const job::Snapshot& snapshot) {
          const std::scoped_lock hold(mutex_);
          seen_.push_back(snapshot);
          news_.notify_all();
        })) {}

  // Whether such a snapshot comes in a minute.
  template <typename Condition>
  bool wait_for(const Condition& condition) {
    std::unique_lock hold(mutex_);
    return news_.wait_for(hold, 60s, [&] {
      return std::any_of(seen_.begin(), seen_.end(),
                         [&](const job::Snapshot& job) { return condition(*job); });
    });
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<job::Snapshot> seen_;
  std::unique_ptr<job::Feed::Subscription> subscription_;
};

class JobsTest : public testing::Test {
 protected:
  [[nodiscard]] job::JobsSettings settings() const {
    job::JobsSettings settings;
    settings.folder = folder_.path("jobs");
    settings.runner.threads = 2;
    settings.runner.checkpoint_interval = 20ms;
    return settings;
  }

  // Waits without asking too often.
  static Job end_of(Jobs& jobs, std::uint64_t id) {
    for (int i = 0; i < 6000; ++i) {
      Job job = jobs.find(id).value();
      if (job::is_final(job.state)) return job;
      std::this_thread::sleep_for(10ms);
    }
    throw std::runtime_error("job " + std::to_string(id) + " does not end");
  }

  TemporaryFolder folder_;
};

TEST_F(JobsTest, CountsABoard) {
  Jobs jobs(settings());
  const std::uint64_t id = jobs.submit({.n = 8, .first = 2, .fundamental = true}, "").job.id;
  const Job job = end_of(jobs, id);
  ASSERT_EQ(job.state, State::done);
  EXPECT_EQ(job.answer->total.to_string(), "92");
  EXPECT_EQ(job.answer->fundamental->to_string(), "12");
  EXPECT_EQ(job.answer->solutions,
            (std::vector<Solution>{{0, 4, 7, 5, 2, 6, 1, 3}, {0, 5, 7, 2, 6, 3, 1, 4}}));
}

TEST_F(JobsTest, CountsABoardWithBlockedSquares) {
  Jobs jobs(settings());
  const job::Request request{.n = 4, .rows = "*.**\n****\n****\n****\n", .first = 9};
  const Job job = end_of(jobs, jobs.submit(request, "").job.id);
  EXPECT_EQ(job.answer->total.to_string(), "1");
  EXPECT_EQ(job.answer->solutions, (std::vector<Solution>{{2, 0, 3, 1}}));
}

// A board that is counted at once, since no row but the last two is hard, and whose rows from above
// take for ever: both of them want column 1.
job::Request trap(int n, bool solvable) {
  std::string rows;
  for (int row = 0; row < n; ++row) {
    std::string text(static_cast<std::size_t>(n), '*');
    if (row >= n - 2) text = "*" + std::string(static_cast<std::size_t>(n) - 1, '.');
    if (row == n - 1 && solvable) text[3] = '*';
    rows += text + '\n';
  }
  return {.n = n, .rows = rows, .first = 2};
}

TEST_F(JobsTest, IsNotHeldUpByTheSearchForFirstSolutions) {
  Jobs jobs(settings());
  const Job job = end_of(jobs, jobs.submit(trap(20, false), "").job.id);
  EXPECT_EQ(job.answer->total, 0);
  EXPECT_TRUE(job.answer->solutions.empty());
}

TEST(FirstSolutions, ByCountsAreThoseOfASearch) {
  for (const Board& board : {Board(1), Board(3), Board(8), trap(8, true).board()}) {
    const Count total = count(board).total;
    for (const std::size_t k : {0U, 1U, 5U, 1000U}) {
      EXPECT_EQ(job::first_solutions_by_counts(board, k, total, {}), first_solutions(board, k))
          << board.size() << ' ' << k;
    }
  }
}

TEST(FirstSolutions, AreGivenUpInTime) {
  EXPECT_FALSE(job::first_solutions_within(50ms, trap(24, false).board(), 1, {}));
  EXPECT_EQ(job::first_solutions_within(10s, Board(8), 3, {}), first_solutions(Board(8), 3));
}

TEST_F(JobsTest, BriefJobsDoNotWaitForALongOne) {
  Jobs jobs(settings());
  const std::uint64_t endless = jobs.submit({.n = 24}, "").job.id;
  Follower follower(jobs, endless);
  ASSERT_TRUE(follower.wait_for([](const Job& job) { return job.progress.has_value(); }));
  for (int n = 1; n <= 12; ++n) {
    const Job job = end_of(jobs, jobs.submit({.n = n}, "").job.id);
    EXPECT_EQ(job.answer->total.to_string(), known_answers().total.at(static_cast<std::size_t>(n)));
  }
  EXPECT_EQ(jobs.find(endless)->state, State::running);
  EXPECT_EQ(jobs.cancel(endless)->state, State::cancelled);
}

TEST_F(JobsTest, OneLongJobAtATime) {
  Jobs jobs(settings());
  const std::uint64_t first = jobs.submit({.n = 24}, "").job.id;
  const std::uint64_t second = jobs.submit({.n = 23}, "").job.id;
  Follower follower(jobs, second);
  Follower running(jobs, first);
  ASSERT_TRUE(running.wait_for([](const Job& job) { return job.progress.has_value(); }));
  EXPECT_EQ(jobs.find(second)->state, State::queued);
  jobs.cancel(first);
  EXPECT_TRUE(follower.wait_for([](const Job& job) { return job.state == State::running; }));
}

TEST_F(JobsTest, ARunningJobTellsItsProgressAndFirstSolutions) {
  Jobs jobs(settings());
  const std::uint64_t id = jobs.submit({.n = 22, .first = 1}, "").job.id;
  Follower follower(jobs, id);
  ASSERT_TRUE(follower.wait_for([](const Job& job) { return job.progress.has_value(); }));
  const Job job = jobs.find(id).value();
  ASSERT_TRUE(job.first_solutions && job.progress);
  EXPECT_EQ(job.first_solutions->size(), 1U);
  EXPECT_GT(job.progress->subproblems, 0U);
  const Job listed = jobs.list({}).jobs.front();
  EXPECT_TRUE(listed.progress);
}

TEST_F(JobsTest, CancelEndsAQueuedAndARunningJob) {
  Jobs jobs(settings());
  const std::uint64_t id = jobs.submit({.n = 24}, "").job.id;
  const std::uint64_t waiting = jobs.submit({.n = 24}, "").job.id;
  Follower follower(jobs, id);
  ASSERT_TRUE(follower.wait_for([](const Job& job) { return job.progress.has_value(); }));
  EXPECT_EQ(jobs.cancel(waiting)->state, State::cancelled);
  EXPECT_EQ(jobs.cancel(id)->state, State::cancelled);
  EXPECT_EQ(jobs.cancel(id)->state, State::cancelled) << "again, without harm";
  EXPECT_FALSE(jobs.cancel(77));
}

TEST_F(JobsTest, ALongJobGoesOnAfterAStop) {
  std::uint64_t id = 0;
  {
    Jobs jobs(settings());
    id = jobs.submit({.n = 18}, "").job.id;
    Follower follower(jobs, id);
    ASSERT_TRUE(follower.wait_for(
        [](const Job& job) { return job.progress && job.progress->subproblems_done > 0; }));
    jobs.stop();
    EXPECT_EQ(jobs.find(id)->state, State::queued);
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path("jobs/checkpoints/1.checkpoint")));
  Jobs jobs(settings());
  const Job job = end_of(jobs, id);
  ASSERT_EQ(job.state, State::done);
  EXPECT_EQ(job.answer->total.to_string(), known_answers().total.at(18));
  jobs.stop();
  EXPECT_FALSE(std::filesystem::exists(folder_.path("jobs/checkpoints/1.checkpoint")));
}

TEST_F(JobsTest, ADamagedCheckpointIsSetAside) {
  std::uint64_t id = 0;
  {
    Jobs jobs(settings());
    id = jobs.submit({.n = 18}, "").job.id;
    Follower follower(jobs, id);
    ASSERT_TRUE(follower.wait_for([](const Job& job) { return job.progress.has_value(); }));
    jobs.stop();
  }
  static_cast<void>(folder_.write("jobs/checkpoints/1.checkpoint", "no checkpoint"));
  Jobs jobs(settings());
  const Job job = end_of(jobs, id);
  ASSERT_EQ(job.state, State::done);
  EXPECT_EQ(job.answer->total.to_string(), known_answers().total.at(18));
}

TEST_F(JobsTest, CheckpointsOfJobsThatEndedAreRemoved) {
  { Jobs jobs(settings()); }
  static_cast<void>(folder_.write("jobs/checkpoints/77.checkpoint", ""));
  Jobs jobs(settings());
  EXPECT_FALSE(std::filesystem::exists(folder_.path("jobs/checkpoints/77.checkpoint")));
}

TEST_F(JobsTest, AJobThatTakesTooLongFails) {
  job::JobsSettings limited = settings();
  limited.runner.job_time = 200ms;
  Jobs jobs(limited);
  const Job job = end_of(jobs, jobs.submit({.n = 24}, "").job.id);
  ASSERT_EQ(job.state, State::failed);
  EXPECT_EQ(job.failure->code, "time-limit");
}

TEST_F(JobsTest, TellsWhoWatchesHowJobsEnd) {
  job::JobsSettings watched = settings();
  std::mutex mutex;
  std::map<State, int> ended;
  watched.runner.ended = [&](const Job& job) {
    const std::scoped_lock hold(mutex);
    ++ended[job.state];
  };
  Jobs jobs(watched);
  end_of(jobs, jobs.submit({.n = 5}, "").job.id);
  const std::uint64_t id = jobs.submit({.n = 24}, "").job.id;
  jobs.cancel(id);
  jobs.cancel(id);
  jobs.stop();
  EXPECT_EQ(ended, (std::map<State, int>{{State::done, 1}, {State::cancelled, 1}}));
}

}  // namespace
}  // namespace queens::test
