// Search and join on the command line.

#include <nlohmann/json.hpp>

#include "cli/queens_program.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

using json = nlohmann::json;
using testing::HasSubstr;

TEST(MethodOptionTest, CountsByTheMethodAskedFor) {
  for (const std::string method : {"search", "join"}) {
    const json record = json_of({"count", "12", "--method", method, "--format", "json"});
    EXPECT_EQ(record["total"], "14200") << method;
    EXPECT_EQ(record["method"], method);
  }
  EXPECT_EQ(json_of({"solve", "11", "-m", "auto", "--format", "json"})["method"], "search");
}

TEST(MethodOptionTest, JoinsLargeBoardsUnlessToldOtherwise) {
  if (kSanitized) return;  // takes too long
  const json record =
      json_of({"count", "18", "--memory", "1GB", "--threads", "2", "--format", "json"});
  EXPECT_EQ(record["total"], "666090624");
  EXPECT_EQ(record["method"], "join");
}

TEST(MethodOptionTest, JoinsBoardsWithBlockedSquares) {
  const Outcome outcome = run_queens({"count", "--method", "join", "--board", "-"},
                                     {.input = "*.***\n*****\n***.*\n*****\n****.\n"});
  EXPECT_EQ(outcome.out, "6\n") << outcome;
}

TEST(MethodOptionTest, CountsFundamentalSolutionsByJoin) {
  EXPECT_EQ(output_of({"count", "11", "--method", "join", "--fundamental"}), "2680\n341\n");
}

TEST(MethodOptionTest, SaysThatMemoryDoesNotSufficeAndCountsBySearch) {
  const Outcome outcome =
      run_queens({"count", "12", "--method", "join", "--memory", "1MB", "--threads", "1"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.out, "14200\n");
  EXPECT_THAT(outcome.err, HasSubstr("counting by search: the join needs "));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(MethodOptionTest, TakesMemoryInUnits) {
  for (const std::string memory : {"100000000", "100MB", "1GB", "1GiB", "500000KiB"}) {
    EXPECT_EQ(output_of({"count", "8", "--method", "join", "--memory", memory}), "92\n") << memory;
  }
}

TEST(MethodOptionTest, RefusesBadWords) {
  expect_refused(run_queens({"count", "8", "--method", "guess"}), "--method");
  expect_refused(run_queens({"count", "8", "--method", "join", "--kernel", "scan"}), "scan");
  for (const std::string memory : {"", "0", "MB", "1TB", "-1", "1.5GB", "99999999999999GiB"}) {
    expect_refused(run_queens({"count", "8", "--memory", memory}), "--memory");
  }
}

TEST(MethodOptionTest, DoubleChecks) {
  const Outcome outcome = run_queens({"count", "10", "--double-check-method"});
  EXPECT_EQ(outcome.out, "724\n") << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("search and join agree on "));
}

TEST(MethodOptionTest, RefusesToDoubleCheckBeforeTheCount) {
  expect_refused(run_queens({"count", "10", "--double-check-method", "--kernel", "scan"}), "scan");
  expect_refused(run_queens({"count", "10", "--double-check-method", "--memory", "1MB"}), "memory");
}

TEST(MethodOptionTest, EndsAtOnceOnASignal) {
  for (const std::string n : {"22", "26", "29"}) {
    SCOPED_TRACE(n);
    cancel_queens({"count", n, "--method", "join", "--memory", "2GB"}, SIGINT);
  }
}

TEST(BenchMethodsTest, ComparesBothMethods) {
  const json record = json::parse(output_of({"bench", "-n", "8", "--methods", "search,join",
                                             "--threads", "1", "--repeat", "1", "--json", "-"}));
  ASSERT_EQ(record["variants"].size(), 2U);
  EXPECT_EQ(record["variants"][0]["method"], "search");
  EXPECT_EQ(record["variants"][1]["method"], "join");
  EXPECT_EQ(record["variants"][1]["total"], "92");
}

TEST(BenchMethodsTest, Samples) {
  const json record = json::parse(
      output_of({"bench", "-n", "12", "--methods", "search,join", "--sample", "1", "--json", "-"}));
  ASSERT_EQ(record["samples"].size(), 2U);
  for (const json& sample : record["samples"]) {
    // All subproblems fit into a second, so the sample is the whole.
    EXPECT_EQ(sample["sampled"], sample["subproblems"]);
    EXPECT_NEAR(sample["expected_solutions"].get<double>(), 14200, 1e-6);
    EXPECT_EQ(sample["expected_seconds_error"], 0.0);
  }
}

TEST(BenchMethodsTest, RefusesBadWords) {
  expect_refused(run_queens({"bench", "--methods", "guess"}), "--methods");
  expect_refused(run_queens({"bench", "--kernels", "scan", "--methods", "join"}), "join");
  expect_refused(run_queens({"bench", "--sample", "1", "--threads", "2"}), "--sample");
  expect_refused(run_queens({"bench", "--seed", "1"}), "--seed");
}

}  // namespace
}  // namespace queens::test
