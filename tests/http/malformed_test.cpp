// Requests at random, most of them wrong: what is right is served, what is wrong refused, and the
// service lives. QUEENS_TEST_SEED repeats a run, QUEENS_TEST_REQUESTS asks for a longer one.

#include <atomic>
#include <cstdlib>

#include "http/http_test.hpp"
#include "http/request_maker.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

constexpr int kClients = 2;

// A text as it can be printed, and read by a programmer.
std::string printable(const std::string& text) {
  return Json(text.substr(0, 2000)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

class MalformedTest : public HttpTest {
 protected:
  // All that comes in answer; empty where the connection was closed.
  [[nodiscard]] std::string answer_to(const std::string& bytes) const {
    Connection connection(port_, kPatience);
    try {
      connection.send(bytes);
      connection.finish_sending();
    } catch (const Disconnected&) {  // a refusal may come before all is sent
    }
    return connection.read_to_end(kPatience);
  }

  // What is wrong with an answer; empty if nothing is.
  static std::string fault(const MadeRequest& request, const std::string& answer) {
    if (answer.empty()) return request.right ? "no answer" : "";
    if (!answer.starts_with("HTTP/1.")) return "no HTTP";
    const std::string head = answer.substr(0, answer.find("\r\n\r\n"));
    const char digit = answer.substr(9, 1)[0];
    if (answer.find("HTTP/1.1 5") != std::string::npos) return "an error of the service";
    if (request.right) return digit == '2' ? "" : "refused";
    if (digit != '2' && digit != '4' && digit != '1' && digit != '3') return "a strange status";
    if (digit == '4' && head.find("application/problem+json") == std::string::npos) {
      return "no problem document";
    }
    return "";
  }

  void ask(std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t each = from; each < to; ++each) {
      const MadeRequest made = RequestMaker(each).make();
      std::string answer;
      std::string wrong;
      try {
        answer = answer_to(made.bytes);
        wrong = fault(made, answer);
      } catch (const std::exception& error) {
        wrong = error.what();
      }
      if (!answer.empty()) ++answered_[answer.substr(9, 1)[0] == '2' ? 0 : 1];
      if (wrong.empty()) continue;
      ADD_FAILURE() << wrong << "; QUEENS_TEST_SEED=" << each << " QUEENS_TEST_REQUESTS=1\n"
                    << printable(made.bytes) << '\n'
                    << printable(answer);
      if (++failures_ >= 10) return;
    }
  }

  std::atomic<int> failures_{0};
  std::array<std::atomic<int>, 2> answered_{};  // served, refused
};

TEST_F(MalformedTest, RequestsNeverHarmTheService) {
  start({"--request-timeout", "2s", "--max-n", "10", "--queue", "1000000"});
  job_when_done(port_, submit(port_, {{"n", 4}}));  // number 1, which some ask for
  const char* const given = std::getenv("QUEENS_TEST_REQUESTS");
  const std::uint64_t requests = given != nullptr ? std::stoull(given) : kSanitized ? 1000 : 5000;
  const std::uint64_t first = seed();
  std::vector<std::thread> clients;
  for (std::uint64_t k = 0; k < kClients; ++k) {
    clients.emplace_back([this, first, requests, k] {
      ask(first + requests * k / kClients, first + requests * (k + 1) / kClients);
    });
  }
  for (std::thread& client : clients) client.join();
  report("served", answered_[0], "requests");
  report("refused", answered_[1], "requests");
  if (requests > 100) {
    EXPECT_GT(answered_[0], static_cast<int>(requests / 10));
    EXPECT_GT(answered_[1], static_cast<int>(requests / 10));
  }
  expect_alive();
  stop();
}

}  // namespace
}  // namespace queens::test
