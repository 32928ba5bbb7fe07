#include "job/foresight.hpp"

#include "job/time_limit.hpp"
#include "queens/estimate.hpp"

namespace queens::job {

std::optional<double> nodes_foreseen(const Board& board, std::chrono::milliseconds time,
                                     const Options& options) {
  return within(time, options,
                [&board](const Options& limited) { return planned_nodes(board, limited); });
}

}  // namespace queens::job
