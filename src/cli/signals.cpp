#include "cli/signals.hpp"

#include <csignal>

namespace queens::cli {
namespace {

const CancelToken& token() {
  static const CancelToken instance;
  return instance;
}

extern "C" void on_signal(int /*signal*/) {
  token().request();
}

}  // namespace

CancelToken cancel_on_signals() {
  CancelToken cancel = token();  // made here, since a handler must not allocate
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a blocked read returns
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;
  action.sa_flags = 0;
  sigaction(SIGPIPE, &action, nullptr);
  return cancel;
}

}  // namespace queens::cli
