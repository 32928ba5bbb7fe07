#include "run/search_method.hpp"

namespace queens {

SearchMethod::SearchMethod(const Board& board, const Kernel& kernel)
    : kernel_(kernel), board_size_(board.size()), decomposition_(board, kernel.division) {}

std::vector<WorkUnit> SearchMethod::plan(const CancelToken& cancel) const {
  return decomposition_.units(cancel);
}

std::unique_ptr<Scratch> SearchMethod::make_scratch() const {
  return kernel_.make_scratch(board_size_);
}

Tally SearchMethod::run(const WorkUnit& unit, Scratch& scratch, const CancelToken& cancel) const {
  return kernel_.count(decomposition_.subproblem(unit), scratch, cancel);
}

}  // namespace queens
