#include "run/search_method.hpp"

namespace queens {

SearchMethod::SearchMethod(const Board& board, const Kernel& kernel)
    : kernel_(kernel), board_size_(board.size()), decomposition_(board, kernel.division) {}

std::string_view SearchMethod::plan_name() const {
  return kernel_.division == WorkDivision::whole_board ? kWholeBoardPlan : kEdgeClassPlan;
}

std::vector<WorkUnit> SearchMethod::plan(const CancelToken& cancel) const {
  return decomposition_.units(cancel);
}

std::unique_ptr<Scratch> SearchMethod::make_scratch() const {
  return kernel_.make_scratch(board_size_);
}

std::uint64_t SearchMethod::slice(const WorkUnit& unit) const {
  return decomposition_.slice(unit);
}

std::vector<WeightedBoard> SearchMethod::slice_boards(const WorkUnit& unit) const {
  return decomposition_.slice_boards(unit);
}

Tally SearchMethod::run(const WorkUnit& unit, Scratch& scratch, const CancelToken& cancel) const {
  return kernel_.count(decomposition_.subproblem(unit), scratch, cancel);
}

}  // namespace queens
