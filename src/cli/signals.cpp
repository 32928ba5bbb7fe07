#include "cli/signals.hpp"

#include <csignal>

namespace queens::cli {
namespace {

// Never destroyed: a signal may come while the program ends.
const CancelToken& token() {
  static const CancelToken& instance = *new CancelToken;
  return instance;
}

extern "C" void on_signal(int /*signal*/) {
  token().request();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void handle(int signal) {
  struct sigaction action {};
  // What the caller ignores stays ignored, as in a background job of a script.
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = on_signal;  // no SA_RESTART: a blocked read returns
  sigaction(signal, &action, nullptr);
}

}  // namespace

CancelToken cancel_on_signals() {
  CancelToken cancel = token();  // made here, since a handler must not allocate
  handle(SIGINT);
  handle(SIGTERM);
  std::signal(SIGPIPE, SIG_IGN);
  return cancel;
}

}  // namespace queens::cli
