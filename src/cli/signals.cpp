#include "cli/signals.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace queens::cli {
namespace {

// Never destroyed: a signal may come while the program ends.
const CancelToken& token() {
  static const CancelToken& instance = *new CancelToken;
  return instance;
}

// The first signal asks, one that comes later insists. Two in a row are one wish: timeout(1), for
// one, sends its signal to the program and to its process group.
extern "C" void on_signal(int signal) {
  constexpr std::int64_t kPatience = 500'000'000;  // nanoseconds
  static std::atomic<std::int64_t> first = 0;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t time = std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  std::int64_t none = 0;
  token().request();
  if (first.compare_exchange_strong(none, time) || time - first < kPatience) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::atomic<bool> progress_requested = false;

extern "C" void on_progress_signal(int /*signal*/) {
  progress_requested = true;
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  // What the caller ignores stays ignored, as in a background job of a script.
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

CancelToken cancel_on_signals() {
  CancelToken cancel = token();  // made here, since a handler must not allocate
  handle(SIGINT, on_signal, 0);  // no SA_RESTART: a blocked read returns
  handle(SIGTERM, on_signal, 0);
  handle(SIGUSR1, on_progress_signal, SA_RESTART);
  std::signal(SIGPIPE, SIG_IGN);
  return cancel;
}

bool take_progress_request() {
  return progress_requested.exchange(false);
}

}  // namespace queens::cli
