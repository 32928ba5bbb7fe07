// A service that is killed at any moment, or loses its power, keeps what it said. A longer run:
// QUEENS_TEST_KILLS=100 and QUEENS_TEST_LOSSES=20; QUEENS_TEST_SEED repeats one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "crash/lost_power.hpp"
#include "crash/service_load.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"

namespace queens::test {
namespace {

constexpr int kLong = 18;  // takes some seconds
constexpr std::chrono::milliseconds kLatestKill{500};

int times(const char* variable, int usual) {
  const char* const given = std::getenv(variable);
  return given != nullptr ? std::atoi(given) : usual;
}

class ServiceKillTest : public testing::Test {
 protected:
  static std::unique_ptr<Service> serve(const std::string& data, const Words& environment = {}) {
    return std::make_unique<Service>(
        QUEENS_PROGRAM, data,
        Words{"--threads", "2", "--checkpoint-interval", "20ms", "--queue", "100000"}, environment);
  }

  // Kills a service under load so many times, some of them while it starts. `environment` and
  // `after` are called for each.
  template <typename Environment, typename After>
  void kill_often(int kills, const std::string& data, const Environment& environment,
                  const After& after) {
    const std::uint64_t first = seed();
    std::mt19937_64 random(first);
    std::uniform_int_distribution<long> delay(0, std::chrono::microseconds(kLatestKill).count());
    ServiceLoad load(random());
    for (int i = 0; i < kills && !HasFailure(); ++i) {
      const std::unique_ptr<Service> service = serve(data, environment());
      if (random() % 5 == 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(delay(random) / 5));
      } else {
        const int port = service->port();
        load.check(port);
        load.come(port);
        std::this_thread::sleep_for(std::chrono::microseconds(delay(random)));
      }
      service->kill();
      load.leave();
      after(random);
    }
    const std::unique_ptr<Service> service = serve(data);
    load.check(service->port());
    load.finish(service->port());
    std::cout << load.acknowledged() << " jobs, all with their totals\n";
    EXPECT_GT(load.acknowledged(), static_cast<std::size_t>(kills)) << "there was no load";
    EXPECT_EQ(service->stop(SIGTERM).exit_code, 0);
  }

  // Kills a service while it counts, and expects it to go on from what it had saved.
  template <typename Environment, typename After>
  void kill_while_counting(int kills, const std::string& data, const Environment& environment,
                           const After& after) {
    std::mt19937_64 random(seed());
    std::string id;
    std::uint64_t saved = 0;
    for (int i = 0; i < kills; ++i) {
      const std::unique_ptr<Service> service = serve(data, environment());
      const int port = service->port();
      if (id.empty()) id = submit(port, {{"n", kLong}});
      Json now = job_in_progress(port, id);
      if (now.at("state") == "done") break;
      EXPECT_GE(progress(now), saved) << now;
      const std::uint64_t before = progress(now);
      while (now.at("state") == "running" && progress(now) < before + 50) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        now = job(port, id);
      }
      if (now.at("state") != "running") break;  // a fast machine
      saved = progress(now);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));  // to save that: 20 were enough
      service->kill();
      after(random);
    }
    EXPECT_GT(saved, 0U) << "it was never killed in the middle";
    const std::unique_ptr<Service> service = serve(data);
    EXPECT_EQ(job_when_done(service->port(), id).at("total"), known_answers().total.at(kLong));
  }

  static std::uint64_t progress(const Json& job) {
    const Json& now = job.at("progress");
    return now.is_object() ? now.at("subproblems_done").get<std::uint64_t>() : 0;
  }

  TemporaryFolder folder_;
  UnsyncedFolder unsynced_{QUEENS_UNSYNCED_DATABASE};
};

TEST_F(ServiceKillTest, NothingAcknowledgedIsLostOrDoneTwice) {
  kill_often(
      times("QUEENS_TEST_KILLS", 15), folder_.path("data"), [] { return Words(); }, [](auto&) {});
}

TEST_F(ServiceKillTest, NothingAcknowledgedIsLostWithThePower) {
  for (const Left left : {Left::synced, Left::mixed}) {
    const UnsyncedFolder folder(QUEENS_UNSYNCED_DATABASE);
    kill_often(
        times("QUEENS_TEST_LOSSES", 4), folder.path(), [&] { return folder.environment(); },
        [&](auto& random) { folder.lose_power(left, random); });
  }
}

TEST_F(ServiceKillTest, CountsGoOnWhereTheyWereSaved) {
  kill_while_counting(
      3, folder_.path("data"), [] { return Words(); }, [](auto&) {});
}

TEST_F(ServiceKillTest, CountsGoOnAfterALossOfPower) {
  kill_while_counting(
      3, unsynced_.path(), [this] { return unsynced_.environment(); },
      [this](auto& random) { unsynced_.lose_power(Left::synced, random); });
}

TEST_F(ServiceKillTest, WhatIsCancelledStaysSo) {
  std::mt19937_64 random(seed());
  std::vector<std::string> cancelled;
  for (int i = 0; i < 3; ++i) {
    const std::unique_ptr<Service> service = serve(unsynced_.path(), unsynced_.environment());
    const int port = service->port();
    for (const std::string& id : cancelled) EXPECT_EQ(job(port, id).at("state"), "cancelled");
    cancelled.push_back(submit(port, {{"n", 26}}));
    job_in_progress(port, cancelled.back());
    EXPECT_EQ(body_of(cancel(port, cancelled.back())).at("state"), "cancelled");
    service->kill();
    unsynced_.lose_power(Left::mixed, random);
  }
}

// That the tests above would notice: what is not synchronised is lost here.
TEST_F(ServiceKillTest, WhatIsNotSynchronisedIsLost) {
  for (const std::string ending : {"-wal", ""}) {
    const UnsyncedFolder folder(QUEENS_UNSYNCED_DATABASE);
    std::mt19937_64 random(seed());
    ServiceLoad load(random());
    const std::unique_ptr<Service> service = serve(
        folder.path(), ending.empty() ? folder.environment() : folder.environment_ignoring(ending));
    load.come(service->port());
    std::this_thread::sleep_for(kLatestKill);
    service->kill();
    load.leave();
    folder.lose_power(Left::synced, random);
    const std::unique_ptr<Service> again = serve(folder.path());
    const int missing = load.check(again->port(), false);
    EXPECT_GT(load.acknowledged(), 0U);
    EXPECT_EQ(missing > 0, !ending.empty()) << missing << " of " << load.acknowledged();
  }
}

class FullDiskTest : public ServiceKillTest {
 protected:
  void fill() const { std::ofstream(unsynced_.full_mark()).flush(); }
  void free() const { std::filesystem::remove(unsynced_.full_mark()); }
};

TEST_F(FullDiskTest, RefusesJobsAndGoesOn) {
  const std::unique_ptr<Service> service = serve(unsynced_.path(), unsynced_.environment());
  const int port = service->port();
  const std::string before = submit(port, {{"n", 8}});
  job_when_done(port, before);
  const std::string running = submit(port, {{"n", kLong}});
  job_in_progress(port, running);
  fill();
  for (int i = 0; i < 5; ++i) {
    expect_problem(post(port, "/v1/jobs", {{"n", 8}}), 507, "disk-full");
    EXPECT_EQ(request(port, "GET", "/healthz").status, 200);
    EXPECT_EQ(job(port, before).at("total"), "92");
  }
  expect_problem(post(port, "/v1/jobs", {{"n", 8}}, {{"Idempotency-Key", "k"}}), 507, "disk-full");
  EXPECT_EQ(body_of(post(port, "/v1/solve", {{"n", 8}})).at("total"), "92")
      << "which needs no disk";
  EXPECT_EQ(all_jobs(port).size(), 2U);
  EXPECT_TRUE(
      service->logs_within("job " + running + " waits for its end to be written", kPatience));
  EXPECT_EQ(request(port, "GET", "/healthz").status, 200);
  EXPECT_EQ(job(port, running).at("state"), "running");
  free();
  const Json done = job_when_done(port, running);
  EXPECT_EQ(done.at("state"), "done") << done;
  EXPECT_EQ(done.at("total"), known_answers().total.at(kLong));
  const std::string after = submit(port, {{"n", 8}}, {{"Idempotency-Key", "k"}});
  EXPECT_EQ(job_when_done(port, after).at("total"), "92");
  service->kill();
  const std::unique_ptr<Service> again = serve(unsynced_.path());
  EXPECT_EQ(job(again->port(), running), done);
  EXPECT_EQ(all_jobs(again->port()).size(), 3U);
}

TEST_F(FullDiskTest, LetsJobsBeCancelledOrSaysWhyNot) {
  const std::unique_ptr<Service> service = serve(unsynced_.path(), unsynced_.environment());
  const int port = service->port();
  const std::string running = submit(port, {{"n", 26}});
  job_in_progress(port, running);
  fill();
  const Response refused = cancel(port, running);
  if (refused.status != 200) {
    expect_problem(refused, 507, "disk-full");
    EXPECT_EQ(job(port, running).at("state"), "running");
  }
  free();
  EXPECT_EQ(body_of(cancel(port, running)).at("state"), "cancelled");
  const std::string next = submit(port, {{"n", 26}});
  EXPECT_EQ(job_when(port, next, {"running"}).at("state"), "running");
}

TEST_F(FullDiskTest, EndsAndBeginsAgain) {
  std::string id;
  {
    const std::unique_ptr<Service> service = serve(unsynced_.path(), unsynced_.environment());
    id = submit(service->port(), {{"n", kLong}});
    job_in_progress(service->port(), id);
    fill();
    EXPECT_EQ(service->stop(SIGTERM).exit_code, 0);
  }
  free();
  const std::unique_ptr<Service> service = serve(unsynced_.path(), unsynced_.environment());
  EXPECT_EQ(job_when_done(service->port(), id).at("total"), known_answers().total.at(kLong));
}

}  // namespace
}  // namespace queens::test
