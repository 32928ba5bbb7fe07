#pragma once

#include <cstddef>
#include <cstdint>

#include "core/method.hpp"
#include "kernel/join_backend.hpp"
#include "plan/column_sets.hpp"
#include "plan/random_walk.hpp"
#include "queens/board.hpp"

namespace queens {

/// The plan's name.
inline constexpr std::string_view kColumnSetPlan = "column sets";

/// What counting a whole unit takes, judged by some of its sets.
struct JoinSample {
  double nodes = 0;
  double rooted = 0;  ///< each set's nodes times their root: what comparing its lists grows with
  double seconds = 0;
};

/// Counting by joining half boards: see kernel/half_join.hpp.
class JoinMethod final : public Method {
 public:
  /// The backend must outlive the method, as those of the registry do. `memory` are bytes that a
  /// thread's scratch should not exceed, by estimate: at least join_memory(board) of them.
  JoinMethod(const Board& board, const JoinBackend& backend, std::uint64_t memory);

  [[nodiscard]] std::string_view name() const override { return "join"; }
  [[nodiscard]] std::string_view plan_name() const override { return kColumnSetPlan; }
  [[nodiscard]] std::vector<WorkUnit> plan(const CancelToken& cancel) const override;
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  /// A unit is a slice of its own.
  [[nodiscard]] std::uint64_t slice(const WorkUnit& unit) const override { return unit.id; }
  [[nodiscard]] std::vector<WeightedBoard> slice_boards(const WorkUnit& unit) const override {
    return sets_.slice_boards(unit);
  }
  /// Nodes are placements of half boards. Throws Error{resources} where the system has not the
  /// memory.
  Tally run(const WorkUnit& unit, Scratch& scratch, const CancelToken& cancel) const override;

  /// The solutions whose top half takes these columns: a part of the board that a search can count
  /// as well. The middle row of an odd board belongs to the top half.
  std::uint64_t count_set(const Halves& halves, std::uint32_t set, Scratch& scratch,
                          const CancelToken& cancel) const;

  /// Counts at most so many sets of a unit, drawn at random, prepared as run() would.
  JoinSample run_some(const WorkUnit& unit, std::size_t most_sets, Random& random, Scratch& scratch,
                      const CancelToken& cancel) const;

  [[nodiscard]] const ColumnSets& sets() const { return sets_; }
  /// The most keys of a list that are joined at once.
  [[nodiscard]] std::size_t most_keys() const { return most_keys_; }

 private:
  void run_batch(const Batch& batch, JoinScratch& scratch, const CancelToken& cancel,
                 Tally& tally) const;

  [[nodiscard]] Batch random_part(Batch batch, Random& random, double& scale) const;

  const JoinBackend& backend_;
  int size_;
  double list_bytes_;
  std::size_t most_keys_;
  ColumnSets sets_;
};

/// The least memory for a thread's scratch, in bytes, by the same estimate.
std::uint64_t join_memory(const Board& board);

}  // namespace queens
