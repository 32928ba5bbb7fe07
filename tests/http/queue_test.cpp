// Who comes next, who is refused, and what is not done twice.

#include <mutex>

#include "http/http_test.hpp"

namespace queens::test {
namespace {

class QueueTest : public HttpTest {
 protected:
  // The running job, once it is another than `before`.
  std::string next_running(const std::string& before) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < until) {
      const Json running = get(port_, "/v1/jobs?state=running").at("jobs");
      if (running.size() == 1 && running[0].at("id") != before) return running[0].at("id");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return "";
  }
};

TEST_F(QueueTest, TakesTheHighestPriorityThenTheOldest) {
  start();
  const std::string blocker = submit(port_, {{"n", kEndless}});
  job_when(port_, blocker, {"running"});
  std::vector<std::string> ids;
  for (const std::string priority : {"low", "normal", "high", "low", "normal", "high"}) {
    ids.push_back(submit(port_, {{"n", kEndless}, {"priority", priority}}));
  }
  std::string running = blocker;
  for (const std::size_t expected : {2U, 5U, 1U, 4U, 0U, 3U}) {
    body_of(cancel(port_, running));
    running = next_running(running);
    EXPECT_EQ(running, ids[expected]);
  }
}

TEST_F(QueueTest, LetsBriefJobsPassLongOnes) {
  start();
  job_in_progress(port_, submit(port_, {{"n", kEndless}}));
  const std::string waiting = submit(port_, {{"n", kEndless}, {"priority", "high"}});
  const Json done = job_when_done(port_, submit(port_, {{"n", 8}, {"priority", "low"}}));
  EXPECT_EQ(done.at("total"), "92");
  EXPECT_EQ(job(port_, waiting).at("state"), "queued");
}

// Both last rows want the first column: to count that takes no time, to look for the first solution
// row by row takes all the time there is.
TEST_F(QueueTest, IsNotHeldUpByTheSearchForFirstSolutions) {
  start();
  std::vector<std::string> rows(18, std::string(20, '*'));
  rows.resize(20, '*' + std::string(19, '.'));
  const std::string trap = submit(port_, {{"board", rows}});
  job_when(port_, trap, {"running", "done"});
  EXPECT_EQ(job_when_done(port_, submit(port_, {{"n", 8}})).at("total"), "92");
}

TEST_F(QueueTest, RunsAsManyLongJobsAsItIsTold) {
  start({"--long-jobs", "2"});
  const std::string one = submit(port_, {{"n", kEndless}});
  const std::string two = submit(port_, {{"n", kEndless}});
  const std::string three = submit(port_, {{"n", kEndless}});
  job_in_progress(port_, one);
  job_in_progress(port_, two);
  EXPECT_EQ(job(port_, three).at("state"), "queued");
}

TEST_F(QueueTest, IsBounded) {
  start({"--queue", "3"});
  const std::string running = submit(port_, {{"n", kEndless}});
  job_when(port_, running, {"running"});
  std::string last;
  for (int i = 0; i < 3; ++i) last = submit(port_, {{"n", kEndless}});
  const Response refused = post(port_, "/v1/jobs", {{"n", kEndless}});
  expect_problem(refused, 429, "queue-full");
  EXPECT_THAT(refused.header("Retry-After"), testing::MatchesRegex("[0-9]+"));
  EXPECT_EQ(get(port_, "/v1/jobs").at("jobs").size(), 4U) << "what is refused leaves nothing";
  body_of(cancel(port_, last));
  submit(port_, {{"n", kEndless}});
}

TEST_F(QueueTest, EndsJobsThatTakeTooLong) {
  start({"--job-time", "1s"});
  const Json failed = job_when_done(port_, submit(port_, {{"n", kEndless}}));
  EXPECT_EQ(failed.at("state"), "failed");
  EXPECT_TRUE(failed.at("total").is_null());
  EXPECT_FALSE(failed.at("finished").is_null());
  ASSERT_TRUE(failed.at("error").is_object()) << failed;
  const std::string type = failed.at("error").value("type", "");
  EXPECT_THAT(type, testing::StartsWith("/problems/"));
  EXPECT_EQ(request(port_, "GET", type).status, 200);
  EXPECT_NE(failed.at("error").value("title", ""), "");
  EXPECT_NE(failed.at("error").value("detail", ""), "");
  expect_problem(cancel(port_, failed.at("id")), 409, "already-finished");
}

class IdempotencyTest : public HttpTest {
 protected:
  static Headers key(const std::string& text) { return {{"Idempotency-Key", text}}; }
};

TEST_F(IdempotencyTest, GivesTheSameJobAgain) {
  start();
  const std::string longest(200, '~');
  for (const std::string& name : {std::string("a"), std::string("!\"#$%&'()*+,-./:;"), longest}) {
    const std::string id = submit(port_, {{"n", 6}}, key(name));
    const Json again = body_of(post(port_, "/v1/jobs", {{"n", 6}}, key(name)), 200);
    EXPECT_EQ(again.at("id"), id);
    const Json done = job_when_done(port_, id);
    EXPECT_EQ(body_of(post(port_, "/v1/jobs", {{"n", 6}}, key(name)), 200), done);
  }
  EXPECT_EQ(get(port_, "/v1/jobs").at("jobs").size(), 3U);
  EXPECT_NE(submit(port_, {{"n", 6}}), submit(port_, {{"n", 6}})) << "without a key";
}

TEST_F(IdempotencyTest, RefusesAKeyOfAnotherRequest) {
  start();
  const std::string id = submit(port_, {{"n", 6}}, key("k"));
  for (const Json& other :
       {Json{{"n", 7}}, Json{{"n", 6}, {"first", 1}}, Json{{"n", 6}, {"fundamental", true}},
        Json{{"n", 6}, {"priority", "low"}}}) {
    expect_problem(post(port_, "/v1/jobs", other, key("k")), 422, "idempotency-conflict");
  }
  EXPECT_EQ(get(port_, "/v1/jobs").at("jobs").size(), 1U);
  EXPECT_EQ(job(port_, id).at("n"), 6);
}

TEST_F(IdempotencyTest, RefusesWhatIsNoKey) {
  start();
  for (const std::string& name : {std::string(201, 'k'), std::string("two words"),
                                  std::string("\x7f"), std::string("\xc3\xa9"), std::string()}) {
    const Response refused = post(port_, "/v1/jobs", {{"n", 6}}, key(name));
    EXPECT_TRUE(refused.status == 400 || refused.status == 422) << name << '\n' << refused;
  }
  const Headers two = {{"Idempotency-Key", "a"}, {"Idempotency-Key", "b"}};
  EXPECT_GE(post(port_, "/v1/jobs", {{"n", 6}}, two).status, 400);
  EXPECT_TRUE(get(port_, "/v1/jobs").at("jobs").empty());
}

TEST_F(IdempotencyTest, HoldsForRequestsAtOnce) {
  start();
  std::mutex lock;
  std::set<std::string> ids;
  int created = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&] {
      for (int k = 0; k < 10; ++k) {
        const Response response =
            post(port_, "/v1/jobs", {{"n", 5}}, key("key-" + std::to_string(k)));
        const std::scoped_lock hold(lock);
        EXPECT_TRUE(response.status == 200 || response.status == 201) << response;
        if (response.status == 201) ++created;
        ids.insert(Json::parse(response.body).value("id", ""));
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(created, 10);
  EXPECT_EQ(ids.size(), 10U);
  EXPECT_EQ(get(port_, "/v1/jobs").at("jobs").size(), 10U);
}

TEST_F(IdempotencyTest, SurvivesARestart) {
  start();
  const std::string id = submit(port_, {{"n", 6}}, key("k"));
  stop();
  start();
  EXPECT_EQ(body_of(post(port_, "/v1/jobs", {{"n", 6}}, key("k")), 200).at("id"), id);
}

// A key that belongs to a job is honoured also where there is no room for a new one.
TEST_F(IdempotencyTest, HoldsWhileTheQueueIsFull) {
  start({"--queue", "1"});
  job_when(port_, submit(port_, {{"n", kEndless}}), {"running"});
  const std::string id = submit(port_, {{"n", kEndless}}, key("k"));
  EXPECT_EQ(post(port_, "/v1/jobs", {{"n", kEndless}}, key("new")).status, 429);
  EXPECT_EQ(body_of(post(port_, "/v1/jobs", {{"n", kEndless}}, key("k")), 200).at("id"), id);
}

}  // namespace
}  // namespace queens::test
