#include "crash/service_load.hpp"

#include <array>

#include "support/known_answers.hpp"

namespace queens::test {
namespace {

constexpr int kSubmitters = 3;

bool is_final(const Json& job) {
  const std::string state = job.value("state", "");
  return state == "done" || state == "failed" || state == "cancelled";
}

}  // namespace

std::map<std::string, Json> all_jobs(int port) {
  std::map<std::string, Json> jobs;
  std::string cursor;
  Connection connection(port, kPatience);
  do {
    const std::string target =
        "/v1/jobs?limit=100" + (cursor.empty() ? std::string() : "&cursor=" + cursor);
    const Json page = body_of(connection.request("GET", target));
    for (const Json& job : page.at("jobs")) {
      EXPECT_TRUE(jobs.emplace(job.at("id"), job).second) << "listed twice: " << job;
    }
    cursor = page.at("next").is_null() ? "" : page.at("next").get<std::string>();
  } while (!cursor.empty());
  return jobs;
}

// Mostly small, so that many end, and some that are saved in the middle.
Json ServiceLoad::request_of(int key) {
  constexpr std::array<int, 16> kSizes = {8, 9, 8, 10, 12, 8, 11, 13, 9, 14, 8, 12, 10, 15, 8, 16};
  return {{"n", kSizes[static_cast<std::size_t>(key) % kSizes.size()]}, {"first", key % 4}};
}

void ServiceLoad::remember(const Json& job) {
  if (!is_final(job)) return;
  Json& known = finals_[job.at("id")];
  for (const auto& [field, value] : job.items()) {
    if (!known.contains(field)) known[field] = value;  // lists leave out some
    EXPECT_EQ(known.at(field), value) << field << " of a final answer has changed";
  }
  EXPECT_EQ(job.at("state"), "done") << job;
  EXPECT_EQ(job.at("total"), known_answers().total.at(job.at("n"))) << job;
}

void ServiceLoad::send(int port, int key) {
  const Headers headers = {{"Content-Type", "application/json"},
                           {"Idempotency-Key", "key-" + std::to_string(key)}};
  const Json body = request_of(key);
  const Response response = request(port, "POST", "/v1/jobs", body.dump(), headers);
  ASSERT_TRUE(response.status == 201 || response.status == 200) << response;
  const Json job = Json::parse(response.body);
  const std::scoped_lock hold(lock_);
  EXPECT_EQ(job.at("n"), body.at("n"));
  EXPECT_EQ(ids_.emplace(key, job.at("id")).first->second, job.at("id")) << "one key, two jobs";
  if (response.status == 201) {
    EXPECT_TRUE(created_.insert(key).second) << "created twice: " << response;
  }
  remember(job);
}

void ServiceLoad::submit(int port, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> pause(10, 60);
  try {
    while (!ended_) {
      int key = 0;
      {
        const std::scoped_lock hold(lock_);
        const bool again = keys_ > 0 && random() % 3 == 0;
        key = again ? static_cast<int>(random() % static_cast<std::uint64_t>(keys_)) : keys_++;
      }
      send(port, key);
      std::this_thread::sleep_for(std::chrono::milliseconds(pause(random)));
    }
  } catch (const std::exception&) {  // the service has gone, and the key is not acknowledged
  }
}

void ServiceLoad::watch(int port) {
  try {
    while (!ended_) {
      const Json page = body_of(request(port, "GET", "/v1/jobs?limit=100&state=done"));
      const std::scoped_lock hold(lock_);
      for (const Json& job : page.at("jobs")) remember(job);
    }
  } catch (const std::exception&) {
  }
}

void ServiceLoad::come(int port) {
  ended_ = false;
  for (int i = 0; i < kSubmitters; ++i) {
    clients_.emplace_back([this, port, seed = random_()] { submit(port, seed); });
  }
  clients_.emplace_back([this, port] { watch(port); });
}

void ServiceLoad::leave() {
  ended_ = true;
  for (std::thread& client : clients_) client.join();
  clients_.clear();
}

int ServiceLoad::check(int port, bool expected) {
  const std::map<std::string, Json> jobs = all_jobs(port);
  int missing = 0;
  for (const auto& [key, id] : ids_) {
    const auto found = jobs.find(id);
    if (found != jobs.end() && found->second.at("n") == request_of(key).at("n")) continue;
    ++missing;
    if (expected) ADD_FAILURE() << "job " << id << " was acknowledged and is lost";
  }
  if (!expected) return missing;
  for (const auto& [id, job] : finals_) {
    const auto found = jobs.find(id);
    EXPECT_TRUE(found != jobs.end() && is_final(found->second)) << "was final: " << job;
  }
  for (const auto& [id, job] : jobs) remember(job);
  return missing;
}

void ServiceLoad::finish(int port) {
  for (int key = 0; key < keys_; ++key) send(port, key);
  EXPECT_EQ(ids_.size(), static_cast<std::size_t>(keys_));
  const auto until = std::chrono::steady_clock::now() + 3 * kPatience;
  for (const auto& [key, id] : ids_) {
    Json now = job(port, id);
    while (!is_final(now) && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      now = job(port, id);
    }
    EXPECT_TRUE(is_final(now)) << now;
    remember(now);
  }
  EXPECT_EQ(all_jobs(port).size(), ids_.size()) << "no job was made that nobody asked for";
  check(port);
}

}  // namespace queens::test
