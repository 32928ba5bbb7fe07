#include "cli/cycle_counter.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace queens::cli {
namespace {

int open_counter() {
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = PERF_COUNT_HW_CPU_CYCLES;
  wanted.inherit = 1;  // by threads started from now on
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr int kThisThread = 0;
  constexpr int kAnyCpu = -1;
  constexpr int kNoGroup = -1;
  return static_cast<int>(::syscall(SYS_perf_event_open, &wanted, kThisThread, kAnyCpu, kNoGroup,
                                    PERF_FLAG_FD_CLOEXEC));
}

std::string reason(int error) {
  switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
      return "this machine offers no cycle counter, as is usual for virtual ones";
    case EACCES:
    case EPERM:
      return "the system does not permit it (see kernel.perf_event_paranoid)";
    case ENOSYS:
      return "the system has no performance counters";
    default:
      return std::generic_category().message(error);
  }
}

}  // namespace

CycleCounter::CycleCounter() {
  const int fd = open_counter();
  if (fd < 0) {
    why_not_ = reason(errno);
  } else {
    counter_ = Descriptor::owned(fd);
    // Some virtual machines offer a counter that stands still.
    if (read().value_or(0) == 0) why_not_ = "this machine's cycle counter does not count";
  }
}

std::optional<std::uint64_t> CycleCounter::read() const {
  std::uint64_t cycles = 0;
  if (!why_not_.empty() || ::read(counter_.fd(), &cycles, sizeof cycles) != sizeof cycles) {
    return std::nullopt;
  }
  return cycles;
}

}  // namespace queens::cli
