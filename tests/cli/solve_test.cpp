// queens solve and queens count: what they print.

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "cli/queens_program.hpp"

namespace queens::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kSolutionsOf8 =
    "1 5 8 6 3 7 2 4\n"
    "1 6 8 3 7 4 2 5\n"
    "1 7 4 6 8 2 5 3\n";

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

// What the threads did, added up.
struct Sums {
  std::uint64_t subproblems = 0;
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};

// A row of the table of threads.
std::pair<std::string, Sums> row_of(const std::string& line) {
  std::pair<std::string, Sums> row;
  std::istringstream(line) >> row.first >> row.second.subproblems >> row.second.nodes >>
      row.second.solutions;
  return row;
}

TEST(SolveTest, PrintsThreeSolutionsAndTheTotal) {
  EXPECT_EQ(output_of({"solve", "8"}), kSolutionsOf8 + "92\n");
}

TEST(SolveTest, PrintsAllSolutionsOfSmallBoards) {
  EXPECT_EQ(output_of({"solve", "1"}), "1\n1\n");
  EXPECT_EQ(output_of({"solve", "2"}), "0\n");
  EXPECT_EQ(output_of({"solve", "3"}), "0\n");
  EXPECT_EQ(output_of({"solve", "4"}), "2 4 1 3\n3 1 4 2\n2\n");
}

TEST(SolveTest, PrintsAsManySolutionsAsAskedFor) {
  EXPECT_EQ(output_of({"solve", "8", "--first", "0"}), "92\n");
  EXPECT_EQ(output_of({"solve", "8", "--first", "1"}), "1 5 8 6 3 7 2 4\n92\n");
  const std::string five = output_of({"solve", "8", "--first", "5"});
  EXPECT_TRUE(five.starts_with(kSolutionsOf8)) << five;
  EXPECT_EQ(lines_of(five).size(), 6U);
  const std::string all = output_of({"solve", "8", "--first", "100"});
  EXPECT_EQ(all, output_of({"list", "8"}) + "92\n");
  EXPECT_EQ(lines_of(all).size(), 93U);
}

TEST(SolveTest, PrintsFundamentalSolutionsOnALineOfTheirOwn) {
  EXPECT_EQ(output_of({"solve", "8", "--fundamental"}), kSolutionsOf8 + "92\n12\n");
}

TEST(SolveTest, DrawsBoards) {
  EXPECT_EQ(output_of({"solve", "4", "--format", "board"}),
            ".Q..\n...Q\nQ...\n..Q.\n\n"
            "..Q.\nQ...\n...Q\n.Q..\n\n"
            "2\n");
}

TEST(SolveTest, WritesJson) {
  const json record = json_of({"solve", "8", "--format", "json", "--threads", "2"});
  EXPECT_THAT(keys_of(record),
              testing::UnorderedElementsAre("n", "total", "solutions", "seconds", "threads",
                                            "method", "kernel", "subproblems", "nodes"));
  EXPECT_EQ(record["n"], 8);
  EXPECT_EQ(record["total"], "92");
  EXPECT_EQ(record["solutions"], json::parse("[[1,5,8,6,3,7,2,4],[1,6,8,3,7,4,2,5],"
                                             "[1,7,4,6,8,2,5,3]]"));
  EXPECT_GE(record["seconds"].get<double>(), 0);
  EXPECT_EQ(record["threads"], 2);
  EXPECT_NE(record["method"].get<std::string>(), "");
  EXPECT_NE(record["kernel"].get<std::string>(), "");
  EXPECT_GT(record["subproblems"].get<std::uint64_t>(), 0U);
  EXPECT_GT(record["nodes"].get<std::uint64_t>(), 0U);
}

TEST(SolveTest, WritesFundamentalSolutionsInJsonOnlyWhereAskedFor) {
  EXPECT_EQ(json_of({"solve", "8", "--format", "json", "--fundamental"})["fundamental"], "12");
  EXPECT_EQ(json_of({"count", "8", "--format", "json", "--fundamental"})["fundamental"], "12");
  EXPECT_FALSE(json_of({"count", "8", "--format", "json"}).contains("fundamental"));
}

TEST(SolveTest, WritesAJsonRecordWithoutSolutionsWhereThereAreNone) {
  const json record = json_of({"solve", "3", "--format", "json"});
  EXPECT_EQ(record["total"], "0");
  EXPECT_EQ(record["solutions"], json::array());
}

TEST(SolveTest, WritesCsv) {
  const auto lines = lines_of(output_of({"solve", "8", "--format", "csv", "--fundamental"}));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0],
            "n,total,fundamental,solutions,seconds,threads,method,kernel,subproblems,nodes");
  const auto fields = lines_of(lines[1], ',');
  ASSERT_EQ(fields.size(), 10U);
  EXPECT_EQ(fields[0], "8");
  EXPECT_EQ(fields[1], "92");
  EXPECT_EQ(fields[2], "12");
  EXPECT_EQ(fields[3], "1 5 8 6 3 7 2 4;1 6 8 3 7 4 2 5;1 7 4 6 8 2 5 3");
}

TEST(SolveTest, HandsOnSolutionsWhileTheCountStillRuns) {
  const std::string expected = output_of({"list", "20", "--limit", "3"});
  std::string read;
  const Outcome outcome = cancel_queens({"solve", "20"}, SIGINT, {}, [&read](Process& process) {
    for (int i = 0; i < 3; ++i) read += process.read_line();
  });
  EXPECT_EQ(read, expected);
  EXPECT_EQ(outcome.out, "");  // no total
}

TEST(SolveTest, ReadsBoards) {
  const TemporaryFolder folder;
  const std::string board = "**.*\n****\n****\n****\n";
  const std::string file = folder.write("board", board);
  EXPECT_EQ(output_of({"solve", "--board", file}), "2 4 1 3\n1\n");
  EXPECT_EQ(output_of({"solve", "-b", "-"}, board), "2 4 1 3\n1\n");
  EXPECT_EQ(output_of({"count", "--board", file, "--fundamental"}), "1\n1\n");
  EXPECT_EQ(json_of({"count", "--board", file, "--format", "json"})["n"], 4);
}

TEST(SolveTest, CompletesPlacedQueens) {
  std::string board = "Q*******\n";
  for (int row = 1; row < 8; ++row) board += "********\n";
  EXPECT_EQ(output_of({"solve", "--board", "-", "--first", "9"}, board),
            kSolutionsOf8 + "1 7 5 8 2 4 6 3\n4\n");
}

TEST(SolveTest, FindsNothingOnAHopelessBoard) {
  EXPECT_EQ(output_of({"solve", "--board", "-"}, "QQ**\n****\n****\n****\n"), "0\n");
  EXPECT_EQ(output_of({"count", "--board", "-"}, "....\n****\n****\n****\n"), "0\n");
}

TEST(CountTest, PrintsTheTotal) {
  const std::vector<std::string> totals = {"1",  "0",  "0",   "2",   "10",   "4",
                                           "40", "92", "352", "724", "2680", "14200"};
  for (std::size_t n = 1; n <= totals.size(); ++n) {
    EXPECT_EQ(output_of({"count", std::to_string(n)}), totals[n - 1] + '\n') << n;
  }
}

TEST(CountTest, PrintsFundamentalSolutions) {
  const std::vector<std::string> numbers = {"1", "0",  "0",  "1",  "2",   "1",
                                            "6", "12", "46", "92", "341", "1787"};
  for (std::size_t n = 1; n <= numbers.size(); ++n) {
    const auto lines = lines_of(output_of({"count", std::to_string(n), "--fundamental"}));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1], numbers[n - 1]) << n;
  }
}

TEST(CountTest, WritesJson) {
  const json record = json_of({"count", "10", "--format", "json", "--threads", "1"});
  EXPECT_THAT(keys_of(record),
              testing::UnorderedElementsAre("n", "total", "seconds", "threads", "method", "kernel",
                                            "subproblems", "nodes"));
  EXPECT_EQ(record["n"], 10);
  EXPECT_EQ(record["total"], "724");
  EXPECT_EQ(record["threads"], 1);
}

TEST(CountTest, WritesCsv) {
  const auto lines = lines_of(output_of({"count", "8", "--format", "csv", "--threads", "2"}));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "n,total,seconds,threads,method,kernel,subproblems,nodes");
  const auto fields = lines_of(lines[1], ',');
  ASSERT_EQ(fields.size(), 8U);
  EXPECT_EQ(fields[0], "8");
  EXPECT_EQ(fields[1], "92");
  EXPECT_EQ(fields[3], "2");
}

TEST(CountTest, AddsUpTheThreadsInJson) {
  const json record = json_of({"count", "12", "--format", "json", "--stats", "--threads", "3"});
  Sums sums;
  for (const json& thread : record["stats"]) {
    sums.subproblems += thread["subproblems"].get<std::uint64_t>();
    sums.nodes += thread["nodes"].get<std::uint64_t>();
    sums.solutions += std::stoull(thread["solutions"].get<std::string>());
    EXPECT_GE(thread["seconds"].get<double>(), 0);
  }
  EXPECT_EQ(record["stats"].size(), 3U);
  EXPECT_EQ(record["cpus"], available_cpus());
  EXPECT_GE(record["cpu_affinity"], record["cpus"]);
  EXPECT_TRUE(record.contains("cpu_quota"));
  EXPECT_EQ(sums, (Sums{.subproblems = record["subproblems"].get<std::uint64_t>(),
                        .nodes = record["nodes"].get<std::uint64_t>(),
                        .solutions = 14200}));
}

TEST(CountTest, PrintsATableOfTheThreadsOnStandardError) {
  for (const std::string format : {"text", "csv"}) {
    const Outcome outcome =
        run_queens({"count", "12", "--stats", "--threads", "3", "--format", format});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    const auto lines = lines_of(outcome.err);
    ASSERT_EQ(lines.size(), 6U) << outcome;  // a heading, three threads, all of them, the CPUs
    EXPECT_THAT(lines[0], HasSubstr("subproblems"));
    Sums sums;
    for (std::size_t i = 1; i <= 3; ++i) {
      const auto [name, thread] = row_of(lines[i]);
      EXPECT_EQ(name, std::to_string(i));
      sums.subproblems += thread.subproblems;
      sums.nodes += thread.nodes;
      sums.solutions += thread.solutions;
    }
    EXPECT_EQ(row_of(lines[4]), std::pair(std::string("all"), sums)) << outcome;
    EXPECT_THAT(lines[5], StartsWith("CPUs " + std::to_string(available_cpus()) + " ("));
    EXPECT_EQ(sums.solutions, 14200U);
    EXPECT_THAT(outcome.out, HasSubstr("14200"));
  }
}

TEST(CountTest, RunsTheKernelThatIsAskedFor) {
  for (const std::string kernel : {"scalar", "bitmask", "arrays", "scan"}) {
    const json record = json_of({"count", "10", "--kernel", kernel, "--format", "json"});
    EXPECT_EQ(record["total"], "724") << kernel;
    EXPECT_EQ(record["kernel"], kernel);
  }
  EXPECT_EQ(json_of({"count", "10", "-k", "auto", "--format", "json"})["total"], "724");
}

TEST(CountTest, RunsOnAsManyThreadsAsAskedFor) {
  for (const int threads : {1, 2, 7}) {
    const json record = json_of(
        {"count", "12", "--threads", std::to_string(threads), "--format", "json", "--stats"});
    EXPECT_EQ(record["total"], "14200") << threads;
    EXPECT_EQ(record["threads"], threads);
    EXPECT_EQ(record["stats"].size(), static_cast<std::size_t>(threads));
  }
}

TEST(CountTest, FailsWhereNobodyCanReadTheTotal) {
  expect_message(run_queens({"count", "8"}, {.output_file = "/dev/full"}), 1, "standard output");
  expect_message(run_queens({"count", "8"}, {.close_output = true}), 1, "standard output");
}

TEST(SolveTest, GivesUpWhenItsReaderHasSeenEnough) {
  Process process(kProgram, {"solve", "20"});
  EXPECT_NE(process.read_line(), "");
  process.close_output();
  EXPECT_TRUE(process.ends_within(std::chrono::seconds(5)));
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace queens::test
