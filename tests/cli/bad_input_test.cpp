// What the program refuses, with exit code 2, and what it accepts although it looks odd.

#include <unistd.h>

#include <ostream>

#include "cli/queens_program.hpp"
#include "queens/board.hpp"

namespace queens::test {
namespace {

struct BadWords {
  Words words;
  std::string naming;
};

struct BadBoard {
  std::string name;
  std::string text;
  std::string naming;
};

struct GoodBoard {
  std::string name;
  std::string text;
  std::string total;
};

std::ostream& operator<<(std::ostream& stream, const BadBoard& test) {
  return stream << test.name;
}
std::ostream& operator<<(std::ostream& stream, const GoodBoard& test) {
  return stream << test.name;
}

// The name of a parametrised test.
template <typename Case>
std::string name_of(const testing::TestParamInfo<Case>& test) {
  return test.param.name;
}

void expect_refused(const std::vector<BadWords>& cases) {
  for (const BadWords& test : cases) {
    SCOPED_TRACE("the words " + testing::PrintToString(test.words));
    expect_refused(run_queens(test.words), test.naming);
  }
}

TEST(BadInputTest, RefusesBadSizes) {
  for (const std::string command : {"solve", "count", "list"}) {
    expect_refused({{{command}, "N is missing"},
                    {{command, "8", "9"}, "'9'"},
                    {{command, "8", "--board", "/dev/null"}, "--board"}});
    for (const std::string n : {"0", "-1", "33", "8x", "x", "", "8 ", " 8", "+8", "0x8", "8.5",
                                "4294967304", "99999999999999999999"}) {
      expect_refused({{{command, n}, "N must be a whole number from 1 to 32, not '" + n + "'"}});
    }
  }
}

TEST(BadInputTest, RefusesUnknownCommandsAndOptions) {
  expect_refused({{{}, "command"},
                  {{"nosuch"}, "'nosuch'"},
                  {{""}, "''"},
                  {{"8"}, "'8'"},
                  {{"help", "nosuch"}, "'nosuch'"},
                  {{"--nosuch"}, "--nosuch"},
                  {{"count", "8", "--nosuch"}, "nosuch"},
                  {{"count", "8", "-x"}, "x"},
                  {{"count", "8", "-8"}, "'-8'"},
                  {{"count", "8", "--first", "1"}, "first"},
                  {{"count", "8", "--numbered"}, "numbered"},
                  {{"list", "8", "--kernel", "scalar"}, "kernel"},
                  {{"judge", "usaco", "in", "out", "more"}, "'more'"},
                  {{"judge"}, "FORMAT is missing"},
                  {{"judge", "nosuch"}, "'nosuch'"},
                  {{"kernels", "more"}, "'more'"}});
}

TEST(BadInputTest, RefusesBadValues) {
  for (const std::string value : {"0", "-1", "100000", "x", "", "2.5"}) {
    for (const std::string command : {"solve", "count", "list"}) {
      expect_refused({{{command, "8", "--threads", value}, "--threads"}});
    }
  }
  expect_refused({{{"count", "8", "--threads"}, "threads"},
                  {{"count", "8", "--kernel", "nosuch"}, "'nosuch'"},
                  {{"solve", "8", "--kernel", "nosuch"}, "'nosuch'"},
                  {{"count", "8", "--kernel", ""}, "--kernel"},
                  {{"count", "8", "--kernel="}, "--kernel"},
                  {{"solve", "8", "--format", "xml"}, "'xml'"},
                  {{"count", "8", "--format", "board"}, "'board'"},
                  {{"list", "8", "--format", ""}, "--format"},
                  {{"list", "8", "--limit", "x"}, "--limit"},
                  {{"list", "8", "--limit", "-1"}, "--limit"},
                  {{"list", "8", "--limit", "18446744073709551616"}, "--limit"},
                  {{"solve", "8", "--first", "-1"}, "--first"},
                  {{"solve", "8", "--first", "3.5"}, "--first"},
                  {{"count", "8", "--log-level", "loud"}, "'loud'"}});
}

TEST(BadInputTest, KeepsTheMessageOnOneLine) {
  expect_refused(
      {{{"count", "8\n"}, "N must be"}, {{"count", "8", "--format", "a\nb"}, "--format"}});
}

class BadBoardTest : public testing::TestWithParam<BadBoard> {};

TEST_P(BadBoardTest, IsRefusedWithItsPlace) {
  const TemporaryFolder folder;
  const std::string file = folder.write("board", GetParam().text);
  for (const std::string command : {"solve", "count", "list"}) {
    const Outcome outcome = run_queens({command, "--board", file});
    expect_refused(outcome, GetParam().naming);
    EXPECT_THAT(outcome.err, testing::HasSubstr(file));
  }
  const Outcome outcome = run_queens({"count", "--board", "-"}, {.input = GetParam().text});
  expect_refused(outcome, GetParam().naming);
  EXPECT_THAT(outcome.err, testing::HasSubstr("standard input"));
}

INSTANTIATE_TEST_SUITE_P(
    BadInputTest, BadBoardTest,
    testing::Values(
        BadBoard{"ShortRow", "****\n***\n****\n****\n", "line 2"},
        BadBoard{"LongRow", "****\n****\n*****\n****\n", "line 3"},
        BadBoard{"UnknownCharacter", "****\n\n**x*\n****\n****\n", "line 3, column 3"},
        BadBoard{"SmallQueen", "q***\n****\n****\n****\n", "line 1, column 1"},
        BadBoard{"LeadingBlank", " ****\n****\n****\n****\n", "line 1, column 1"},
        BadBoard{"NulByte", std::string("**\0*\n****\n****\n****\n", 20), "line 1, column 3"},
        BadBoard{"NotAscii", "***\xE2\x99\x95\n", "line 1, column 4"},
        BadBoard{"TooManyRows", "****\n****\n****\n****\n****\n", "line 5"},
        BadBoard{"TooFewRows", "****\n****\n****\n", "3 of 4 rows"},
        BadBoard{"NoRows", "8\n", "0 of 8 rows"}, BadBoard{"Nothing", "", "empty"},
        BadBoard{"OnlyComments", "# no\n\n  # board\n", "empty"},
        BadBoard{"SizeZero", "0\n", "line 1"}, BadBoard{"SizeTooLarge", "33\n", "line 1"},
        BadBoard{"SizeOverflows", "4294967300\n****\n****\n****\n****\n", "line 1"},
        BadBoard{"SizeAndMore", "4x\n****\n****\n****\n****\n", "line 1"},
        BadBoard{"NegativeSize", "-4\n****\n****\n****\n****\n", "line 1"},
        BadBoard{"SizeContradictsTheRows", "5\n****\n****\n****\n****\n", "line 2"},
        BadBoard{"SizeContradictsTheirNumber", "4\n****\n****\n****\n****\n****\n", "line 6"},
        BadBoard{"ThirtyThreeColumns", std::string(33, '*') + '\n', "line 1"},
        BadBoard{"LongText", std::string(kMaxBoardText + 1, '\n'), std::to_string(kMaxBoardText)}),
    name_of<BadBoard>);

// What the option parser alone would take for something else.
TEST(BadInputTest, RefusesMisleadingWords) {
  expect_refused({{{"count", "--quiet", "-5"}, "N must be"},
                  {{"list", "--numbered", "-5"}, "N must be"},
                  {{"judge", "usaco", "-", "-5"}, "-5"},
                  {{"judge", "--format", "usaco"}, "--format"},
                  {{"count", "--n=8"}, "--n=8"},
                  {{"judge", "usaco", "-", ""}, "empty"},
                  {{"--version", "extra"}, "extra"},
                  {{"--help", "extra"}, "extra"},
                  {{"solve", "8", "--first", "20000", "--format", "json"}, "--first"}});
}

TEST(BadInputTest, TakesAFlagsValueSeriously) {
  EXPECT_EQ(output_of({"count", "6", "--fundamental=false"}), "4\n");
  EXPECT_EQ(output_of({"count", "6", "--fundamental=true"}), "4\n1\n");
}

TEST(BadInputTest, RefusesBoardsThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing");
  expect_refused({{{"count", "--board", missing}, missing},
                  {{"count", "--board", folder.path("")}, folder.path("")},
                  {{"count", "--board", ""}, "cannot open"},
                  {{"count", "--board"}, "board"}});
  expect_message(run_queens({"count", "--board", "-"}, {.close_input = true}), 1, "standard input");
}

// Neither can be read to its end: one is endless, the other would fill the memory.
TEST(BadInputTest, RefusesHugeBoardsWithoutReadingThem) {
  const TemporaryFolder folder;
  const std::string huge = folder.write("huge", "");
  ASSERT_EQ(::truncate(huge.c_str(), off_t{1} << 30U), 0);
  for (const std::string& file : {huge, std::string("/dev/zero")}) {
    const Outcome outcome = run_queens({"count", "--board", file});
    expect_refused(outcome, file);
    EXPECT_LT(outcome.seconds, 10);
    EXPECT_LT(outcome.peak_kib, 512 * 1024) << "half of the file, however much a sanitizer adds";
  }
}

class GoodBoardTest : public testing::TestWithParam<GoodBoard> {};

TEST_P(GoodBoardTest, IsAccepted) {
  const TemporaryFolder folder;
  const std::string file = folder.write("board", GetParam().text);
  EXPECT_EQ(output_of({"count", "--board", file}), GetParam().total + '\n');
  EXPECT_EQ(output_of({"count", "--board", "-"}, GetParam().text), GetParam().total + '\n');
}

INSTANTIATE_TEST_SUITE_P(
    BadInputTest, GoodBoardTest,
    testing::Values(GoodBoard{"Plain", "**.*\n****\n****\n****\n", "1"},
                    GoodBoard{"WindowsLineEnds", "**.*\r\n****\r\n****\r\n****\r\n", "1"},
                    GoodBoard{"ByteOrderMark", "\xEF\xBB\xBF**.*\n****\n****\n****\n", "1"},
                    GoodBoard{"BlankLines", "\n**.*\n\n****\n \n****\n****\n\n", "1"},
                    GoodBoard{"Comments", "# top\n**.*\n****# right\n****\n#\n****\n", "1"},
                    GoodBoard{"SizeLine", "4\n**.*\n****\n****\n****\n", "1"},
                    GoodBoard{"SizeLineAfterComments",
                              "\xEF\xBB\xBF# N\r\n4 \r\n**.*\r\n****\r\n****\r\n****", "1"},
                    GoodBoard{"TrailingBlanks", "**.*  \n****\t\n**** \n****\n", "1"},
                    GoodBoard{"NoFinalNewline", "**.*\n****\n****\n****", "1"},
                    GoodBoard{"OneSquare", "*", "1"}, GoodBoard{"OneBlockedSquare", ".", "0"},
                    GoodBoard{"OneQueen", "1\nQ\n", "1"},
                    GoodBoard{"AttackingQueens", "QQ**\n****\n****\n****\n", "0"},
                    GoodBoard{"AttackingDiagonally", "Q***\n****\n****\n***Q\n", "0"}),
    name_of<GoodBoard>);

}  // namespace
}  // namespace queens::test
