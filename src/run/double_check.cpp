// The two methods share nothing but the rules, so a part of the board that both count alike speaks
// for their inner loops and their tables. Two kinds of parts are small enough: the solutions whose
// top half takes a given set of columns, and those with given queens on the four edges of the
// board. How parts are weighted by symmetry is not looked at here: whole totals are compared by the
// tests.

#include <algorithm>
#include <random>
#include <utility>

#include "core/bits.hpp"
#include "core/halves.hpp"
#include "kernel/registry.hpp"
#include "queens/queens.hpp"
#include "run/choose_method.hpp"
#include "run/join_method.hpp"

namespace queens {
namespace {

constexpr std::uint64_t kFewest = 3;  // parts of each kind

class Checker {
 public:
  Checker(const Board& board, std::uint64_t seed, Options options)
      : board_(board), options_(std::move(options)), random_(seed) {
    options_.progress = nullptr;
    options_.fundamental = false;
  }

  /// Empty where both agree.
  std::string check_column_set() {
    const Halves halves = cut_in_halves(board_);
    const std::uint32_t set = random_set(halves.top.rows);
    Board part = board_;
    for (int row = 0; row < board_.size(); ++row) {
      for (int column = 0; column < board_.size(); ++column) {
        const bool in_set = (set & bit(column)) != 0;
        if (in_set != (row < halves.top.rows)) part.block({row, column});
      }
    }
    const Kernel& kernel = select_kernel(options_.kernel);
    const JoinMethod join(board_, *kernel.join, memory_limit(options_));
    const std::unique_ptr<Scratch> scratch = join.make_scratch();
    const Count joined = join.count_set(halves, set, *scratch, options_.cancel);
    return difference("the columns " + columns_text(set) + " in the top half", joined,
                      counted(part, "search"));
  }

  std::string check_edge_class() {
    const int last = board_.size() - 1;
    Board part = board_;
    std::string queens;
    for (const Square queen :
         {Square{0, random_below(last + 1)}, Square{last, random_below(last + 1)},
          Square{random_below(last + 1), 0}, Square{random_below(last + 1), last}}) {
      if (!part.is_free(queen)) continue;  // attacked by one before
      part.place_queen(queen);
      queens += (queens.empty() ? "" : ", ") + std::to_string(queen.row + 1) + ':' +
                std::to_string(queen.column + 1);
    }
    return difference("queens on row:column " + queens, counted(part, "join"),
                      counted(part, "search"));
  }

 private:
  int random_below(int bound) {
    return static_cast<int>(std::uniform_int_distribution(0, bound - 1)(random_));
  }

  std::uint32_t random_set(int columns) {
    std::uint32_t set = 0;
    while (population(set) < columns) set |= bit(random_below(board_.size()));
    return set;
  }

  [[nodiscard]] Count counted(const Board& part, const std::string& method) const {
    Options options = options_;
    options.method = method;
    const CountResult result = count(part, options);
    if (result.method != method) {
      throw Error(ErrorCode::invalid_input,
                  "the join needs more memory than it may use: nothing to compare");
    }
    return result.total;
  }

  static std::string columns_text(std::uint32_t set) {
    std::string text;
    for (; set != 0; set &= set - 1) {
      text += (text.empty() ? "" : " ") + std::to_string(lowest_column(set) + 1);
    }
    return text;
  }

  static std::string difference(const std::string& part, Count joined, Count searched) {
    if (joined == searched) return {};
    return "with " + part + " the join counts " + joined.to_string() + " solutions, the search " +
           searched.to_string();
  }

  const Board& board_;
  Options options_;
  std::mt19937_64 random_;
};

}  // namespace

DoubleCheck double_check(const Board& board, std::chrono::duration<double> time, std::uint64_t seed,
                         const Options& options) {
  if (select_kernel(options.kernel).join == nullptr) {
    throw Error(ErrorCode::invalid_input, "the kernel cannot join half boards: nothing to compare");
  }
  Checker checker(board, seed, options);
  DoubleCheck result;
  const auto end = std::chrono::steady_clock::now() + time;
  while (result.difference.empty() &&
         (result.edge_classes < kFewest || std::chrono::steady_clock::now() < end)) {
    result.difference = checker.check_edge_class();
    ++result.edge_classes;
    if (!result.difference.empty()) break;
    result.difference = checker.check_column_set();
    ++result.column_sets;
  }
  return result;
}

}  // namespace queens
