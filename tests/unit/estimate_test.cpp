// Estimates against what is known or counted. How long anything takes is not tested.

#include "queens/estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/boards.hpp"
#include "support/known_answers.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

constexpr int kSeeds = 10;
constexpr int kEnough = 9;  // of kSeeds

const Options kNoJoin{.memory = 1};

const MethodEstimate& of_method(const CountEstimate& estimate, const std::string& name) {
  return *std::find_if(estimate.methods.begin(), estimate.methods.end(),
                       [&name](const MethodEstimate& method) { return method.method == name; });
}

bool near(const Range& range, double truth) {
  return std::abs(range.expected - truth) <= 0.1 * truth;
}

bool holds(const Range& range, double truth) {
  return range.low <= truth && truth <= range.high;
}

void expect_ordered(const Range& range) {
  EXPECT_LE(range.low, range.expected);
  EXPECT_LE(range.expected, range.high);
}

TEST(Estimate, CountsWhatCanBeCounted) {
  for (int n = 1; n <= 11; ++n) {
    SCOPED_TRACE(n);
    const CountEstimate estimate = estimate_count(Board(n), {.threads = 2});
    EXPECT_EQ(estimate.threads, 2);
    EXPECT_EQ(estimate.chosen, "search");
    const double total = std::stod(known_answers().total.at(n));
    EXPECT_EQ(estimate.solutions.low, total);
    EXPECT_EQ(estimate.solutions.expected, total);
    EXPECT_EQ(estimate.solutions.high, total);
    for (const MethodEstimate& method : estimate.methods) {
      Options options;
      options.method = method.method;
      const CountResult counted = count(Board(n), options);
      EXPECT_EQ(method.nodes.expected, static_cast<double>(counted.nodes)) << method.method;
      EXPECT_EQ(method.samples, 0U) << method.method;
    }
  }
}

TEST(Estimate, CountsBoardsWithBlockedSquares) {
  for (const BlockedBoard& known : blocked_boards()) {
    if (known.board.size() > 10) continue;
    EXPECT_EQ(estimate_count(known.board).solutions.expected, std::stod(known.total))
        << text(known.board);
  }
}

TEST(Estimate, KnowsBoardsWithoutASolution) {
  Board board(20);
  for (int column = 0; column < 20; ++column) board.block({7, column});
  const CountEstimate estimate = estimate_count(board, {}, {.samples = 50});
  EXPECT_EQ(estimate.solutions.expected, 0);
  EXPECT_EQ(estimate.solutions.high, 0);
}

// The same samples, whatever threads draw them.
TEST(Estimate, IsTheSameForEqualSeeds) {
  const auto estimated = [](int threads, std::uint64_t seed) {
    return estimate_count(Board(16), {.threads = threads}, {.samples = 20, .seed = seed});
  };
  const CountEstimate one = estimated(1, 5);
  const CountEstimate again = estimated(2, 5);
  EXPECT_EQ(one.solutions.expected, again.solutions.expected);
  EXPECT_EQ(one.solutions.low, again.solutions.low);
  for (const std::string method : {"search", "join"}) {
    EXPECT_EQ(of_method(one, method).nodes.expected, of_method(again, method).nodes.expected);
    EXPECT_EQ(of_method(one, method).samples, 20U);
  }
  EXPECT_NE(one.solutions.expected, estimated(1, 6).solutions.expected);
}

struct Truth {
  int n;
  double search_nodes;
  double join_nodes;
};

// Nodes as `queens count N --method search --format json` and `--method join` print them with the
// kernel avx2.
constexpr Truth kTruths[] = {{15, 18'725'866, 3'327'961},
                             {16, 121'188'595, 7'851'480},
                             {17, 820'189'966, 65'618'434},
                             {18, 5'941'481'279, 160'900'846}};

TEST(Estimate, IsWithinATenthForNineOfTenSeeds) {
  for (const Truth& truth : kTruths) {
    if (kSanitized && truth.n > 15) break;
    const double total = std::stod(known_answers().total.at(truth.n));
    int solutions = 0;
    int search_nodes = 0;
    int join_nodes = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const CountEstimate estimate =
          estimate_count(Board(truth.n), {}, {.samples = 100, .seed = seed});
      solutions += near(estimate.solutions, total) ? 1 : 0;
      search_nodes += near(of_method(estimate, "search").nodes, truth.search_nodes) ? 1 : 0;
      join_nodes += near(of_method(estimate, "join").nodes, truth.join_nodes) ? 1 : 0;
    }
    EXPECT_GE(solutions, kEnough) << truth.n;
    EXPECT_GE(search_nodes, kEnough) << truth.n;
    EXPECT_GE(join_nodes, kEnough) << truth.n;
  }
}

TEST(Estimate, AgreesWithCounts) {
  if (kSanitized) return;
  for (const int n : {15, 16}) {
    const CountResult counted = count(Board(n), {.method = "search"});
    const CountEstimate estimate = estimate_count(Board(n), {}, {.samples = 500});
    EXPECT_TRUE(near(estimate.solutions, counted.total.to_double())) << n;
    EXPECT_TRUE(near(of_method(estimate, "search").nodes, static_cast<double>(counted.nodes))) << n;
  }
}

// Ranges of 95 %: of 40, more than three too narrow ones are one case in seven, more than six one
// in a hundred; the seeds are fixed.
TEST(Estimate, HasHonestRanges) {
  const double total = std::stod(known_answers().total.at(14));
  int held = 0;
  double width = 0;
  double mean = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const CountEstimate estimate = estimate_count(Board(14), {}, {.samples = 150, .seed = seed});
    held += holds(estimate.solutions, total) ? 1 : 0;
    mean += estimate.solutions.expected / total / 40;
    width += (estimate.solutions.high - estimate.solutions.low) / total / 40;
    expect_ordered(estimate.solutions);
    for (const MethodEstimate& method : estimate.methods) {
      expect_ordered(method.nodes);
      expect_ordered(method.seconds);
      expect_ordered(method.elapsed);
    }
  }
  EXPECT_GE(held, 34);
  EXPECT_LT(width, 0.5);
  EXPECT_NEAR(mean, 1, 0.025);  // 6,000 samples in all
}

TEST(Estimate, HoldsTheTotalsOfBoardsTooLargeToCount) {
  if (kSanitized) return;
  for (const int n : {22, 25, 27}) {
    const double total = std::stod(known_answers().total.at(n));
    const CountEstimate estimate = estimate_count(Board(n), kNoJoin, {.samples = 300});
    EXPECT_NEAR(estimate.solutions.expected / total, 1, 0.25) << n;
  }
}

TEST(Estimate, SaysWhatIsExtrapolated) {
  if (kSanitized) return;
  const Options options{.memory = std::uint64_t{4} << 30U};
  const auto join = [&](int n) {
    return of_method(estimate_count(Board(n), options, {.samples = 8}), "join");
  };
  EXPECT_FALSE(join(19).extrapolated);
  const MethodEstimate far = join(26);
  EXPECT_TRUE(far.extrapolated);
  expect_ordered(far.seconds);
  // Little is known so far away, whatever the noise of the machine.
  EXPECT_GT(far.seconds.high / far.seconds.low, 1.5);
  EXPECT_GT(far.seconds.expected, 100 * join(23).seconds.expected);
}

TEST(Estimate, SaysWhyAMethodIsMissing) {
  const CountEstimate scalar = estimate_count(Board(8), {.kernel = "scalar"});
  EXPECT_NE(of_method(scalar, "join").missing.find("scalar"), std::string::npos);
  EXPECT_EQ(scalar.chosen, "search");
  const CountEstimate small = estimate_count(Board(8), {.memory = 1'000'000});
  EXPECT_NE(of_method(small, "join").missing.find("memory"), std::string::npos);
  EXPECT_EQ(of_method(small, "search").missing, "");
}

TEST(Estimate, ChoosesAsTheCountDoes) {
  for (const int n : {12, 17, 18, 24}) {
    const Options options{.threads = 1, .memory = std::uint64_t{2} << 30U};
    EXPECT_EQ(estimate_count(Board(n), options, {.time = Seconds(0), .samples = 1}).chosen,
              chosen_method(Board(n), options).name)
        << n;
  }
}

TEST(Estimate, JudgesReferenceKernels) {
  const double total = std::stod(known_answers().total.at(12));
  const CountEstimate estimate = estimate_count(Board(12), {.kernel = "bitmask"}, {.samples = 300});
  EXPECT_TRUE(near(estimate.solutions, total)) << estimate.solutions.expected;
}

TEST(Estimate, EndsWhenCancelled) {
  Options options;
  options.cancel.request();
  EXPECT_THROW(static_cast<void>(estimate_count(Board(24), options)), Error);
}

TEST(Estimate, RefusesBadOptions) {
  EXPECT_THROW(static_cast<void>(estimate_count(Board(8), {.threads = -1})), Error);
  EXPECT_THROW(static_cast<void>(estimate_count(Board(8), {.kernel = "nosuch"})), Error);
  EXPECT_THROW(static_cast<void>(estimate_count(Board(8), {.method = "guess"})), Error);
  EXPECT_THROW(static_cast<void>(planned_nodes(Board(8), {.kernel = "nosuch"})), Error);
}

TEST(Estimate, PlansMoreNodesForLargerBoards) {
  double before = 0;
  for (int n = 4; n <= 20; ++n) {
    const double nodes = planned_nodes(Board(n));
    EXPECT_GT(nodes, before) << n;
    before = nodes;
  }
}

}  // namespace
}  // namespace queens::test
