#include "http/solver.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "http/problem.hpp"
#include "job/first_solutions.hpp"
#include "job/foresight.hpp"
#include "json/estimate.hpp"
#include "json/result.hpp"
#include "queens/queens.hpp"
#include "run/periodic.hpp"

namespace queens::http {
namespace {

using namespace std::chrono_literals;

constexpr double kMostSeconds = 1;
constexpr std::chrono::milliseconds kPlanningTime = 200ms;
// Of a board whose estimate was wrong, or of a machine that is busy.
constexpr std::chrono::milliseconds kPatience = 5s;
// For the first solutions before the count; afterwards there is another way to them.
constexpr std::chrono::milliseconds kOrderedTime = 200ms;
constexpr Seconds kEstimateTime{0.5};

// No board of so few rows takes long enough to be worth a thought.
constexpr int kAlwaysShort = 12;

}  // namespace

Solver::Solver(std::string kernel, int estimate_threads, Metrics& metrics)
    : kernel_(std::move(kernel)), estimate_threads_(estimate_threads), metrics_(metrics) {
  constexpr int kMeasured = 13;
  const CountResult result = count(Board(kMeasured), options(1));
  nodes_a_second_ = static_cast<double>(result.nodes) / result.elapsed.count();
}

Options Solver::options(int threads) const {
  return {.threads = threads, .kernel = kernel_, .cancel = cancel_.child()};
}

void Solver::refuse_if_long(const Board& board) const {
  if (board.size() <= kAlwaysShort) return;
  const std::optional<double> nodes = job::nodes_foreseen(board, kPlanningTime, options(1));
  if (nodes && *nodes <= kMostSeconds * nodes_a_second_) return;
  throw Problem{problems::kTooLong, "this board is expected to take more than a second"};
}

std::string Solver::solve(const job::Request& request) {
  const Board board = request.board();
  refuse_if_long(board);
  Options how = options(1);
  how.fundamental = request.fundamental;
  std::optional<Periodic> alarm;
  if (board.size() > kAlwaysShort) {
    alarm.emplace(kPatience, [cancel = how.cancel] { cancel.request(); });
  }
  const auto k = static_cast<std::size_t>(request.first);
  try {
    std::optional<std::vector<Solution>> first;
    if (board.size() <= kAlwaysShort) {
      first = first_solutions(board, k, how);
    } else {
      first = job::first_solutions_within(kOrderedTime, board, k, how);
    }
    const CountResult result = count(board, how);
    if (!first) first = job::first_solutions_by_counts(board, k, result.total, how);
    metrics_.count_solve(result.elapsed.count(), result.nodes);
    return json::result_json(board.size(), result, &*first, false).dump();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || cancel_.requested()) throw;
    throw Problem{problems::kTooLong, "this board takes more than some seconds"};
  }
}

std::string Solver::estimate(const job::Request& request, std::uint64_t seed) {
  const EstimateLimits limits{.time = kEstimateTime, .seed = seed};
  const CountEstimate estimate =
      estimate_count(request.board(), options(estimate_threads_), limits);
  return json::estimate_json(request.n, seed, estimate).dump();
}

}  // namespace queens::http
