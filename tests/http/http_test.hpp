#pragma once

// The service under test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <optional>

#include "http/jobs_client.hpp"
#include "support/known_answers.hpp"
#include "support/sanitized.hpp"
#include "support/service.hpp"

namespace queens::test {

/// A board that no machine counts while a test lasts.
inline constexpr int kEndless = 26;

/// A service with a data folder of its own.
class HttpTest : public testing::Test {
 protected:
  void start(const Words& arguments = {}, const Words& environment = {}) {
    Words all = {"--threads", "2"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    service_ = std::make_unique<Service>(QUEENS_PROGRAM, data(), all, environment);
    port_ = service_->port();
  }

  /// Ends the service as an operator does, with the expectation that it ends well.
  Outcome stop() {
    Outcome outcome = service_->stop(SIGTERM);
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    service_.reset();
    return outcome;
  }

  /// A service that lives and works.
  void expect_alive() {
    EXPECT_EQ(get(port_, "/healthz").value("status", ""), "ok");
    EXPECT_EQ(body_of(post(port_, "/v1/solve", {{"n", 8}})).value("total", ""), "92");
  }

  [[nodiscard]] std::string data() const { return folder_.path("data"); }

  TemporaryFolder folder_;
  std::unique_ptr<Service> service_;
  int port_ = 0;
};

/// Prints a figure, which no test judges.
inline void report(const std::string& name, double value, const std::string& unit) {
  std::cout << "figure: " << name << ' ' << value << ' ' << unit << '\n';
}

/// A board with its queens' known columns, counted from 1.
inline Json columns_from_one(const std::vector<Solution>& solutions) {
  Json list = Json::array();
  for (const Solution& solution : solutions) {
    Json columns = Json::array();
    for (const auto column : solution) columns.push_back(static_cast<int>(column) + 1);
    list.push_back(columns);
  }
  return list;
}

}  // namespace queens::test
