// `queens estimate`, and what a count says before it begins.

#include <nlohmann/json.hpp>

#include "cli/foretell.hpp"
#include "cli/queens_program.hpp"
#include "cli/time_text.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

using cli::foretelling;
using cli::number_text;
using cli::range_text;
using cli::time_range_text;
using json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr Range known(double value) {
  return {.low = value, .expected = value, .high = value};
}

TEST(TimeText, ShowsThreeDigits) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(14200), "14200");
  EXPECT_EQ(number_text(0.012345), "0.0123");
  EXPECT_EQ(number_text(39029188884.0), "3.9e10");
  EXPECT_EQ(number_text(2.349e17), "2.35e17");
}

TEST(TimeText, ShowsRanges) {
  EXPECT_EQ(range_text({.low = 1.5, .expected = 2, .high = 2.5}), "2 (1.5 to 2.5)");
  EXPECT_EQ(range_text(known(95815104)), "95815104");
  EXPECT_EQ(range_text(known(0)), "0");
}

TEST(TimeText, ChoosesUnitsOfTime) {
  EXPECT_EQ(time_range_text(known(0.0012)), "1.2 ms");
  EXPECT_EQ(time_range_text(known(45)), "45 s");
  EXPECT_EQ(time_range_text({.low = 9000, .expected = 10800, .high = 12960}), "3 h (2.5 to 3.6 h)");
  EXPECT_EQ(time_range_text({.low = 60, .expected = 150, .high = 600}), "2.5 min (1 to 10 min)");
  EXPECT_EQ(time_range_text(known(3 * 86400)), "3 days");
  EXPECT_EQ(time_range_text(known(1e6 * 365.25 * 86400)), "1e06 years");
}

CountEstimate estimate_of(double elapsed) {
  return {
      .threads = 2,
      .kernel = "avx2",
      .chosen = "join",
      .solutions = {.low = 1e12, .expected = 1.2e12, .high = 1.4e12},
      .methods = {{.method = "search", .elapsed = known(1e6)},
                  {.method = "join",
                   .elapsed = {.low = 0.8 * elapsed, .expected = elapsed, .high = 1.2 * elapsed}}}};
}

TEST(Foretell, SaysWhatTheChosenMethodTakes) {
  EXPECT_EQ(foretelling(estimate_of(10800)),
            "about 3 h on 2 threads (2.4 to 3.6 h), 1.2e12 solutions");
  CountEstimate one = estimate_of(10800);
  one.threads = 1;
  EXPECT_THAT(foretelling(one), HasSubstr("on 1 thread ("));
}

TEST(Foretell, SaysNothingOfLessThanAMinute) {
  EXPECT_EQ(foretelling(estimate_of(59)), "");
  EXPECT_NE(foretelling(estimate_of(61)), "");
}

TEST(Foretell, SpeaksBeforeALongCountAndNotWhenQuiet) {
  if (kSanitized) return;  // takes too long
  const Words words = {"count", "25", "--threads", "1", "--memory", "1GB"};
  Process process(kProgram, words);
  EXPECT_TRUE(process.read_error_until(" solutions\n"));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_THAT(outcome.err, HasSubstr("queens: info: about "));
  EXPECT_THAT(outcome.err, HasSubstr(" on 1 thread ("));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 2) << outcome.err;

  Words quiet = words;
  quiet.emplace_back("--quiet");
  Process silent(kProgram, quiet);
  silent.wait_until_handled(SIGINT);
  EXPECT_FALSE(silent.ends_within(std::chrono::seconds(2)));
  silent.send(SIGINT);
  EXPECT_THAT(silent.wait().err, Not(HasSubstr("about")));
}

TEST(EstimateCommand, PrintsATable) {
  const std::string text = output_of({"estimate", "12", "--threads", "2"});
  EXPECT_THAT(text, testing::StartsWith("n = 12 on 2 threads, kernel "));
  EXPECT_THAT(text, HasSubstr("\nsolutions  14200\n"));
  EXPECT_THAT(text, HasSubstr("\n* search  "));
  EXPECT_THAT(text, HasSubstr("\n  join "));
  EXPECT_THAT(text, HasSubstr("core-hours"));
  EXPECT_THAT(text, HasSubstr("time on 2 threads\n"));
  EXPECT_THAT(text, HasSubstr("search: counted, not estimated\n"));
}

void expect_range(const json& range) {
  EXPECT_LE(range["low"].get<double>(), range["expected"].get<double>());
  EXPECT_LE(range["expected"].get<double>(), range["high"].get<double>());
}

TEST(EstimateCommand, PrintsJson) {
  const json record = json::parse(
      output_of({"estimate", "20", "--threads", "2", "--memory", "1GB", "--format", "json"}));
  EXPECT_EQ(record["n"], 20);
  EXPECT_EQ(record["threads"], 2);
  EXPECT_EQ(record["seed"], 1);
  EXPECT_EQ(record["chosen"], "join");
  EXPECT_NEAR(record["solutions"]["expected"].get<double>(), 39029188884.0, 0.2 * 39029188884.0);
  expect_range(record["solutions"]);
  ASSERT_EQ(record["methods"].size(), 2U);
  EXPECT_EQ(record["methods"][0]["method"], "search");
  EXPECT_EQ(record["methods"][1]["method"], "join");
  for (const json& method : record["methods"]) {
    for (const std::string what : {"nodes", "core_hours", "elapsed_seconds"}) {
      expect_range(method[what]);
      EXPECT_GT(method[what]["expected"].get<double>(), 0) << what;
    }
    EXPECT_EQ(method["extrapolated"], false);
    EXPECT_GT(method["samples"].get<int>(), 0);
  }
}

TEST(EstimateCommand, SaysWhyTheJoinIsNoChoice) {
  EXPECT_THAT(output_of({"estimate", "8", "--kernel", "scan"}),
              HasSubstr("join: not here, for kernel 'scan' cannot join half boards\n"));
  const json record =
      json::parse(output_of({"estimate", "8", "--memory", "1MB", "--format", "json"}));
  EXPECT_THAT(record["methods"][1]["missing"].get<std::string>(), HasSubstr("memory"));
}

TEST(EstimateCommand, ReadsABoard) {
  const std::string text =
      output_of({"estimate", "--board", "-"}, "*.***\n*****\n***.*\n*****\n****.\n");
  EXPECT_THAT(text, testing::StartsWith("a board of 5 rows on "));
  EXPECT_THAT(text, HasSubstr("\nsolutions  6\n"));
}

TEST(EstimateCommand, ReachesTheLargestBoard) {
  if (kSanitized) return;  // takes too long
  const json record = json::parse(
      output_of({"estimate", "32", "--memory", "16GB", "--seed", "7", "--format", "json"}));
  EXPECT_EQ(record["seed"], 7);
  EXPECT_GT(record["solutions"]["expected"].get<double>(), 1e21);
  EXPECT_EQ(record["methods"][1]["extrapolated"], true);
}

TEST(EstimateCommand, EndsAtOnceOnASignal) {
  for (const std::string n : {"18", "24", "32"}) {
    SCOPED_TRACE(n);
    cancel_queens({"estimate", n}, SIGINT);
  }
}

TEST(EstimateCommand, RefusesBadWords) {
  expect_refused(run_queens({"estimate"}), "N is missing");
  expect_refused(run_queens({"estimate", "33"}), "33");
  expect_refused(run_queens({"estimate", "8", "--format", "csv"}), "--format");
  expect_refused(run_queens({"estimate", "8", "--seed", "x"}), "--seed");
  expect_refused(run_queens({"estimate", "8", "--memory", "1TB"}), "--memory");
  expect_refused(run_queens({"estimate", "8", "--kernel", "nosuch"}), "nosuch");
  expect_refused(run_queens({"estimate", "8", "--method", "join"}), "method");
}

}  // namespace
}  // namespace queens::test
