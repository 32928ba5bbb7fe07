#include "job/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "support/process.hpp"

namespace queens::test {
namespace {

using job::Filter;
using job::Job;
using job::Length;
using job::State;
using job::Store;

constexpr std::size_t kRoom = 100;

class StoreTest : public testing::Test {
 protected:
  Job submit(Store& store, const job::Request& request = {.n = 8}, const std::string& key = "") {
    return store.submit(request, key, kRoom).job;
  }
  [[nodiscard]] std::string path() const { return folder_.path("jobs"); }

  TemporaryFolder folder_;
};

job::Answer some_answer() {
  return {.total = Count(1, 2),
          .fundamental = Count(12),
          .solutions = {{0, 4, 7, 5, 2, 6, 1, 3}, {0, 5, 7, 2, 6, 3, 1, 4}},
          .seconds = 1.5,
          .threads = 2,
          .method = "search",
          .kernel = "avx2",
          .subproblems = 3,
          .nodes = UINT64_C(1) << 63U};
}

TEST_F(StoreTest, KeepsARequestAsItCame) {
  const job::Request request{.n = 3,
                             .rows = "***\n.*Q\n***\n",
                             .first = 7,
                             .fundamental = true,
                             .priority = Priority::high};
  std::uint64_t id = 0;
  {
    Store store(path());
    id = submit(store, request).id;
  }
  Store store(path());
  const Job job = store.find(id).value();
  EXPECT_EQ(job.request, request);
  EXPECT_EQ(job.state, State::queued);
  EXPECT_FALSE(job.started || job.finished || job.answer || job.failure);
}

TEST_F(StoreTest, KeepsAnAnswerAsItCame) {
  Store store(path());
  const std::uint64_t id = submit(store).id;
  ASSERT_TRUE(store.start(id));
  const job::Answer answer = some_answer();
  ASSERT_TRUE(store.finish(id, answer, 0));
  const Job job = store.find(id).value();
  ASSERT_TRUE(job.answer && job.started && job.finished);
  EXPECT_EQ(job.answer->total, answer.total);
  EXPECT_EQ(job.answer->fundamental, answer.fundamental);
  EXPECT_EQ(job.answer->solutions, answer.solutions);
  EXPECT_EQ(job.answer->nodes, answer.nodes);
  EXPECT_EQ(job.answer->kernel, "avx2");
}

TEST_F(StoreTest, AKeyNamesOneJob) {
  Store store(path());
  const Job first = submit(store, {.n = 8}, "one");
  const job::Submitted again = store.submit({.n = 8}, "one", kRoom);
  EXPECT_TRUE(again.existed);
  EXPECT_EQ(again.job.id, first.id);
  EXPECT_THROW(store.submit({.n = 9}, "one", kRoom), job::KeyConflict);
  EXPECT_NE(submit(store, {.n = 8}, "two").id, first.id);
  EXPECT_NE(submit(store).id, submit(store).id);  // without a key all are different
}

TEST_F(StoreTest, AFullQueueTakesNothingMore) {
  Store store(path());
  const std::uint64_t id = store.submit({.n = 8}, "a", 1).job.id;
  EXPECT_THROW(store.submit({.n = 8}, "b", 1), job::QueueFull);
  EXPECT_TRUE(store.submit({.n = 8}, "a", 1).existed);
  store.start(id);
  EXPECT_FALSE(store.submit({.n = 8}, "b", 1).existed);
}

// Each job ends once, whoever comes first.
TEST_F(StoreTest, AJobEndsOnce) {
  Store store(path());
  const std::uint64_t done = submit(store).id;
  EXPECT_FALSE(store.finish(done, some_answer(), 0)) << "it has not begun";
  store.start(done);
  EXPECT_FALSE(store.start(done));
  EXPECT_TRUE(store.finish(done, some_answer(), 0));
  EXPECT_FALSE(store.finish(done, some_answer(), 0));
  EXPECT_FALSE(store.cancel(done, 0));
  EXPECT_FALSE(store.fail(done, {}, 0));
  EXPECT_FALSE(store.queue_again(done, 0));
  EXPECT_EQ(store.find(done)->state, State::done);
  const std::uint64_t cancelled = submit(store).id;
  store.start(cancelled);
  EXPECT_TRUE(store.cancel(cancelled, 0));
  EXPECT_FALSE(store.finish(cancelled, some_answer(), 0));
  EXPECT_FALSE(store.find(cancelled)->answer);
}

TEST_F(StoreTest, AJobEndsOnceAmongThreads) {
  Store store(path());
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t id = submit(store).id;
    store.start(id);
    std::atomic<int> ends = 0;
    {
      const std::jthread one([&] { ends += store.finish(id, some_answer(), 0) ? 1 : 0; });
      const std::jthread other([&] { ends += store.cancel(id, 0) ? 1 : 0; });
    }
    EXPECT_EQ(ends, 1);
  }
}

TEST_F(StoreTest, EveryChangeIsANewRevision) {
  Store store(path());
  std::int64_t last = submit(store).revision;
  const std::uint64_t id = 1;
  for (int i = 0; i < 5; ++i) {
    const std::int64_t started = store.start(id)->revision;
    const std::int64_t queued = store.queue_again(id, 0)->revision;
    EXPECT_GT(started, last);
    EXPECT_GT(queued, started);
    last = queued;
  }
}

// Progress that only the process that runs the job knows has revisions too.
TEST_F(StoreTest, AChangeIsNewToWhoHasSeenProgress) {
  Store store(path());
  const std::uint64_t id = submit(store).id;
  const std::int64_t seen = store.start(id)->revision + 1'000'000'000;
  EXPECT_GT(store.finish(id, some_answer(), seen)->revision, seen);
}

TEST_F(StoreTest, WhatRanIsQueuedAtTheNextStart) {
  {
    Store store(path());
    store.start(submit(store).id);
    submit(store);
  }
  Store store(path());
  EXPECT_EQ(store.find(1)->state, State::queued);
  EXPECT_TRUE(store.find(1)->started);
  EXPECT_EQ(store.numbers(), (std::map<State, std::uint64_t>{{State::queued, 2}}));
}

TEST_F(StoreTest, TheNextIsTheMostUrgentThenTheOldest) {
  Store store(path());
  const std::uint64_t low = submit(store, {.n = 8, .priority = Priority::low}).id;
  const std::uint64_t normal = submit(store).id;
  const std::uint64_t later = submit(store).id;
  const std::uint64_t high = submit(store, {.n = 8, .priority = Priority::high}).id;
  std::vector<std::uint64_t> order;
  while (const std::optional<Job> next = store.next({Length::unknown})) {
    order.push_back(next->id);
    store.start(next->id);
  }
  EXPECT_EQ(order, (std::vector<std::uint64_t>{high, normal, later, low}));
  store.queue_again(later, 0);
  EXPECT_EQ(store.next({Length::unknown})->id, later);
}

TEST_F(StoreTest, LengthsKeepJobsApart) {
  Store store(path());
  const std::uint64_t id = submit(store).id;
  EXPECT_FALSE(store.next({Length::long_}));
  store.set_length(id, Length::long_);
  EXPECT_EQ(store.length(id), Length::long_);
  EXPECT_FALSE(store.next({Length::unknown, Length::brief}));
  EXPECT_EQ(store.next({Length::long_})->id, id);
}

TEST_F(StoreTest, ListsInPages) {
  Store store(path());
  for (int i = 0; i < 7; ++i) submit(store);
  store.start(3);
  store.cancel(5, 0);
  std::vector<std::uint64_t> seen;
  Filter filter{.limit = 3};
  while (true) {
    const job::Page page = store.list(filter);
    for (const Job& job : page.jobs) seen.push_back(job.id);
    if (!page.next) break;
    filter.before = *page.next;
  }
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{7, 6, 5, 4, 3, 2, 1}));
  const job::Page some = store.list({.states = {State::running, State::cancelled}});
  ASSERT_EQ(some.jobs.size(), 2U);
  EXPECT_EQ(some.jobs[0].id, 5U);
  EXPECT_FALSE(some.next);
}

TEST_F(StoreTest, AFolderBelongsToOneProcess) {
  const Store store(path());
  EXPECT_THROW(Store other(path()), job::FolderRefused);
}

TEST_F(StoreTest, AFileThatIsNoDatabaseIsRefused) {
  { const Store store(path()); }
  static_cast<void>(folder_.write("jobs/jobs.sqlite", std::string(8192, 'x')));
  EXPECT_THROW(Store store(path()), job::StoreError);
}

TEST_F(StoreTest, ReportsItsWrites) {
  int writes = 0;
  Store store(path(), [&writes](double seconds) {
    EXPECT_GT(seconds, 0);
    ++writes;
  });
  submit(store);
  store.set_document("bench", "{}");
  store.set_document("bench", "{ }");
  EXPECT_EQ(writes, 3);
  EXPECT_EQ(store.document("bench"), "{ }");
  EXPECT_FALSE(store.document("other"));
}

}  // namespace
}  // namespace queens::test
