// The end of the service, and what comes after.

#include <atomic>

#include "http/http_test.hpp"

namespace queens::test {
namespace {

// Asked for: 3. ThreadSanitizer sleeps for a second before it ends a program.
constexpr double kMostSeconds = kSanitized ? 30 : 5;

constexpr int kLong = 18;  // takes some seconds, with a sanitizer more than anybody waits for

class ShutdownTest : public HttpTest {
 protected:
  double stop_with(int signal) {
    const auto from = std::chrono::steady_clock::now();
    const Outcome outcome = service_->stop(signal);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_LT(took.count(), kMostSeconds);
    service_.reset();
    return took.count();
  }
};

TEST_F(ShutdownTest, IsPromptWhenIdle) {
  for (const int signal : {SIGTERM, SIGINT}) {
    start();
    report("end of an idle service", stop_with(signal), "s");
  }
}

TEST_F(ShutdownTest, IsPromptUnderLoad) {
  start();
  const std::string id = submit(port_, {{"n", kEndless}});
  job_in_progress(port_, id);
  for (int i = 0; i < 20; ++i) submit(port_, {{"n", kEndless}});
  std::vector<std::unique_ptr<EventStream>> streams;
  for (int i = 0; i < 20; ++i) {
    streams.push_back(std::make_unique<EventStream>(port_, "/v1/jobs/" + id + "/events"));
  }
  Connection idle(port_);
  Connection half(port_);
  half.send("POST /v1/jobs HTTP/1.1\r\nHost: loc");
  std::atomic<bool> ended{false};
  std::atomic<int> answers{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&] {
      while (!ended) {
        try {
          const int status = post(port_, "/v1/solve", {{"n", 10}}).status;
          EXPECT_TRUE(status == 200 || status == 503) << status;
          ++answers;
        } catch (const std::exception&) {  // it is not there any more
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      }
    });
  }
  while (answers < 20) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  report("end of a busy service", stop_with(SIGTERM), "s");
  ended = true;
  for (std::thread& client : clients) client.join();
  start();
  EXPECT_EQ(job_when(port_, id, {"running"}).at("state"), "running")
      << "what was begun goes on first";
  EXPECT_EQ(get(port_, "/v1/jobs?state=queued,running&limit=100").at("jobs").size(), 21U);
}

TEST_F(ShutdownTest, RunningJobsGoOnWhereTheyWere) {
  start();
  const std::string id = submit(port_, {{"n", kLong}});
  std::uint64_t done = 0;
  for (int i = 0; i < 3; ++i) {
    Json now = job_in_progress(port_, id);
    const auto count = [&now]() -> std::uint64_t {
      return now.at("progress").is_object()
                 ? now.at("progress").at("subproblems_done").get<std::uint64_t>()
                 : 0;
    };
    EXPECT_TRUE(now.at("state") == "done" || count() >= done) << now << "\nbefore: " << done;
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (now.at("state") == "running" && count() < done + 20 &&
           std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      now = job(port_, id);
    }
    done = std::max(done, count());
    stop_with(SIGTERM);
    start();
  }
  EXPECT_GT(done, 0U) << "it was never stopped in the middle";
  if (kSanitized) return;
  const Json last = job_when_done(port_, id);
  EXPECT_EQ(last.at("state"), "done") << last;
  EXPECT_EQ(last.at("total"), known_answers().total.at(kLong));
}

TEST_F(ShutdownTest, AFolderIsOneServices) {
  start();
  const Outcome refused =
      run(QUEENS_PROGRAM, {"serve", "--listen", "127.0.0.1:0", "--data", data()});
  EXPECT_EQ(refused.exit_code, 2) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr(data()));
  expect_alive();
}

TEST_F(ShutdownTest, APortIsOneServices) {
  start();
  const std::string address = "127.0.0.1:" + std::to_string(port_);
  const Outcome refused =
      run(QUEENS_PROGRAM, {"serve", "--listen", address, "--data", folder_.path("other")});
  EXPECT_NE(refused.exit_code, 0) << refused;
  EXPECT_EQ(refused.signal, 0) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr(std::to_string(port_)));
  expect_alive();
}

TEST_F(ShutdownTest, AFolderThatCannotBeIsRefused) {
  const std::string file = folder_.write("file", "");
  const Outcome refused =
      run(QUEENS_PROGRAM, {"serve", "--listen", "127.0.0.1:0", "--data", file + "/data"});
  EXPECT_NE(refused.exit_code, 0) << refused;
  EXPECT_EQ(refused.signal, 0) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr(file));
}

}  // namespace
}  // namespace queens::test
