#include "job/foresight.hpp"

#include "queens/error.hpp"
#include "queens/estimate.hpp"
#include "run/periodic.hpp"

namespace queens::job {

std::optional<double> nodes_foreseen(const Board& board, std::chrono::milliseconds time,
                                     const Options& options) {
  Options limited = options;
  limited.cancel = options.cancel.child();
  const Periodic alarm(time, [&limited] { limited.cancel.request(); });
  try {
    return planned_nodes(board, limited);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || options.cancel.requested()) throw;
    return std::nullopt;
  }
}

}  // namespace queens::job
