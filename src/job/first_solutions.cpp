#include "job/first_solutions.hpp"

#include "job/time_limit.hpp"

namespace queens::job {
namespace {

class Descent {
 public:
  Descent(std::size_t k, const Options& options) : k_(k), options_(options) {}

  // Takes the solutions of a board whose rows above `row` hold their queens, `left` of them.
  void enter(const Board& board, int row, Count left) {
    if (row == board.size()) {
      found_.push_back(columns_);
      return;
    }
    for (int column = 0; column < board.size() && left != Count() && found_.size() < k_; ++column) {
      if (!board.is_free({row, column})) continue;
      Board next = board;
      next.place_queen({row, column});
      const Count here = count(next, options_).total;
      if (here == Count()) continue;
      columns_.push_back(static_cast<std::uint8_t>(column));
      enter(next, row + 1, here);
      columns_.pop_back();
      left = without(left, here);
    }
  }

  std::vector<Solution> take() { return std::move(found_); }

 private:
  // Counts know no subtraction, as nothing else needs one.
  static Count without(Count all, Count part) {
    const Count::Words a = all.words();
    const Count::Words b = part.words();
    return {a.high - b.high - (a.low < b.low ? 1U : 0U), a.low - b.low};
  }

  std::size_t k_;
  const Options& options_;
  Solution columns_;
  std::vector<Solution> found_;
};

}  // namespace

std::optional<std::vector<Solution>> first_solutions_within(std::chrono::milliseconds time,
                                                            const Board& board, std::size_t k,
                                                            const Options& options) {
  return within(time, options,
                [&](const Options& limited) { return first_solutions(board, k, limited); });
}

std::vector<Solution> first_solutions_by_counts(const Board& board, std::size_t k, Count total,
                                                const Options& options) {
  Options plain = options;
  plain.fundamental = false;
  plain.checkpoint = {};
  plain.progress = nullptr;
  Descent descent(k, plain);
  if (k > 0) descent.enter(board, 0, total);
  return descent.take();
}

}  // namespace queens::job
