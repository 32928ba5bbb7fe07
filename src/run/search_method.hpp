#pragma once

#include "core/method.hpp"
#include "kernel/kernel.hpp"
#include "plan/decomposition.hpp"
#include "queens/board.hpp"

namespace queens {

/// The plans' names.
inline constexpr std::string_view kEdgeClassPlan = "edge classes";
inline constexpr std::string_view kWholeBoardPlan = "whole board";

/// Counting by search: the decomposition of `plan`, each unit counted by one kernel.
class SearchMethod final : public Method {
 public:
  /// The kernel must outlive the method, as those of the registry do.
  SearchMethod(const Board& board, const Kernel& kernel);

  [[nodiscard]] std::string_view name() const override { return "search"; }
  [[nodiscard]] std::string_view plan_name() const override;
  [[nodiscard]] std::vector<WorkUnit> plan(const CancelToken& cancel) const override;
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override;
  [[nodiscard]] std::uint64_t slice(const WorkUnit& unit) const override;
  [[nodiscard]] std::vector<WeightedBoard> slice_boards(const WorkUnit& unit) const override;
  Tally run(const WorkUnit& unit, Scratch& scratch, const CancelToken& cancel) const override;

 private:
  const Kernel& kernel_;
  int board_size_;
  Decomposition decomposition_;
};

}  // namespace queens
