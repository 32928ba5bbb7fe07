// What `queens bench` is made of, on made-up runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/bench_chart.hpp"
#include "cli/bench_ladder.hpp"
#include "cli/bench_runs.hpp"
#include "cli/bench_summary.hpp"
#include "cli/bench_table.hpp"
#include "cli/chart.hpp"
#include "cli/exit_code.hpp"
#include "cli/number_list.hpp"
#include "cli/report.hpp"

namespace queens::test {
namespace {

using namespace queens::cli;  // NOLINT(google-build-using-namespace)
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<int> numbers(const std::string& text) {
  return parse_numbers("--list", text, 1, 5000);
}

TEST(NumberList, ReadsNumbersRangesAndDoublings) {
  EXPECT_THAT(numbers("14"), ElementsAre(14));
  EXPECT_THAT(numbers("14,16"), ElementsAre(14, 16));
  EXPECT_THAT(numbers("14..17"), ElementsAre(14, 15, 16, 17));
  EXPECT_THAT(numbers("12,14..16,20"), ElementsAre(12, 14, 15, 16, 20));
  EXPECT_THAT(numbers("7..7"), ElementsAre(7));
  EXPECT_THAT(numbers("1,2,4,...,64"), ElementsAre(1, 2, 4, 8, 16, 32, 64));
  EXPECT_THAT(numbers("3,...,20"), ElementsAre(3, 6, 12, 20));
  EXPECT_THAT(numbers("1,2,...,8,5"), ElementsAre(1, 2, 4, 5, 8));
  EXPECT_EQ(numbers("1,2,...,4096").size(), 13U);
}

TEST(NumberList, SortsAndDropsRepeats) {
  EXPECT_THAT(numbers("16,14..16,14"), ElementsAre(14, 15, 16));
}

TEST(NumberList, RefusesTheRest) {
  for (const std::string text :
       {"",      ",",       "1,",          ",1",      "1,,2", "0",     "5001",       "x",
        "2-4",   "4..2",    "1..",         "..2",     "..",   "1...4", "...",        "...,4",
        "1,...", "4,...,2", "1,2,3,...,9", "1,...,0", "-1",   "1 ,2",  "99999999999"}) {
    EXPECT_THROW(numbers(text), UsageError) << text;
  }
}

TEST(BenchAgreement, NamesWhatDiffers) {
  Agreement agreement;
  agreement.add({8, "scalar", "search", 1}, Count(92));
  agreement.add({8, "bitmask", "search", 2}, Count(92));
  agreement.add({9, "scalar", "search", 1}, Count(352));
  try {
    agreement.add({8, "scan", "search", 4}, Count(91));
    FAIL() << "accepted";
  } catch (const DifferenceFound& error) {
    const std::string message = error.what();
    for (const std::string part : {"n = 8", "scalar", "scan", "4 threads", "92", "91"}) {
      EXPECT_THAT(message, HasSubstr(part));
    }
  }
}

TEST(BenchRuns, PredictsFromSmallerSizes) {
  const Variant known = {14, "scan", "search", 2};
  EXPECT_DOUBLE_EQ(least_seconds({16, "scan", "search", 2}, known, 2).value(), 50);
  EXPECT_DOUBLE_EQ(least_seconds({15, "scan", "search", 4}, known, 2).value(), 5);
  EXPECT_DOUBLE_EQ(least_seconds({15, "scan", "search", 1}, known, 2).value(), 10);
  EXPECT_FALSE(least_seconds({15, "arrays", "search", 2}, known, 2));
  EXPECT_FALSE(least_seconds({14, "scan", "search", 4}, known, 2));
  EXPECT_FALSE(least_seconds({15, "scan", "search", 2}, known, 0.001));
}

VariantRuns made_up(int n, const std::string& kernel, int threads,
                    const std::vector<double>& seconds) {
  VariantRuns runs{.variant = {n, kernel, "search", threads}};
  for (const double time : seconds) runs.runs.push_back({.seconds = time});
  if (seconds.empty()) runs.left_out = "takes too long";
  runs.nodes = 1000;
  runs.total = Count(100);
  return runs;
}

BenchRuns bench_of(const std::vector<VariantRuns>& variants) {
  return {.variants = variants, .no_cycles = "no counter"};
}

TEST(BenchSummary, HasMedianSpreadAndRates) {
  const auto summary = summarise(bench_of({made_up(8, "a", 1, {4, 1, 2})})).front();
  ASSERT_TRUE(summary);
  EXPECT_DOUBLE_EQ(summary->median, 2);
  EXPECT_DOUBLE_EQ(summary->spread, 1.5);
  EXPECT_DOUBLE_EQ(summary->nodes_per_second, 500);
  EXPECT_DOUBLE_EQ(summary->solutions_per_second, 50);
  EXPECT_FALSE(summary->cycles_per_node);
  EXPECT_DOUBLE_EQ(median({1, 2, 4, 8}), 3);
}

TEST(BenchSummary, ComparesWithOneThreadOfTheSameKernelAndSize) {
  const auto all = summarise(
      bench_of({made_up(8, "a", 1, {8}), made_up(8, "a", 4, {4}), made_up(8, "b", 1, {2}),
                made_up(8, "b", 4, {0.5}), made_up(9, "a", 1, {}), made_up(9, "a", 4, {5})}));
  EXPECT_DOUBLE_EQ(all[1]->speed_up.value(), 2);
  EXPECT_DOUBLE_EQ(all[1]->efficiency.value(), 0.5);
  EXPECT_DOUBLE_EQ(all[3]->speed_up.value(), 4);
  EXPECT_FALSE(all[4]);
  EXPECT_FALSE(all[5]->speed_up);  // what to compare with was left out
}

TEST(BenchSummary, ComparesWithTheFewestThreadsWhereOneIsMissing) {
  const auto all = summarise(bench_of({made_up(8, "a", 2, {8}), made_up(8, "a", 4, {5})}));
  EXPECT_DOUBLE_EQ(all[1]->speed_up.value(), 1.6);
  EXPECT_DOUBLE_EQ(all[1]->efficiency.value(), 0.8);
}

TEST(BenchSummary, CountsCyclesANode) {
  VariantRuns runs = made_up(8, "a", 1, {1, 1, 1});
  runs.runs[0].cycles = 9000;
  runs.runs[1].cycles = 4000;
  runs.runs[2].cycles = 5000;
  EXPECT_DOUBLE_EQ(summarise(bench_of({runs}))[0]->cycles_per_node.value(), 5);
}

TEST(BenchTable, ShowsWhatWasLeftOut) {
  const BenchRuns bench = bench_of({made_up(8, "a", 1, {1}), made_up(9, "a", 1, {})});
  const Table table = bench_table(bench, summarise(bench));
  EXPECT_EQ(table.rows.size(), 2U);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_THAT(table_text(table), testing::ContainsRegex("\n9  a +search +1 +-  "));
  EXPECT_THAT(table_csv(table), HasSubstr("\n9,a,search,1,0,,,,,,,,,,,,takes too long\n"));
  EXPECT_THAT(bench_notes(bench), testing::Contains(HasSubstr("n = 9, a search, 1 thread")));
  EXPECT_THAT(bench_notes(bench), testing::Contains(HasSubstr("no counter")));
}

TEST(Report, QuotesCsvFields) {
  const Table table = {.columns = {{"", "x"}}, .rows = {{{"", "a,\"b\""}}}};
  EXPECT_EQ(table_csv(table), "x\n\"a,\"\"b\"\"\"\n");
}

TEST(Report, ShortensRates) {
  EXPECT_EQ(rate_text(0), "0.00");
  EXPECT_EQ(rate_text(12.34), "12.3");
  EXPECT_EQ(rate_text(999.6), "1.00 k");
  EXPECT_EQ(rate_text(84'080'000), "84.1 M");
}

TEST(Ladder, ClimbsFromReferencesToAllCpus) {
  const std::vector<KernelInfo> kernels = {
      {.name = "wide", .summary = "", .needs = "much", .missing = "much"},
      {.name = "vector", .summary = "", .needs = "", .missing = ""},
      {.name = "plain", .summary = "", .needs = "", .missing = ""},
      {.name = "masks", .summary = "", .needs = "", .missing = "", .reference = true},
      {.name = "walk", .summary = "", .needs = "", .missing = "", .reference = true}};
  std::vector<std::string> steps;
  for (const Variant& step : ladder_steps(9, kernels, 6)) steps.push_back(variant_text(step));
  EXPECT_THAT(steps, ElementsAre("n = 9, walk search, 1 thread", "n = 9, masks search, 1 thread",
                                 "n = 9, plain search, 1 thread", "n = 9, vector search, 1 thread",
                                 "n = 9, vector search, 6 threads"));
  EXPECT_EQ(ladder_steps(9, kernels, 1).size(), 4U);
}

// Ticks lie within their axis and apart from each other.
void expect_good_axis(const Axis& axis) {
  ASSERT_LT(axis.from, axis.to);
  ASSERT_FALSE(axis.ticks.empty());
  EXPECT_LE(axis.ticks.size(), 17U);
  double last = axis.from - 1;
  for (const Tick& tick : axis.ticks) {
    EXPECT_GE(tick.value, axis.from * 0.999);
    EXPECT_LE(tick.value, axis.to * 1.001);
    EXPECT_GT(tick.value, last);
    last = tick.value;
  }
}

TEST(ChartAxis, HasAFewTicks) {
  for (const double most : {0.3, 1.0, 2.0, 9.0, 13.7, 64.0, 1024.0}) {
    for (const bool whole : {false, true}) {
      const Axis axis = linear_axis("", most, whole);
      expect_good_axis(axis);
      EXPECT_GE(axis.to, most);
    }
  }
  for (const int last : {1, 2, 17, 32}) expect_good_axis(whole_axis("", 1, last));
  for (const double most : {1.0, 3.0, 4096.0, 1e6}) expect_good_axis(doubling_axis("", 0.2, most));
  for (const double most : {1e-5, 0.02, 0.5, 40.0, 1e5}) {
    expect_good_axis(seconds_axis("", 1e-5, most));
    expect_good_axis(seconds_axis("", most, most));
  }
  EXPECT_EQ(seconds_axis("", 0.02, 0.5).ticks.front().label, "10 ms");
}

TEST(BenchChart, DrawsALineAKernelForItsLargestSize) {
  const BenchRuns bench =
      bench_of({made_up(8, "a", 1, {1}), made_up(8, "a", 2, {0.6}), made_up(8, "slow", 1, {9}),
                made_up(8, "slow", 2, {5}), made_up(9, "a", 1, {7}), made_up(9, "a", 2, {4}),
                made_up(9, "slow", 1, {}), made_up(9, "slow", 2, {})});
  const std::string svg = bench_chart(bench, summarise(bench), "here & there");
  for (const std::string part : {">a search, n = 9<", ">slow search, n = 8<", ">ideal<",
                                 ">threads<", ">n<", "here &amp; there", "Time on 1 thread"}) {
    EXPECT_THAT(svg, HasSubstr(part));
  }
  EXPECT_THAT(svg, Not(HasSubstr("a search, n = 8")));
}

TEST(BenchChart, SaysWhereNothingWasMeasured) {
  const BenchRuns bench = bench_of({made_up(8, "a", 1, {})});
  const std::string svg = bench_chart(bench, summarise(bench), "");
  EXPECT_THAT(svg, HasSubstr("nothing measured"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace queens::test
