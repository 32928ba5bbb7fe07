#pragma once

/// How a count would scale: its subproblems measured one by one on this machine, and the schedule
/// replayed from their times on any number of workers.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "queens/board.hpp"
#include "queens/count.hpp"
#include "queens/queens.hpp"

namespace queens {

using Seconds = std::chrono::duration<double>;

/// One subproblem, run alone.
struct MeasuredSubproblem {
  Seconds time{};
  std::uint64_t nodes = 0;
  double estimate = 0;  ///< the work that planning expected; only ratios mean anything
};

/// What a count consists of, as measured on one thread.
struct Measurement {
  std::string method{};
  std::string kernel{};
  Count total{};
  std::uint64_t nodes = 0;
  Seconds planning{};                             ///< one thread, before the first subproblem
  Seconds thread_start{};                         ///< to start and end one more thread
  Seconds dispatch{};                             ///< to hand out one subproblem
  std::vector<MeasuredSubproblem> subproblems{};  ///< in the order in which count() hands them out
};

/// Runs every subproblem of a count once, on the calling thread. Of the options it heeds the
/// method, the memory, the kernel, the token and the progress, which the calling thread reports
/// itself between two subproblems. Cost: that of a count on one thread, and 24 bytes a subproblem.
/// Throws Error as count() does.
Measurement measure_subproblems(const Board& board, const Options& options = {});

/// A whole count, judged by some of its subproblems.
struct Sample {
  std::string method{};
  std::string kernel{};
  std::uint64_t subproblems = 0;
  std::uint64_t sampled = 0;  ///< subproblems that were run
  Seconds spent{};            ///< on them
  Seconds time{};             ///< expected for all of them, on one thread
  double time_error = 0;      ///< standard error of `time`, as a share of it
  double solutions = 0;       ///< expected total
  double solutions_error = 0;
};

/// Runs subproblems in a random order on the calling thread, at least `kFewestSampled` and then
/// until so much time is spent, and scales what they took by their estimated cost. The same seed
/// gives the same order. Of the options it heeds the method, the memory, the kernel and the token.
/// Throws Error as count() does.
Sample sample_subproblems(const Board& board, Seconds time, std::uint64_t seed,
                          const Options& options = {});
inline constexpr std::uint64_t kFewestSampled = 10;

/// What keeps a count from being `workers` times as fast as on one.
enum class Bound {
  work,     ///< nothing much: at least 95 % of the time is work, shared evenly
  startup,  ///< starting the threads and planning, which no worker helps with
  longest,  ///< one subproblem takes longer than an even share of the work
  tail,     ///< some workers are idle at the end, while others have still work
};

/// A replayed count.
struct Prediction {
  int workers = 0;
  Seconds startup{};   ///< all threads started one after another, then the planning
  Seconds counting{};  ///< from the first subproblem's start to the last one's end
  Seconds work{};      ///< of all workers: the subproblems and handing them out
  Seconds longest{};   ///< the longest subproblem and handing it out
  Bound bound = Bound::work;

  [[nodiscard]] Seconds total() const { return startup + counting; }
};

/// Replays count()'s schedule: the next subproblem goes to the worker that is free first, at the
/// cost of handing it out. It uses no clock: equal arguments give equal results. What workers do to
/// each other (shared memory and caches, clock rate, two threads on one core) is not modelled.
/// Throws Error{invalid_input} for less than one worker.
Prediction predict(const Measurement& measurement, int workers);

}  // namespace queens
