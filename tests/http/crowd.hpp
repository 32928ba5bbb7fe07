#pragma once

// Many clients at once, and one who only wants to know whether the service is well.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "http/jobs_client.hpp"

namespace queens::test {

/// Asks for /healthz again and again, on a connection of its own each time, until it is asked how
/// that went.
class Bystander {
 public:
  explicit Bystander(int port) : thread_([this, port] { ask(port); }) {}
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;
  ~Bystander() { end(); }

  /// The median of its waits in milliseconds. Expects that it was always answered.
  double median() {
    constexpr int kEnough = 20;
    while (asked_ < kEnough) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    end();
    EXPECT_EQ(refused_.load(), 0);
    std::sort(waits_.begin(), waits_.end());
    return waits_[waits_.size() / 2];
  }

 private:
  void ask(int port) {
    while (!ended_) {
      const auto from = std::chrono::steady_clock::now();
      try {
        if (request(port, "GET", "/healthz").status != 200) ++refused_;
      } catch (const std::exception&) {
        ++refused_;
      }
      const std::chrono::duration<double, std::milli> wait =
          std::chrono::steady_clock::now() - from;
      waits_.push_back(wait.count());
      ++asked_;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  void end() {
    ended_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::atomic<bool> ended_{false};
  std::atomic<int> refused_{0};
  std::atomic<int> asked_{0};
  std::vector<double> waits_;
  std::thread thread_;
};

/// Connections that all do the same.
class Crowd {
 public:
  Crowd(int port, int size, int receive_buffer = 0) {
    for (int i = 0; i < size; ++i) {
      members_.push_back(std::make_unique<Connection>(port, kPatience, receive_buffer));
    }
  }

  void each(const std::function<void(Connection&)>& act) {
    for (const auto& member : members_) act(*member);
  }

  /// Lets each send that text every so often until the service has closed its connection; the
  /// number of those whose it has not, after that time.
  int send_until_dropped(const std::string& text, std::chrono::milliseconds pause,
                         std::chrono::duration<double> time) {
    const auto until = std::chrono::steady_clock::now() + time;
    std::vector<Connection*> left;
    for (const auto& member : members_) left.push_back(member.get());
    while (!left.empty() && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(pause);
      left.erase(std::remove_if(left.begin(), left.end(),
                                [&text](Connection* one) { return !one->try_send(text); }),
                 left.end());
    }
    return static_cast<int>(left.size());
  }

  [[nodiscard]] std::size_t size() const { return members_.size(); }
  Connection& operator[](std::size_t i) { return *members_[i]; }

 private:
  std::vector<std::unique_ptr<Connection>> members_;
};

}  // namespace queens::test
