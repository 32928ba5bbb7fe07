// Clients that hold what they can get: connections, memory, threads.

#include "http/crowd.hpp"
#include "http/http_test.hpp"

namespace queens::test {
namespace {

constexpr long kMostKib = 64L * 1024;                              // that attackers may cost
constexpr double kMostMilliseconds = 50 * (kSanitized ? 20 : 10);  // asked for: 50 at the median
constexpr std::chrono::seconds kDropped{kSanitized ? 60 : 20};     // asked for: 2 and a little

// Watches what the service holds and how soon it answers others while a test attacks it.
class HostileTest : public HttpTest {
 protected:
  void SetUp() override { start_with({}); }

  void start_with(const Words& more) {
    Words arguments = {"--request-timeout", "2s", "--write-timeout", "1s", "--heartbeat", "1s"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    start(arguments);
    pid_ = service_->pid();
    begin_all_threads();
    expect_alive();
    note_what_is_held();
  }

  // Some begin with the first job.
  void begin_all_threads() {
    const std::string brief = submit(port_, {{"n", 12}});
    const std::string lengthy = submit(port_, {{"n", kEndless}});
    job_in_progress(port_, lengthy);
    body_of(cancel(port_, lengthy));
    job_when_done(port_, brief);
  }

  // Runs the attack while another client watches.
  template <typename Attack>
  void endure(const std::string& name, const Attack& attack) {
    long most = 0;
    {
      Bystander bystander(port_);
      attack([&] { most = std::max(most, resident_kib(pid_)); });
      most = std::max(most, resident_kib(pid_));
      const double median = bystander.median();
      report(name + ": median of /healthz", median, "ms");
      EXPECT_LT(median, kMostMilliseconds);
    }
    report(name + ": memory grew by", static_cast<double>(most - memory_) / 1024, "MiB");
    if (!kSanitized) {
      EXPECT_LT(most - memory_, kMostKib);
    }
  }

  void TearDown() override {
    if (pid_ <= 0) return;
    expect_alive();
    const auto until = std::chrono::steady_clock::now() + kPatience;
    const auto holds_more = [this] {
      return open_files(pid_) > files_ || test::threads(pid_) > threads_;
    };
    while (holds_more() && std::chrono::steady_clock::now() < until) settle();
    EXPECT_LE(open_files(pid_), files_);
    EXPECT_LE(test::threads(pid_), threads_);
    stop();
  }

  static void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

  // Notes what the service holds, once that has been the same for a while.
  void note_what_is_held() {
    constexpr int kWhile = 6;
    for (int same = 0; same < kWhile; ++same) {
      settle();
      if (open_files(pid_) != files_ || test::threads(pid_) != threads_) same = 0;
      files_ = open_files(pid_);
      threads_ = test::threads(pid_);
    }
    memory_ = resident_kib(pid_);
  }

  // All attackers begin so, go on so until they are dropped, and are told so (0: are told nothing).
  void expect_dropped(const std::string& name, int attackers, const std::string& beginning,
                      const std::string& more, int status) {
    endure(name, [&](const auto& measure) {
      Crowd crowd(port_, attackers);
      crowd.each([&](Connection& one) { one.try_send(beginning); });
      measure();
      const auto from = std::chrono::steady_clock::now();
      EXPECT_EQ(crowd.send_until_dropped(more, std::chrono::milliseconds(50), kDropped), 0);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
      report(name + ": all dropped after", took.count(), "s");
      measure();
      int told = 0;
      for (std::size_t i = 0; i < crowd.size(); ++i) {
        const std::string answer = crowd[i].read_some();
        told += answer.starts_with("HTTP/1.1 " + std::to_string(status)) ? 1 : 0;
        EXPECT_EQ(answer.find("HTTP/1.1 2"), std::string::npos) << answer;
      }
      report(name + ": told " + std::to_string(status), told, "of " + std::to_string(attackers));
    });
  }

  pid_t pid_ = 0;
  long files_ = 0;
  long threads_ = 0;
  long memory_ = 0;
};

const std::string kPost =
    "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/json\r\n";

TEST_F(HostileTest, TricklingConnections) {
  expect_dropped("500 trickling headers", 500,
                 "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "a", 408);
}

TEST_F(HostileTest, SilentConnections) {
  endure("500 silent", [&](const auto& measure) {
    Crowd crowd(port_, 500);
    measure();
    EXPECT_EQ(crowd.send_until_dropped("", std::chrono::milliseconds(50), kDropped), 0);
  });
}

TEST_F(HostileTest, TricklingBodies) {
  expect_dropped("200 trickling bodies", 200, kPost + "Content-Length: 60000\r\n\r\n{", " ", 408);
}

TEST_F(HostileTest, EndlessHeaders) {
  expect_dropped("50 endless headers", 50, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
                 "X-Endless: " + std::string(4000, 'x') + "\r\n", 431);
}

TEST_F(HostileTest, EndlessHeaderLines) {
  expect_dropped("50 endless lines", 50,
                 "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ", std::string(4000, 'x'), 431);
}

TEST_F(HostileTest, EndlessTargets) {
  expect_dropped("50 endless targets", 50, "GET /", std::string(4000, 'x'), 431);
}

TEST_F(HostileTest, EndlessChunks) {
  expect_dropped("50 endless chunked bodies", 50, kPost + "Transfer-Encoding: chunked\r\n\r\n",
                 "1000\r\n" + std::string(4096, ' ') + "\r\n", 413);
}

TEST_F(HostileTest, TinyChunks) {
  std::string chunks;
  for (int i = 0; i < 1000; ++i) chunks += "1\r\n \r\n";
  expect_dropped("50 bodies of tiny chunks", 50, kPost + "Transfer-Encoding: chunked\r\n\r\n",
                 chunks, 408);
}

TEST_F(HostileTest, EndlessChunkExtensions) {
  expect_dropped("50 endless chunk extensions", 50,
                 kPost + "Transfer-Encoding: chunked\r\n\r\n1;x=", std::string(4000, 'x'), 400);
}

TEST_F(HostileTest, EndlessTrailers) {
  expect_dropped("50 endless trailers", 50, kPost + "Transfer-Encoding: chunked\r\n\r\n0\r\n",
                 "X: " + std::string(4000, 'x') + "\r\n", 400);
}

TEST_F(HostileTest, NoHttpAtAll) {
  expect_dropped("50 without HTTP", 50, std::string("\x16\x03\x01\x02\x00\x01\x00\x01", 8),
                 std::string(4000, '\0'), 400);
}

// They ask for more than they read.
TEST_F(HostileTest, ReadersOfNothing) {
  endure("50 readers of nothing", [&](const auto& measure) {
    Crowd crowd(port_, 50, 1);
    std::string requests;
    for (int i = 0; i < 100; ++i) {
      requests += "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }
    crowd.each([&](Connection& one) { one.try_send(requests); });
    measure();
    EXPECT_EQ(crowd.send_until_dropped("", std::chrono::milliseconds(50), kDropped), 0);
  });
}

// Half of the readers of a job's events stop reading. Whether the service drops them depends on how
// much the system's buffers take; what they cost it is bounded in any case.
TEST_F(HostileTest, StreamsThatStopReading) {
  stop();
  start_with({"--memory", "16MiB"});  // so that the count itself takes little
  const std::string id = submit(port_, {{"n", kEndless}, {"first", 1000}});
  job_in_progress(port_, id);
  const std::string path = "/v1/jobs/" + id + "/events";
  endure("200 streams", [&](const auto& measure) {
    std::vector<std::unique_ptr<EventStream>> readers;
    Crowd stalled(port_, 100, 1);
    stalled.each([&](Connection& one) { one.send(one.text("GET", path)); });
    for (int i = 0; i < 100; ++i) {
      readers.push_back(std::make_unique<EventStream>(port_, path, Headers(), kPatience));
      EXPECT_EQ(readers.back()->head().status, 200);
    }
    for (int round = 0; round < 10; ++round) {
      for (const auto& reader : readers) EXPECT_TRUE(reader->next().has_value());
      measure();
    }
    const int left = stalled.send_until_dropped("", std::chrono::milliseconds(50), kDropped / 4);
    report("200 streams: dropped of 100 that do not read", 100 - left, "");
    body_of(cancel(port_, id));
    for (const auto& reader : readers) {
      std::string last;
      while (const std::optional<Event> event = reader->next()) last = event->data;
      EXPECT_EQ(Json::parse(last).value("state", ""), "cancelled");
    }
    measure();
  });
}

TEST_F(HostileTest, StreamsThatAreLeft) {
  const std::string id = submit(port_, {{"n", kEndless}});
  const std::string path = "/v1/jobs/" + id + "/events";
  endure("1000 streams that are left", [&](const auto& measure) {
    for (int i = 0; i < 10; ++i) {
      Crowd crowd(port_, 100);
      crowd.each([&](Connection& one) { one.send(one.text("GET", path)); });
      measure();
    }
  });
  body_of(cancel(port_, id));
}

TEST_F(HostileTest, MoreConnectionsThanAllowed) {
  stop();
  start_with({"--connections", "20"});
  {
    Crowd crowd(port_, 100);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_LE(open_files(pid_), files_ + 25);
  }
  int status = 0;  // they have gone, so there is room again
  for (int i = 0; i < 500 && status != 200; ++i) {
    try {
      status = request(port_, "GET", "/healthz").status;
    } catch (const std::exception&) {
      settle();
    }
  }
  EXPECT_EQ(status, 200);
}

TEST_F(HostileTest, ConnectionsThatComeAndGo) {
  endure("3000 connections that come and go", [&](const auto& measure) {
    for (int i = 0; i < 3000; ++i) {
      Connection one(port_);
      if (i % 3 == 1) one.try_send("GET /healthz HTTP/1.1\r\nHo");
      if (i % 3 == 2) one.try_send(one.text("GET", "/v1/jobs"));
    }
    measure();
  });
}

TEST_F(HostileTest, ManyLargeBodies) {
  const std::string large = "{\"board\":[\"" + std::string(65'000, '*') + "\"]}";
  endure("2000 large bodies", [&](const auto& measure) {
    std::vector<std::thread> clients;
    for (int k = 0; k < 4; ++k) {
      clients.emplace_back([&] {
        Connection one(port_, kPatience);
        for (int i = 0; i < 500; ++i) {
          EXPECT_EQ(one.request("POST", "/v1/jobs", large, kJson).status, 422);
        }
      });
    }
    for (std::thread& client : clients) client.join();
    measure();
  });
}

}  // namespace
}  // namespace queens::test
