// What the program says of itself beyond --help: the manual page and the completions of shells,
// each as those read it that it is for.

#include <filesystem>

#include "cli/command.hpp"
#include "cli/queens_program.hpp"
#include "support/process.hpp"

namespace queens::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const cli::Command& command : cli::commands()) names.emplace_back(command.name);
  return names;
}

TEST(ManualTest, TellsOfEveryCommand) {
  const std::string page = output_of({"manual"});
  for (const std::string& name : command_names()) {
    EXPECT_THAT(page, HasSubstr("\n.SS " + name + "\n"));
  }
  EXPECT_THAT(page, HasSubstr("\\fB\\-t\\fR, \\fB\\-\\-threads\\fR \\fIT\\fR\n"));
}

TEST(ManualTest, IsAPageWithoutWarnings) {
  const std::string page = output_of({"manual"});
  const Outcome shown =
      run("/usr/bin/groff", {"-wall", "-man", "-Tascii", "-P-cbou"}, {.input = page});
  EXPECT_EQ(shown.exit_code, 0) << shown;
  EXPECT_EQ(shown.err, "");
  EXPECT_THAT(shown.out, HasSubstr("queens - count placements of non-attacking queens"));
  EXPECT_THAT(shown.out, HasSubstr("       -t, --threads T\n"));
  EXPECT_THAT(shown.out, HasSubstr("  hdu-2553     many N, one a line"));
}

// The words that bash would offer for the last one.
std::string offered_by_bash(const std::string& line) {
  const std::string script = "source <('" + kProgram + "' completion bash)\n" + "COMP_WORDS=(" +
                             line + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n" +
                             "_queens\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  const Outcome outcome = run("/bin/bash", {"--norc", "-uc", script});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

TEST(CompletionTest, OffersInBash) {
  EXPECT_EQ(offered_by_bash("queens so"), "solve\n");
  EXPECT_EQ(offered_by_bash("queens solve --fo"), "--format\n");
  EXPECT_EQ(offered_by_bash("queens solve --format b"), "board\n");
  EXPECT_EQ(offered_by_bash("queens solve --format = j"), "json\n");
  EXPECT_EQ(offered_by_bash("queens count -m ''"), "auto\nsearch\njoin\n");
  EXPECT_EQ(offered_by_bash("queens count --threads 1"), "\n");
  EXPECT_EQ(offered_by_bash("queens judge lu"), "luogu-p1562\n");
  EXPECT_EQ(offered_by_bash("queens judge usaco /etc/os-rel"), "/etc/os-release\n");
  EXPECT_EQ(offered_by_bash("queens count --board /etc/os-rel"), "/etc/os-release\n");
  EXPECT_EQ(offered_by_bash("queens shard --out /us"), "/usr\n");
  EXPECT_EQ(offered_by_bash("queens help ker"), "kernels\n");
  EXPECT_EQ(offered_by_bash("queens help hel"), "\n");
  EXPECT_EQ(offered_by_bash("queens count --kernel sc"), "scalar\nscan\n");
}

// zsh's own words for an answer are on a terminal; the functions that it calls are replaced here.
TEST(CompletionTest, IsReadByZsh) {
  if (!std::filesystem::exists("/usr/bin/zsh")) GTEST_SKIP() << "there is no zsh";
  const std::string script =
      "_arguments() { print -r -- \"$@\"; words=(solve); state=words }\n"
      "_describe() { :; }\n"
      "compdef() { [[ $1 == _queens && $2 == queens ]] || exit 1; }\n"
      "source <('" +
      kProgram + "' completion zsh)\n_queens\n";
  const Outcome outcome = run("/usr/bin/zsh", {"-fec", script});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("(-f --format)--format=[text\\: columns from 1"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("--until")));
}

TEST(CompletionTest, OffersInFish) {
  if (!std::filesystem::exists("/usr/bin/fish")) GTEST_SKIP() << "there is no fish";
  const auto offered = [](const std::string& line) {
    const std::string script =
        "'" + kProgram + "' completion fish | source; complete -C '" + line + "'";
    const Outcome outcome = run("/usr/bin/fish", {"--no-config", "-c", script});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return outcome.out;
  };
  EXPECT_EQ(offered("queens so"), "solve\tthe first solutions, then the total\n");
  EXPECT_EQ(offered("queens help ker"), "kernels\tthe counting kernels, and which can run here\n");
  EXPECT_THAT(offered("queens solve --format j"), HasSubstr("json"));
  EXPECT_THAT(offered("queens solve --fund"), HasSubstr("--fundamental\tAlso count"));
  EXPECT_THAT(offered("queens judge lu"), HasSubstr("luogu-p1562"));
  EXPECT_THAT(offered("queens judge usaco /etc/os-rel"), HasSubstr("/etc/os-release"));
  EXPECT_THAT(offered("queens hel"), HasSubstr("help"));
  EXPECT_EQ(offered("queens submit --key count --double"), "");
}

TEST(CompletionTest, RefusesOtherShells) {
  expect_refused(run_queens({"completion"}), "SHELL is missing");
  expect_refused(run_queens({"completion", "csh"}), "bash, zsh, fish, not 'csh'");
}

}  // namespace
}  // namespace queens::test
