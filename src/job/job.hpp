#pragma once

// A job: a board to be counted, what became of it, and how far it has come.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queens/board.hpp"
#include "queens/count.hpp"
#include "queens/progress.hpp"
#include "queens/queens.hpp"
#include "queens/result.hpp"

namespace queens::job {

/// Milliseconds since 1970, UTC.
using Time = std::chrono::sys_time<std::chrono::milliseconds>;

/// A job is queued, then running; it ends as one of the last three, once, and stays so. A running
/// job whose service ends is queued again.
enum class State { queued, running, done, failed, cancelled };

[[nodiscard]] constexpr bool is_final(State state) {
  return state != State::queued && state != State::running;
}

/// "queued", and so on: in the database and for users.
std::string_view state_name(State state);
std::optional<State> state_named(std::string_view name);

/// "low", "normal" or "high".
std::string_view priority_name(Priority priority);
std::optional<Priority> priority_named(std::string_view name);

/// What is to be counted.
struct Request {
  int n = 0;
  std::string rows{};  ///< the board as parse_board() reads it; empty for the empty board of size n
  int first = 0;       ///< so many solutions, the first in lexicographic order
  bool fundamental = false;
  Priority priority = Priority::normal;

  [[nodiscard]] Board board() const { return rows.empty() ? Board(n) : parse_board(rows); }
  friend bool operator==(const Request&, const Request&) = default;
};

/// What was counted.
struct Answer {
  Count total{};
  std::optional<Count> fundamental{};
  std::vector<Solution> solutions{};
  double seconds = 0;  ///< of the last run, if the service was restarted meanwhile
  int threads = 0;
  std::string method{};
  std::string kernel{};
  std::uint64_t subproblems = 0;
  std::uint64_t nodes = 0;
};

/// Why a job failed, as users shall read it.
struct Failure {
  std::string code{};  ///< "time-limit" or a name of ErrorCode's, as "resources"
  std::string message{};
};

struct Job {
  std::uint64_t id = 0;
  State state = State::queued;
  Request request{};
  Time created{};
  std::optional<Time> started{};  ///< the first time
  std::optional<Time> finished{};

  /// Grows with every change of the job, also across restarts, so that a reader knows what is news.
  std::int64_t revision = 0;

  std::optional<Answer> answer{};    ///< of a job that is done
  std::optional<Failure> failure{};  ///< of a job that failed

  // Of a running job, known to the process that runs it alone:
  std::optional<std::vector<Solution>> first_solutions{};
  std::optional<Progress> progress{};
};

}  // namespace queens::job
