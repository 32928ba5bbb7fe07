// Events: what a reader of a job's stream is told, also a slow one and one that comes back.

#include "http/http_test.hpp"

namespace queens::test {
namespace {

class EventsTest : public HttpTest {
 protected:
  [[nodiscard]] static std::string path(const std::string& id) {
    return "/v1/jobs/" + id + "/events";
  }

  // All events to the end of the stream, with the expectation that their numbers grow.
  static std::vector<Event> all(EventStream& stream) {
    std::vector<Event> events;
    while (const std::optional<Event> event = stream.next()) {
      EXPECT_THAT(event->name, testing::AnyOf("state", "progress"));
      EXPECT_TRUE(Json::accept(event->data)) << event->data;
      if (!events.empty()) {
        EXPECT_GT(std::stoull(event->id), std::stoull(events.back().id));
      }
      events.push_back(*event);
    }
    return events;
  }

  static std::string state(const Event& event) {
    return Json::parse(event.data).value("state", "");
  }
};

TEST_F(EventsTest, TellFromTheFirstStateToTheLast) {
  start();
  const std::string id = submit(port_, {{"n", kSanitized ? 13 : 17}});
  EventStream stream(port_, path(id), {}, kPatience);
  EXPECT_EQ(stream.head().status, 200);
  EXPECT_THAT(stream.head().header("Content-Type"), testing::StartsWith("text/event-stream"));
  EXPECT_NE(stream.head().header("X-Request-Id"), "");
  const std::vector<Event> events = all(stream);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.front().name, "state") << "the present state comes first";
  EXPECT_EQ(events.back().name, "state");
  EXPECT_EQ(state(events.back()), "done");
  EXPECT_EQ(Json::parse(events.back().data), job(port_, id));
  for (std::size_t i = 0; i + 1 < events.size(); ++i) EXPECT_NE(state(events[i]), "done");
}

TEST_F(EventsTest, ShowProgress) {
  start();
  const std::string id = submit(port_, {{"n", kEndless}});
  EventStream stream(port_, path(id), {}, kPatience);
  int progress = 0;
  double share = 0;
  while (progress < 5) {
    const std::optional<Event> event = stream.next();
    ASSERT_TRUE(event.has_value());
    if (event->name != "progress") continue;
    ++progress;
    const Json now = Json::parse(event->data);
    EXPECT_EQ(now.at("state"), "running");
    EXPECT_GE(now.at("progress").at("share").get<double>(), share);
    share = now.at("progress").at("share");
  }
  body_of(cancel(port_, id));
  const std::vector<Event> rest = all(stream);
  ASSERT_FALSE(rest.empty());
  EXPECT_EQ(state(rest.back()), "cancelled");
}

TEST_F(EventsTest, GoOnAfterTheLastSeen) {
  start();
  const std::string id = submit(port_, {{"n", 8}});
  job_when_done(port_, id);
  EventStream whole(port_, path(id));
  const std::vector<Event> events = all(whole);
  ASSERT_EQ(events.size(), 1U) << "of a job that is done, there is but its state";
  const std::string last = events.back().id;
  EXPECT_EQ(EventStream(port_, path(id), {{"Last-Event-ID", last}}).head().status, 204);
  const std::string older = std::to_string(std::stoull(last) - 1);
  EventStream again(port_, path(id), {{"Last-Event-ID", older}});
  EXPECT_EQ(again.head().status, 200);
  EXPECT_EQ(all(again).size(), 1U);
  for (const std::string nonsense : {"x", "-1", "99999999999999999999999", "1 2"}) {
    const int status = EventStream(port_, path(id), {{"Last-Event-ID", nonsense}}).head().status;
    EXPECT_TRUE(status == 200 || status == 204 || status == 400 || status == 422) << status;
  }
}

// Numbers go on growing, so that a reader that comes back after a restart misses nothing.
TEST_F(EventsTest, GoOnAfterARestart) {
  start();
  const std::string id = submit(port_, {{"n", kEndless}});
  std::string last;
  {
    EventStream stream(port_, path(id), {}, kPatience);
    while (const std::optional<Event> event = stream.next()) {
      last = event->id;
      if (event->name == "progress") break;
    }
  }
  stop();
  start();
  EventStream stream(port_, path(id), {{"Last-Event-ID", last}}, kPatience);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  body_of(cancel(port_, id));
  const std::vector<Event> events = all(stream);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(state(events.back()), "cancelled");
  EXPECT_GT(std::stoull(events.front().id), std::stoull(last));
}

TEST_F(EventsTest, OfAQueuedJobAreHeartbeats) {
  start({"--heartbeat", "1s"});
  submit(port_, {{"n", kEndless}});
  const std::string id = submit(port_, {{"n", kEndless}});
  EventStream stream(port_, path(id), {}, kPatience);
  const std::optional<Event> first = stream.next();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(state(*first), "queued");
  std::thread later([this, &id] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    body_of(cancel(port_, id));
  });
  EXPECT_EQ(state(stream.next().value()), "cancelled");
  later.join();
  EXPECT_GE(stream.comments(), 1);
  EXPECT_FALSE(stream.next().has_value());
}

// A reader that does not read for a while misses some, never the last.
TEST_F(EventsTest, OfASlowReaderEndWithTheLastState) {
  start({"--write-timeout", "60s"});
  const std::string id = submit(port_, {{"n", kEndless}, {"first", 1000}});
  job_in_progress(port_, id);
  Connection reader(port_, kPatience, 1);
  reader.send(reader.text("GET", path(id)));
  std::this_thread::sleep_for(std::chrono::seconds(2));
  body_of(cancel(port_, id));
  const std::string text = reader.read_response().body;
  EXPECT_THAT(text, testing::HasSubstr("\"cancelled\""));
  EXPECT_THAT(text, testing::EndsWith("\n\n"));
}

TEST_F(EventsTest, AreBounded) {
  start({"--streams", "3"});
  const std::string id = submit(port_, {{"n", kEndless}});
  std::vector<std::unique_ptr<EventStream>> streams;
  for (int i = 0; i < 3; ++i) {
    streams.push_back(std::make_unique<EventStream>(port_, path(id)));
    EXPECT_EQ(streams.back()->head().status, 200);
  }
  const Response refused = request(port_, "GET", path(id));
  expect_problem(refused, 503, "too-many-streams");
  EXPECT_THAT(refused.header("Retry-After"), testing::MatchesRegex("[0-9]+"));
  expect_alive();
  streams.pop_back();
  int status = 503;
  for (int i = 0; i < 500 && status == 503; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    status = EventStream(port_, path(id)).head().status;
  }
  EXPECT_EQ(status, 200) << "a reader that has gone makes room";
}

TEST_F(EventsTest, OfNoJobAreNotFound) {
  start();
  expect_problem(request(port_, "GET", path("77")), 404, "not-found");
  EXPECT_EQ(request(port_, "HEAD", path("77")).status, 404);
}

}  // namespace
}  // namespace queens::test
