// Jobs: submitted, read, listed, counted, cancelled.

#include "http/http_test.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

using testing::MatchesRegex;

constexpr const char* kTime = "20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-9:]{8}\\.[0-9]{3}Z";

Json rows_of(const Board& board) {
  Json rows = Json::array();
  std::string row;
  for (const char square : text(board)) {
    if (square != '\n') {
      row += square;
    } else {
      rows.push_back(std::exchange(row, ""));
    }
  }
  return rows;
}

class JobsTest : public HttpTest {
 protected:
  // The ids of a list, page by page.
  std::vector<std::string> listed(const std::string& query, std::size_t most) {
    std::vector<std::string> ids;
    std::string cursor;
    do {
      const Json page =
          get(port_, "/v1/jobs?" + query + (cursor.empty() ? "" : "&cursor=" + cursor));
      EXPECT_LE(page.at("jobs").size(), most);
      for (const Json& one : page.at("jobs")) ids.push_back(one.at("id"));
      cursor = page.at("next").is_null() ? "" : page.at("next").get<std::string>();
    } while (!cursor.empty() && ids.size() < 1000);
    return ids;
  }
};

TEST_F(JobsTest, CountEmptyBoards) {
  start();
  std::vector<std::string> ids;
  for (int n = 1; n <= 12; ++n) ids.push_back(submit(port_, {{"n", n}, {"fundamental", true}}));
  for (int n = 1; n <= 12; ++n) {
    const Json done = job_when_done(port_, ids[static_cast<std::size_t>(n) - 1]);
    EXPECT_EQ(done.at("state"), "done") << done;
    EXPECT_EQ(done.at("n"), n);
    EXPECT_EQ(done.at("total"), known_answers().total.at(n)) << done;
    EXPECT_EQ(done.at("fundamental"), known_answers().fundamental.at(n)) << done;
    if (known_answers().first.contains(n)) {
      EXPECT_EQ(done.at("solutions"), columns_from_one(known_answers().first.at(n)));
    }
    EXPECT_TRUE(done.at("progress").is_null());
    EXPECT_TRUE(done.at("error").is_null());
    EXPECT_FALSE(done.contains("board"));
    EXPECT_GE(done.at("seconds").get<double>(), 0);
    EXPECT_GE(done.at("threads").get<int>(), 1);
    EXPECT_THAT(done.at("method").get<std::string>(), testing::AnyOf("search", "join"));
    EXPECT_NE(done.at("kernel"), "");
  }
}

TEST_F(JobsTest, CountBlockedBoards) {
  start();
  std::vector<std::string> ids;
  for (const BlockedBoard& known : blocked_boards()) {
    ids.push_back(submit(port_, {{"board", rows_of(known.board)}, {"first", 3}}));
  }
  ASSERT_FALSE(ids.empty());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const BlockedBoard& known = blocked_boards()[i];
    const Json done = job_when_done(port_, ids[i]);
    EXPECT_EQ(done.at("total"), known.total) << done;
    EXPECT_EQ(done.at("solutions"), columns_from_one(known.first)) << done;
    EXPECT_EQ(done.at("board"), rows_of(known.board));
  }
}

TEST_F(JobsTest, CountBoardsWithQueens) {
  start();
  const std::string id = submit(port_, {{"board", {"*Q**", "****", "****", "****"}}});
  const Json done = job_when_done(port_, id);
  EXPECT_EQ(done.at("total"), "1");
  EXPECT_EQ(done.at("solutions"), (Json{{2, 4, 1, 3}}));
}

TEST_F(JobsTest, AreReadAsTheyWereSubmitted) {
  start();
  const Response created =
      post(port_, "/v1/jobs", {{"n", kEndless}, {"first", 0}, {"priority", "high"}});
  const Json now = body_of(created, 201);
  const std::string path = "/v1/jobs/" + now.value("id", "");
  EXPECT_EQ(created.header("Location"), path);
  EXPECT_EQ(now.at("n"), kEndless);
  EXPECT_EQ(now.at("first"), 0);
  EXPECT_EQ(now.at("priority"), "high");
  EXPECT_FALSE(now.contains("fundamental"));
  EXPECT_TRUE(now.at("total").is_null());
  EXPECT_TRUE(now.at("finished").is_null());
  EXPECT_THAT(now.at("created").get<std::string>(), testing::SizeIs(24));
  EXPECT_THAT(now.at("created").get<std::string>(), testing::ContainsRegex(kTime));
  const Response read = request(port_, "GET", path);
  EXPECT_EQ(body_of(read).at("created"), now.at("created"));
  const Response head = request(port_, "HEAD", path);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("Content-Type"), read.header("Content-Type"));
  expect_problem(request(port_, "GET", "/v1/jobs/999999"), 404, "not-found");
  expect_problem(request(port_, "DELETE", "/v1/jobs/999999"), 404, "not-found");
  for (const std::string name : {"0", "-1", "x", "1x", "%31", "18446744073709551617", "1/2"}) {
    EXPECT_EQ(request(port_, "GET", "/v1/jobs/" + name).status, 404) << name;
  }
}

TEST_F(JobsTest, RunWithProgress) {
  start();
  const std::string id = submit(port_, {{"n", kEndless}});
  const Json running = job_in_progress(port_, id);
  EXPECT_THAT(running.at("started").get<std::string>(), testing::ContainsRegex(kTime));
  const Json progress = running.at("progress");
  ASSERT_TRUE(progress.is_object()) << running;
  EXPECT_GE(progress.at("share").get<double>(), 0);
  EXPECT_LT(progress.at("share").get<double>(), 1);
  EXPECT_GE(progress.at("elapsed").get<double>(), 0);
  EXPECT_TRUE(progress.at("solutions").is_string());
  EXPECT_GT(progress.at("subproblems").get<std::uint64_t>(), 0U);
  EXPECT_LT(progress.at("subproblems_done").get<std::uint64_t>(),
            progress.at("subproblems").get<std::uint64_t>());
  const Json first = columns_from_one(known_answers().first.at(kEndless));
  for (int i = 0; i < 1000 && job(port_, id).at("solutions").is_null(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(job(port_, id).at("solutions"), first) << "the first solutions come before the total";
}

TEST_F(JobsTest, AreListedPageByPage) {
  start();
  std::vector<std::string> ids;
  for (int i = 0; i < 25; ++i) ids.push_back(submit(port_, {{"n", 4}}));
  std::reverse(ids.begin(), ids.end());
  EXPECT_EQ(listed("limit=10", 10), ids);
  EXPECT_EQ(listed("limit=25", 25), ids);
  EXPECT_EQ(listed("limit=1", 1), ids);
  EXPECT_EQ(listed("limit=100", 100), ids);
  EXPECT_EQ(get(port_, "/v1/jobs").at("jobs").size(), 20U);
  const Json page = get(port_, "/v1/jobs?limit=10");
  submit(port_, {{"n", 5}});  // what is new does not shift what is to come
  const Json next = get(port_, "/v1/jobs?limit=10&cursor=" + page.at("next").get<std::string>());
  EXPECT_EQ(next.at("jobs")[0].at("id"), ids[10]);
  for (const std::string query :
       {"limit=0", "limit=101", "limit=x", "limit=", "limit=-1", "cursor=~", "cursor=", "state=x",
        "state=", "state=done,", "states=done", "limit=1&limit=2", "limit=+5", "limit=1e1"}) {
    const int status = request(port_, "GET", "/v1/jobs?" + query).status;
    EXPECT_TRUE(status == 400 || status == 422) << query << ": " << status;
  }
}

TEST_F(JobsTest, AreListedByState) {
  start();
  const std::string endless = submit(port_, {{"n", kEndless}});
  const std::string waiting = submit(port_, {{"n", kEndless}});
  const std::string brief = submit(port_, {{"n", 8}});
  job_when(port_, endless, {"running"});
  job_when_done(port_, brief);
  body_of(cancel(port_, waiting));
  using Ids = std::vector<std::string>;
  EXPECT_EQ(listed("state=running", 20), Ids{endless});
  EXPECT_EQ(listed("state=done", 20), Ids{brief});
  EXPECT_EQ(listed("state=cancelled", 20), Ids{waiting});
  EXPECT_EQ(listed("state=queued", 20), Ids{});
  EXPECT_EQ(listed("state=done,running", 20), (Ids{brief, endless}));
}

TEST_F(JobsTest, AreCancelledWhileTheyRun) {
  start();
  const std::string first = submit(port_, {{"n", kEndless}});
  const std::string second = submit(port_, {{"n", kEndless + 1}});
  job_in_progress(port_, first);
  EXPECT_EQ(job(port_, second).at("state"), "queued");
  const auto from = std::chrono::steady_clock::now();
  EXPECT_EQ(body_of(cancel(port_, first)).at("state"), "cancelled");
  const std::chrono::duration<double> answered = std::chrono::steady_clock::now() - from;
  const Json now = job(port_, first);
  EXPECT_EQ(now.at("state"), "cancelled");
  EXPECT_FALSE(now.at("finished").is_null());
  EXPECT_TRUE(now.at("total").is_null());
  job_when(port_, second, {"running"});
  const std::chrono::duration<double> freed = std::chrono::steady_clock::now() - from;
  report("answer to the DELETE of a running job", answered.count() * 1000, "ms");
  report("until the next job runs", freed.count() * 1000, "ms");
  EXPECT_LT(freed.count(), 10);
  EXPECT_EQ(body_of(cancel(port_, first)), now) << "cancelling again changes nothing";
  EXPECT_EQ(job(port_, first), now);
}

TEST_F(JobsTest, AreCancelledBeforeTheyRun) {
  start();
  submit(port_, {{"n", kEndless}});
  const std::string waiting = submit(port_, {{"n", kEndless}});
  const Json cancelled = body_of(cancel(port_, waiting));
  EXPECT_EQ(cancelled.at("state"), "cancelled");
  EXPECT_TRUE(cancelled.at("started").is_null());
  EXPECT_FALSE(cancelled.at("finished").is_null());
}

TEST_F(JobsTest, AreNotCancelledOnceTheyAreDone) {
  start();
  const std::string id = submit(port_, {{"n", 8}});
  const Json done = job_when_done(port_, id);
  expect_problem(cancel(port_, id), 409, "already-finished");
  EXPECT_EQ(job(port_, id), done);
}

TEST_F(JobsTest, SurviveARestart) {
  start();
  const std::string done = submit(port_, {{"n", 10}, {"fundamental", true}, {"first", 5}});
  const std::string board = submit(port_, {{"board", {"**.*", "****", "****", "****"}}});
  const std::string running = submit(port_, {{"n", kEndless}});
  const std::string cancelled = submit(port_, {{"n", kEndless}});
  const Json before = job_when_done(port_, done);
  const Json board_before = job_when_done(port_, board);
  const Json cancelled_before = body_of(cancel(port_, cancelled));
  const Json started = job_in_progress(port_, running).at("started");
  stop();
  start();
  EXPECT_EQ(job(port_, done), before);
  EXPECT_EQ(job(port_, board), board_before);
  EXPECT_EQ(job(port_, cancelled), cancelled_before);
  EXPECT_EQ(job_when(port_, running, {"running"}).at("started"), started);
  EXPECT_GT(std::stoull(submit(port_, {{"n", 4}})), std::stoull(cancelled));
}

TEST_F(JobsTest, AreSolvedAtOnceWhereTheyAreBrief) {
  start();
  for (int n = 1; n <= 10; ++n) {
    const Json solved = body_of(post(port_, "/v1/solve", {{"n", n}, {"fundamental", true}}));
    EXPECT_EQ(solved.at("n"), n);
    EXPECT_EQ(solved.at("total"), known_answers().total.at(n));
    EXPECT_EQ(solved.at("fundamental"), known_answers().fundamental.at(n));
  }
  const Json some = body_of(post(port_, "/v1/solve", {{"n", 8}, {"first", 2}}));
  EXPECT_EQ(some.at("solutions").size(), 2U);
  EXPECT_EQ(some.at("solutions")[0], (Json{1, 5, 8, 6, 3, 7, 2, 4}));
  EXPECT_TRUE(get(port_, "/v1/jobs").at("jobs").empty()) << "it leaves no job";
  const Json problem = expect_problem(post(port_, "/v1/solve", {{"n", kEndless}}), 422, "too-long");
  EXPECT_EQ(problem.at("jobs"), "/v1/jobs");
}

}  // namespace
}  // namespace queens::test
