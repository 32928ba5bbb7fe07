// queens list: every solution in order, and readers that have seen enough.

#include <nlohmann/json.hpp>

#include "cli/queens_program.hpp"

namespace queens::test {
namespace {

using nlohmann::json;
using testing::StartsWith;

const std::string kSolutionsOf6 =
    "2 4 6 1 3 5\n"
    "3 6 2 5 1 4\n"
    "4 1 5 2 6 3\n"
    "5 3 1 6 4 2\n";

TEST(ListTest, PrintsEverySolutionInOrder) {
  EXPECT_EQ(output_of({"list", "6"}), kSolutionsOf6);
  EXPECT_EQ(output_of({"list", "1"}), "1\n");
  EXPECT_EQ(output_of({"list", "3"}), "");
}

TEST(ListTest, NumbersSolutions) {
  EXPECT_EQ(output_of({"list", "6", "--numbered"}),
            "1:2 4 6 1 3 5\n2:3 6 2 5 1 4\n3:4 1 5 2 6 3\n4:5 3 1 6 4 2\n");
  const auto lines = lines_of(output_of({"list", "8", "--numbered"}));
  ASSERT_EQ(lines.size(), 92U);
  EXPECT_EQ(lines.front(), "1:1 5 8 6 3 7 2 4");
  EXPECT_EQ(lines.back(), "92:8 4 1 3 6 2 7 5");
}

TEST(ListTest, StopsAtTheLimit) {
  EXPECT_EQ(output_of({"list", "6", "--limit", "0"}), "");
  EXPECT_EQ(output_of({"list", "6", "--limit", "2"}), "2 4 6 1 3 5\n3 6 2 5 1 4\n");
  EXPECT_EQ(output_of({"list", "6", "--limit", "4"}), kSolutionsOf6);
  EXPECT_EQ(output_of({"list", "6", "--limit", "1000"}), kSolutionsOf6);
}

TEST(ListTest, KeepsTheOrderOnManyThreads) {
  const auto columns = [](const std::string& line) {
    std::vector<int> numbers;
    for (const std::string& number : lines_of(line, ' ')) numbers.push_back(std::stoi(number));
    return numbers;
  };
  const std::string text = output_of({"list", "10", "--threads", "1"});
  const auto lines = lines_of(text);
  ASSERT_EQ(lines.size(), 724U);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_LT(columns(lines[i - 1]), columns(lines[i]));
  }
  EXPECT_EQ(output_of({"list", "10", "--threads", "7"}), text);
}

TEST(ListTest, WritesJson) {
  const json all = json_of({"list", "6", "--format", "json"});
  EXPECT_EQ(all, json::parse(R"({"n": 6, "listed": "4", "complete": true,
                                 "solutions": [[2,4,6,1,3,5], [3,6,2,5,1,4],
                                               [4,1,5,2,6,3], [5,3,1,6,4,2]]})"));
  EXPECT_EQ(json_of({"list", "6", "--format", "json", "--limit", "1000"}), all);
  const json some = json_of({"list", "6", "--format", "json", "--limit", "2"});
  EXPECT_EQ(some["listed"], "2");
  EXPECT_EQ(some["complete"], false);
  EXPECT_EQ(some["solutions"].size(), 2U);
  const json none = json_of({"list", "3", "--format", "json"});
  EXPECT_EQ(none["listed"], "0");
  EXPECT_EQ(none["complete"], true);
  EXPECT_EQ(none["solutions"], json::array());
}

TEST(ListTest, WritesCsv) {
  EXPECT_EQ(output_of({"list", "4", "--format", "csv"}), "row1,row2,row3,row4\n2,4,1,3\n3,1,4,2\n");
  EXPECT_EQ(output_of({"list", "4", "--format", "csv", "--numbered"}),
            "number,row1,row2,row3,row4\n1,2,4,1,3\n2,3,1,4,2\n");
  EXPECT_EQ(output_of({"list", "2", "--format", "csv"}), "row1,row2\n");
}

TEST(ListTest, DrawsBoards) {
  EXPECT_EQ(output_of({"list", "4", "--format", "board"}),
            ".Q..\n...Q\nQ...\n..Q.\n\n"
            "..Q.\nQ...\n...Q\n.Q..\n\n");
  EXPECT_EQ(output_of({"list", "4", "--format", "board", "--numbered", "--limit", "1"}),
            "1:\n.Q..\n...Q\nQ...\n..Q.\n\n");
}

TEST(ListTest, ReadsBoards) {
  EXPECT_EQ(output_of({"list", "--board", "-"}, "**.*\n****\n****\n****\n"), "2 4 1 3\n");
  EXPECT_EQ(output_of({"list", "--board", "-"}, "QQ**\n****\n****\n****\n"), "");
}

TEST(ListTest, FindsTheFirstSolutionsOfALargeBoard) {
  const auto lines = lines_of(output_of({"list", "29", "--limit", "3"}));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[0], StartsWith("1 3 5 2 4 9 11 13 15 6 20 24 26 21 29 "));
}

TEST(ListTest, HandsOnSolutionsWhileTheSearchStillRuns) {
  const std::string expected = output_of({"list", "20", "--limit", "3"});
  std::string read;
  cancel_queens({"list", "20"}, SIGINT, {}, [&read](Process& process) {
    for (int i = 0; i < 3; ++i) read += process.read_line();
  });
  EXPECT_EQ(read, expected);
}

// The longer list would take years to its end.
TEST(ListTest, EndsQuietlyWhenItsReaderHasSeenEnough) {
  for (const std::string n : {"14", "20"}) {
    Process process(kProgram, {"list", n});
    EXPECT_THAT(process.read_line(), StartsWith("1 3 5 "));
    process.close_output();
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_EQ(outcome.err, "");
    EXPECT_LT(outcome.seconds, 10);
  }
}

TEST(ListTest, FailsOnAFullDisk) {
  for (const std::string format : {"text", "board", "json", "csv"}) {
    expect_message(run_queens({"list", "8", "--format", format}, {.output_file = "/dev/full"}), 1,
                   "standard output");
  }
}

TEST(ListTest, FailsWithoutAnOutput) {
  expect_message(run_queens({"list", "8"}, {.close_output = true}), 1, "standard output");
}

}  // namespace
}  // namespace queens::test
