#include "run/scheduler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <thread>

#include "queens/error.hpp"
#include "queens/queens.hpp"

namespace queens::test {
namespace {

// A method of which each unit "counts" its own id, so that the scheduler is tested on its own.
class FakeMethod final : public Method {
 public:
  [[nodiscard]] std::string_view name() const override { return "fake"; }

  [[nodiscard]] std::vector<WorkUnit> plan(const CancelToken& /*cancel*/) const override {
    std::vector<WorkUnit> units(1000);
    for (std::size_t i = 0; i < units.size(); ++i) {
      units[i] = {
          .id = i, .cost = static_cast<float>(units.size() - i), .weight = i % 2 == 0 ? 8U : 2U};
    }
    return units;
  }

  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override {
    ++scratches;
    return std::make_unique<Scratch>();
  }

  Tally run(const WorkUnit& unit, Scratch& /*scratch*/, const CancelToken& cancel) const override {
    if (unit.id == cancel_at) cancel.request();
    if (unit.id == huge_at) return {.solutions = UINT64_MAX, .nodes = 1};
    return {.solutions = unit.id, .nodes = 1};
  }

  mutable std::atomic<int> scratches = 0;
  std::uint64_t cancel_at = UINT64_MAX;
  std::uint64_t huge_at = UINT64_MAX;
};

Count total_of(const std::vector<ThreadStats>& threads) {
  Count total;
  for (const ThreadStats& thread : threads) total += thread.solutions;
  return total;
}

// The code of the Error that the call must throw.
template <typename Call>
ErrorCode code_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  throw std::logic_error("no error");
}

class Scheduler : public testing::TestWithParam<int> {};

TEST_P(Scheduler, AddsUpWeightedUnits) {
  const FakeMethod method;
  ThreadPool pool(GetParam());
  const auto threads = run_units(method, method.plan(CancelToken()), pool, CancelToken());
  EXPECT_EQ(threads.size(), static_cast<std::size_t>(GetParam()));
  // Even ids below 1000 add up to 249500, odd ones to 250000.
  EXPECT_EQ(total_of(threads), Count(8 * 249'500 + 2 * 250'000));
  std::uint64_t units = 0;
  for (const ThreadStats& thread : threads) units += thread.subproblems;
  EXPECT_EQ(units, 1000U);
  EXPECT_LE(method.scratches, GetParam());
}

TEST_P(Scheduler, ThrowsWhenCancelled) {
  FakeMethod method;
  method.cancel_at = 500;
  ThreadPool pool(GetParam());
  EXPECT_EQ(code_of([&] { run_units(method, method.plan(CancelToken()), pool, CancelToken()); }),
            ErrorCode::cancelled);
}

TEST_P(Scheduler, CountsBeyond64Bits) {
  FakeMethod method;
  method.huge_at = 2;
  ThreadPool pool(GetParam());
  const auto threads = run_units(method, method.plan(CancelToken()), pool, CancelToken());
  EXPECT_EQ(total_of(threads), Count(UINT64_MAX) * 8 + (8 * (249'500 - 2) + 2 * 250'000));
}

INSTANTIATE_TEST_SUITE_P(Threads, Scheduler, testing::Values(1, 2, 7));

// Units that do nothing but wait.
class Waiting final : public Method {
 public:
  Waiting(std::size_t units, std::function<void()> wait) : units_(units), wait_(std::move(wait)) {}
  [[nodiscard]] std::string_view name() const override { return "waiting"; }
  [[nodiscard]] std::vector<WorkUnit> plan(const CancelToken&) const override {
    return std::vector<WorkUnit>(units_, WorkUnit{.cost = 1});
  }
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<Scratch>();
  }
  Tally run(const WorkUnit&, Scratch&, const CancelToken&) const override {
    wait_();
    return {.solutions = 1};
  }

 private:
  std::size_t units_;
  std::function<void()> wait_;
};

// A wait that ends when so many threads are in it.
std::function<void()> meeting_of(int threads, std::atomic<int>& here) {
  return [threads, &here] {
    ++here;
    while (here < threads) std::this_thread::yield();
  };
}

TEST(Scheduler, RunsOnAsManyThreadsAsAsked) {
  std::atomic<int> here = 0;
  const Waiting method(3, meeting_of(3, here));
  ThreadPool pool(3);
  for (const ThreadStats& thread :
       run_units(method, method.plan(CancelToken()), pool, CancelToken())) {
    EXPECT_EQ(thread.subproblems, 1U);
  }
}

TEST(Scheduler, ThreadsGoOverToWhatIsMoreUrgent) {
  // As many as oneTBB has, so that the urgent run finds none that is free.
  const int threads = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
  std::atomic<int> busy = 0;
  std::atomic<bool> urgent_is_over = false;
  std::atomic<bool> other_is_over = false;
  const Waiting endless(10'000 * static_cast<std::size_t>(threads), [&] {
    ++busy;
    if (!urgent_is_over) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  const std::jthread other([&] {
    ThreadPool pool(threads, Priority::low);
    run_units(endless, endless.plan(CancelToken()), pool, CancelToken());
    other_is_over = true;
  });
  while (busy < threads) std::this_thread::yield();
  std::atomic<int> here = 0;
  const Waiting urgent(2, meeting_of(2, here));
  ThreadPool pool(threads, Priority::high);
  run_units(urgent, urgent.plan(CancelToken()), pool, CancelToken());
  EXPECT_FALSE(other_is_over) << "the urgent run had to wait for the other";
  urgent_is_over = true;
}

TEST(Progress, GrowsAndEndsBelowOne) {
  std::vector<Progress> seen;
  CancelToken cancel;
  Options options{.threads = 2, .cancel = cancel};
  options.progress_interval = std::chrono::milliseconds(1);
  options.progress = [&seen, &cancel](const Progress& progress) {
    seen.push_back(progress);
    if (seen.size() >= 20 && progress.share > 0.01) cancel.request();
  };
  EXPECT_EQ(code_of([&] { count(Board(17), options); }), ErrorCode::cancelled);
  ASSERT_GE(seen.size(), 20U);
  EXPECT_GT(seen.back().solutions, Count(0));
  for (std::size_t i = 1; i < seen.size(); ++i) {
    EXPECT_GE(seen[i].share, seen[i - 1].share);
    EXPECT_GE(seen[i].elapsed, seen[i - 1].elapsed);
    EXPECT_GE(seen[i].solutions, seen[i - 1].solutions);
    EXPECT_LT(seen[i].share, 1);
    EXPECT_EQ(seen[i].subproblems, seen[0].subproblems);
  }
}

TEST(Options, AreChecked) {
  EXPECT_EQ(code_of([&] { count(Board(4), {.threads = -1}); }), ErrorCode::invalid_input);
  EXPECT_EQ(code_of([&] { count(Board(4), {.threads = kMaxThreads + 1}); }),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of([&] { count(Board(4), {.kernel = "nosuch"}); }), ErrorCode::unknown_kernel);
  const auto ignore = [](const Progress&) {};
  const Options hurry{.progress = ignore, .progress_interval = std::chrono::milliseconds(0)};
  EXPECT_EQ(code_of([&] { count(Board(4), hurry); }), ErrorCode::invalid_input);
  EXPECT_GE(count(Board(4), {}).threads, 1);
}

TEST(ForEachSolution, StopsWhenTheVisitorHasSeenEnough) {
  int seen = 0;
  const ListResult result =
      for_each_solution(Board(8), [&seen](std::span<const std::uint8_t>) { return ++seen < 5; });
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(result.visited, 5U);
  EXPECT_FALSE(result.complete);
}

TEST(ForEachSolution, LetsTheVisitorsExceptionOut) {
  const auto visit = [](std::span<const std::uint8_t>) -> bool {
    throw std::logic_error("enough");
  };
  EXPECT_THROW(for_each_solution(Board(10), visit, UINT64_MAX, {.threads = 2}), std::logic_error);
}

TEST(ForEachSolution, ThrowsWhenCancelled) {
  const CancelToken cancel;
  const auto visit = [&cancel](std::span<const std::uint8_t>) {
    cancel.request();
    return true;
  };
  EXPECT_EQ(code_of([&] { for_each_solution(Board(10), visit, UINT64_MAX, {.cancel = cancel}); }),
            ErrorCode::cancelled);
}

TEST(CancelToken, AChildEndsWithItsParentAndNotTheOtherWayRound) {
  const CancelToken parent;
  const CancelToken one = parent.child();
  const CancelToken other = parent.child();
  one.request();
  EXPECT_TRUE(one.requested());
  EXPECT_FALSE(parent.requested());
  EXPECT_FALSE(other.requested());
  parent.request();
  EXPECT_TRUE(other.requested());
}

}  // namespace
}  // namespace queens::test
