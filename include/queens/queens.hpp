#pragma once

/// Counts and lists the ways to place n non-attacking queens on an n x n board with any set of
/// blocked squares. Nothing here prints, logs or exits; errors are exceptions of type Error.
///
/// \code
///   #include <queens/queens.hpp>
///   #include <iostream>
///
///   int main() {
///     queens::Board board(8);
///     board.block({.row = 0, .column = 3});
///     const queens::CountResult result = queens::count(board);
///     std::cout << result.total.to_string() << '\n';  // prints 74
///     for (const queens::Solution& solution : queens::first_solutions(board, 3)) {
///       for (const int column : solution) std::cout << column + 1 << ' ';
///       std::cout << '\n';
///     }
///   }
/// \endcode

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "queens/board.hpp"
#include "queens/cancel.hpp"
#include "queens/count.hpp"
#include "queens/error.hpp"
#include "queens/progress.hpp"
#include "queens/result.hpp"

namespace queens {

/// The most threads a call accepts.
inline constexpr int kMaxThreads = 1024;

/// What became of an attempt to save a checkpoint.
struct CheckpointReport {
  std::uint64_t subproblems = 0;  ///< that the file holds now
  bool resumed = false;           ///< the first report: a former run left them
  std::string error{};            ///< why it could not be written and is as before; or empty
};

/// Where a count keeps what it has done. Several processes that count the same board may share a
/// file: each saves what all have found, and at most counts something twice.
struct Checkpoint {
  /// Counts go on from this file where it exists, and are saved there, each time as a whole: no
  /// crash leaves a file that cannot be read. Empty for none.
  std::filesystem::path file{};

  std::chrono::milliseconds interval{30'000};  ///< positive, at most a year

  /// Called before the work begins and after each attempt, never by two threads at once; it must
  /// not throw.
  std::function<void(const CheckpointReport&)> report{};
};

/// Which of several calls at the same time gets threads first.
enum class Priority { low, normal, high };

/// How to run a call. The defaults suit a program that has the machine to itself.
struct Options {
  /// 1 to kMaxThreads, or 0 for available_cpus(). The calling thread is one of them. Calls at the
  /// same time share oneTBB's threads, so each may get fewer.
  int threads = 0;

  /// The threads of a count of lower priority, but for the calling one, go over to a call of higher
  /// priority as soon as they have finished a subproblem, and come back when it is done.
  Priority priority = Priority::normal;

  /// A name from kernels(), or empty for the best one that this CPU can run.
  std::string kernel{};

  /// Of what counts: "search" or "join", or empty for the one expected to be faster. The join puts
  /// half boards together instead of visiting each solution, and wins from n = 18 on.
  std::string method{};

  /// Of what counts: bytes that the join's buffers may take, all threads together; 0 for a quarter
  /// of what the process may use (memory, control group, address space). Where they do not suffice,
  /// the board is counted by search.
  std::uint64_t memory = 0;

  /// count() only: also count the solutions that differ by more than a rotation or reflection.
  bool fundamental = false;

  /// A file of another board or plan is refused. Without a method named here, that of
  /// the file is taken. A cancelled count saves what it has; a full disk does not end it.
  Checkpoint checkpoint{};

  /// count() only: in the end, after `elapsed`, recompute this share of the subproblems, 0 to 1, as
  /// verify_file() does (see shards.hpp); CountResult::verification tells. 0 for none.
  double verify = 0;

  CancelToken cancel{};

  /// Of what counts: called every `progress_interval` from a thread of its own, never by two at
  /// once. It must not throw. The interval is positive.
  std::function<void(const Progress&)> progress{};
  std::chrono::milliseconds progress_interval{200};
};

/// The exact number of solutions (OEIS A000170 for the empty board), each time computed.
///
/// With Options::fundamental also the number up to rotation and reflection (OEIS A002562), by
/// Burnside's lemma; for a board with blocked squares the orbits are those of the board's own
/// symmetries.
///
/// Cost: grows about sevenfold a row. Memory: a few MB, and up to 0.8 MB a thread for the search,
/// for the join about 25 MB a thread at n = 20 and five times as much for each two rows more,
/// within Options::memory; 64 MB more where the plan is largest, on boards of 32 rows without
/// symmetry; 32 bytes a subproblem for a checkpoint. Throws Error: invalid_input (threads,
/// intervals, method, a checkpoint that is damaged or of another count), unknown_kernel,
/// unsupported_kernel, cancelled, io (the checkpoint cannot be read, or not be written at the
/// start), resources (the system grants too few threads or too little memory), overflow.
CountResult count(const Board& board, const Options& options = {});

/// Throws what count() would throw, before it counts, because of the file that Options::checkpoint
/// names, which is created where it is not there. Returns the number of subproblems that it holds.
/// Cost: a plan of the board.
std::uint64_t check_checkpoint(const Board& board, const Options& options);

/// The first `k` solutions in lexicographic order of their columns, fewer where there are fewer.
/// All k are held in memory. Cost: milliseconds up to n = 29, under a second up to n = 32 on the
/// empty board. Throws Error as count() does.
std::vector<Solution> first_solutions(const Board& board, std::size_t k,
                                      const Options& options = {});

/// Receives a solution: element r is the column of row r, from 0. The span is valid during the
/// call. Returns false to see no more.
using SolutionVisitor = std::function<bool(std::span<const std::uint8_t>)>;

/// Visits solutions in lexicographic order, at most `limit` of them. The visitor is called by one
/// thread at a time, not always by the same one; what it throws ends the call and comes out of it.
/// Memory is bounded whatever the number of solutions. Throws Error as count() does.
ListResult for_each_solution(const Board& board, const SolutionVisitor& visit,
                             std::uint64_t limit = UINT64_MAX, const Options& options = {});

/// What bounds the CPUs that this process may use.
struct CpuLimits {
  int affinity = 1;                  ///< CPUs that its threads may run on; cpusets narrow them
  std::optional<double> quota = {};  ///< CPUs' worth of time, the least of its control groups
};

CpuLimits cpu_limits();

/// The CPUs this process may use, at least 1: those of its affinity mask, cut to its quota rounded
/// up. With a quota of 1.5, two threads get all of it, one would leave a third.
int available_cpus();

/// What Options::memory = 0 stands for, in bytes.
std::uint64_t default_memory();

/// The kernels compiled in, best first.
std::vector<KernelInfo> kernels();

/// The kernel that a call with these options would run. Throws Error: unknown_kernel,
/// unsupported_kernel.
KernelInfo chosen_kernel(const Options& options = {});

/// How count() would count a board.
struct MethodInfo {
  std::string name;  ///< "search" or "join"
  std::string
      remark;  ///< a sentence if the join would be faster or was asked for, but is not taken
};

/// The method that count() would take with these options. Throws Error as count() does.
MethodInfo chosen_method(const Board& board, const Options& options = {});

/// Parts of a board that were counted both by search and by join.
struct DoubleCheck {
  std::uint64_t column_sets = 0;   ///< solutions whose top half takes a given set of columns
  std::uint64_t edge_classes = 0;  ///< solutions with given queens on the four edges
  std::string difference{};        ///< a sentence that names the first part that differs; or empty
};

/// Counts random parts of the board by both methods until the time is over or two counts differ, at
/// least three parts of each kind. The same seed gives the same parts. Of the options it heeds the
/// threads, the kernel, the memory and the token. Throws Error as count() does, and invalid_input
/// where the kernel or the memory do not allow a join.
DoubleCheck double_check(const Board& board, std::chrono::duration<double> time, std::uint64_t seed,
                         const Options& options = {});

/// The library's version, "major.minor.patch".
std::string version();

}  // namespace queens
