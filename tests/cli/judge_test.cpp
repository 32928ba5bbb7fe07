// queens judge: the formats of public problems, and what becomes of the output file.

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "cli/queens_program.hpp"

namespace queens::test {
namespace {

using testing::ElementsAre;

const std::string kAnswerTo6 =
    "2 4 6 1 3 5\n"
    "3 6 2 5 1 4\n"
    "4 1 5 2 6 3\n"
    "4\n";

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode;
}

// A file with an old answer and an input whose answer takes its place.
struct JudgeFileTest : testing::Test {
  TemporaryFolder folder;
  std::string in = folder.write("in", "6\n");
  std::string out = folder.write("out", "old\n");
};

TEST(JudgeTest, AnswersUsaco) {
  EXPECT_EQ(output_of({"judge", "usaco"}, "6\n"), kAnswerTo6);
  EXPECT_EQ(output_of({"judge", "usaco"}, "6"), kAnswerTo6);
  EXPECT_EQ(output_of({"judge", "usaco"}, "\r\n 6 \r\n"), kAnswerTo6);
  EXPECT_EQ(output_of({"judge", "usaco"}, "3\n"), "0\n");
}

TEST(JudgeTest, AnswersHdu2553) {
  EXPECT_EQ(output_of({"judge", "hdu-2553"}, "1\n8\n5\n0\n"), "1\n92\n10\n");
  EXPECT_EQ(output_of({"judge", "hdu-2553"}, "1\n8\n5\n"), "1\n92\n10\n");
  EXPECT_EQ(output_of({"judge", "hdu-2553"}, "1\r\n\r\n8\r\n\n 5"), "1\n92\n10\n");
  EXPECT_EQ(output_of({"judge", "hdu-2553"}, "8\n8\n1\n8\n0\n"), "92\n92\n1\n92\n");
  EXPECT_EQ(output_of({"judge", "hdu-2553"}, "8\n0\n5\nnot read\n"), "92\n");
  EXPECT_EQ(output_of({"judge", "hdu-2553"}, "0\n"), "");
}

TEST(JudgeTest, AnswersLuoguP1562) {
  EXPECT_EQ(output_of({"judge", "luogu-p1562"}, "4\n**.*\n****\n****\n****\n"), "1\n");
  EXPECT_EQ(output_of({"judge", "luogu-p1562"}, "4\r\n\r\n**.*\r\n****\r\n****\r\n****"), "1\n");
  EXPECT_EQ(output_of({"judge", "luogu-p1562"}, "1\n.\n"), "0\n");
}

TEST(JudgeTest, SkipsAByteOrderMark) {
  EXPECT_EQ(output_of({"judge", "luogu-p1562"},
                      "\xEF\xBB\xBF"
                      "4\n**.*\n****\n****\n****\n"),
            "1\n");
}

TEST(JudgeTest, AnswersBeforeTheEndOfInput) {
  struct Case {
    std::string format, input, answer;
  };
  for (const Case& test :
       {Case{"usaco", "6\n", kAnswerTo6}, Case{"hdu-2553", "1\n8\n0\n", "1\n92\n"},
        Case{"luogu-p1562", "4\n**.*\n****\n****\n****\n", "1\n"}}) {
    const Outcome outcome =
        run_queens({"judge", test.format}, {.input = test.input, .keep_input_open = true});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_EQ(outcome.out, test.answer);
  }
}

TEST(JudgeTest, NamesBadLinesAndAnswersNothing) {
  struct Case {
    std::string format, input, naming;
  };
  const std::vector<Case> cases = {
      {"usaco", "", "N is missing"},
      {"usaco", "0\n", "line 1"},
      {"usaco", "33\n", "line 1"},
      {"usaco", "\n6 7\n", "line 2"},
      {"hdu-2553", "8\nx\n5\n0\n", "line 2"},
      {"hdu-2553", "8\n5\n-1\n", "line 3"},
      {"hdu-2553", "8\n\n33\n0\n", "line 3"},
      {"hdu-2553", "1 8 5 0\n", "line 1"},
      {"luogu-p1562", "", "empty"},
      {"luogu-p1562", "33\n", "line 1"},
      {"luogu-p1562", "0\n", "line 1"},
      {"luogu-p1562", "x\n", "line 1"},
      {"luogu-p1562", "****\n****\n****\n****\n", "line 1"},
      {"luogu-p1562", "4\n***\n****\n****\n****\n", "line 2"},
      {"luogu-p1562", "4\n****\n**Q*\n****\n****\n", "line 3, column 3"},
      {"luogu-p1562", "4\n****\n****\n****\n#***\n", "line 5, column 1"},
      {"luogu-p1562", "4\n****\n****\n****\n", "3 of 4 rows"},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.format + " answers " + test.input);
    expect_refused(run_queens({"judge", test.format}, {.input = test.input}), test.naming);
  }
}

TEST(JudgeTest, RefusesInputThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing");
  expect_refused(run_queens({"judge", "usaco", missing}), missing);
  expect_refused(run_queens({"judge", "usaco", folder.path("")}), folder.path(""));
  expect_refused(run_queens({"judge", "usaco", "/dev/zero"}), "/dev/zero");
  expect_message(run_queens({"judge", "usaco"}, {.close_input = true}), 1, "standard input");
  const std::string blank(100'000, '\n');
  expect_refused(run_queens({"judge", "luogu-p1562"}, {.input = blank, .keep_input_open = true}),
                 "65536 bytes");
}

TEST_F(JudgeFileTest, ReadsAndWritesFiles) {
  EXPECT_EQ(output_of({"judge", "usaco", in}), kAnswerTo6);
  EXPECT_EQ(output_of({"judge", "usaco", in, out}), "");
  EXPECT_EQ(read_file(out), kAnswerTo6);
  const std::string fresh = folder.path("fresh");
  EXPECT_EQ(output_of({"judge", "usaco", "-", fresh}, "6\n"), "");
  EXPECT_EQ(read_file(fresh), kAnswerTo6);
  EXPECT_THAT(folder.names(), ElementsAre("fresh", "in", "out"));
}

TEST_F(JudgeFileTest, KeepsTheOldFileWhereTheInputIsBad) {
  const std::string bad = folder.write("in", "6x\n");
  expect_refused(run_queens({"judge", "usaco", bad, out}), "line 1");
  EXPECT_EQ(read_file(out), "old\n");
  EXPECT_THAT(folder.names(), ElementsAre("in", "out"));
}

TEST_F(JudgeFileTest, FailsWhereTheOutputCannotBeWritten) {
  const std::string lost = folder.path("missing/out");
  expect_message(run_queens({"judge", "usaco", in, lost}), 1, lost);
  std::filesystem::create_directory(folder.path("folder"));
  expect_message(run_queens({"judge", "usaco", in, folder.path("folder")}), 1,
                 folder.path("folder"));
  expect_message(run_queens({"judge", "usaco", in, "/dev/full"}), 1, "/dev/full");
  EXPECT_THAT(folder.names(), ElementsAre("folder", "in", "out"));
}

TEST_F(JudgeFileTest, WritesToWhatIsNoFileInItsPlace) {
  EXPECT_EQ(output_of({"judge", "usaco", in, "/dev/null"}), "");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
  EXPECT_EQ(output_of({"judge", "usaco", in, "/dev/stdout"}), kAnswerTo6);
  EXPECT_TRUE(std::filesystem::is_symlink("/dev/stdout"));
}

TEST_F(JudgeFileTest, AddsToWhatStandardOutputHolds) {
  const Outcome outcome = run_queens({"judge", "usaco", in, "/dev/stdout"}, {.output_file = out});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(read_file(out), "old\n" + kAnswerTo6);
}

TEST_F(JudgeFileTest, KeepsPermissions) {
  ASSERT_EQ(::chmod(out.c_str(), 0640), 0);
  EXPECT_EQ(output_of({"judge", "usaco", in, out}), "");
  EXPECT_EQ(mode_of(out) & 07777U, 0640U);
  const mode_t mask = ::umask(022);
  EXPECT_EQ(output_of({"judge", "usaco", in, folder.path("fresh")}), "");
  ::umask(mask);
  EXPECT_EQ(mode_of(folder.path("fresh")) & 07777U, 0644U);
}

TEST_F(JudgeFileTest, WritesThroughALink) {
  std::filesystem::create_symlink("out", folder.path("link"));
  EXPECT_EQ(output_of({"judge", "usaco", in, folder.path("link")}), "");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(read_file(out), kAnswerTo6);
  EXPECT_THAT(folder.names(), ElementsAre("in", "link", "out"));
}

TEST_F(JudgeFileTest, WritesThroughALinkToAFileThatIsYetToCome) {
  std::filesystem::create_symlink("fresh", folder.path("link"));
  EXPECT_EQ(output_of({"judge", "usaco", in, folder.path("link")}), "");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(read_file(folder.path("fresh")), kAnswerTo6);
}

TEST_F(JudgeFileTest, KeepsTheOldFileWhenItIsCancelled) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string large = folder.write("in", "20\n");
    EXPECT_EQ(cancel_queens({"judge", "usaco", large, out}, signal).out, "");
    EXPECT_EQ(read_file(out), "old\n");
    EXPECT_THAT(folder.names(), ElementsAre("in", "out"));
  }
}

}  // namespace
}  // namespace queens::test
