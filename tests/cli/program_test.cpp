// The program as a whole: help, version, log and progress line.

#include "cli/queens_program.hpp"
#include "queens/queens.hpp"

namespace queens::test {
namespace {

using testing::AnyOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Longer than the second before which there is no progress line, and than the report after it.
constexpr std::chrono::milliseconds kPatience{1600};

// Lets a count that would take much longer run so long that a progress line is due.
Outcome count_for_a_while(const Words& options, bool terminal) {
  Words words = {"count", "20"};
  words.insert(words.end(), options.begin(), options.end());
  return cancel_queens(words, SIGINT, {.terminal = terminal},
                       [](Process& process) { EXPECT_FALSE(process.ends_within(kPatience)); });
}

TEST(ProgramTest, TellsVersionCompilerAndKernels) {
  for (const std::string option : {"--version", "-V"}) {
    const std::string text = output_of({option});
    EXPECT_THAT(text, HasSubstr(std::string("queens ") + QUEENS_VERSION));
    EXPECT_THAT(text, AnyOf(HasSubstr("g++"), HasSubstr("clang")));
    for (const KernelInfo& kernel : kernels()) EXPECT_THAT(text, HasSubstr(kernel.name));
    EXPECT_THAT(text, HasSubstr(chosen_kernel().name + " would run"));
  }
}

TEST(ProgramTest, ListsKernels) {
  const std::string text = output_of({"kernels"});
  for (const KernelInfo& kernel : kernels()) {
    EXPECT_THAT(text, HasSubstr(kernel.name));
    EXPECT_THAT(text, HasSubstr(kernel.summary));
    EXPECT_THAT(text, HasSubstr("needs " + kernel.needs));
  }
  EXPECT_THAT(text, HasSubstr("* " + chosen_kernel().name + " "));
}

Outcome count_with_environment(const std::string& variables, const std::string& options) {
  return run("/bin/sh", {"-c", variables + " exec \"$0\" count 8 " + options, kProgram});
}

TEST(ProgramTest, TakesTheKernelFromTheEnvironmentUnlessItIsTold) {
  EXPECT_THAT(count_with_environment("QUEENS_KERNEL=arrays", "--format json").out,
              HasSubstr("\"kernel\":\"arrays\""));
  EXPECT_THAT(count_with_environment("QUEENS_KERNEL=arrays", "--format json -k scan").out,
              HasSubstr("\"kernel\":\"scan\""));
  EXPECT_THAT(count_with_environment("QUEENS_KERNEL=", "--format json").out,
              HasSubstr("\"kernel\":\"" + chosen_kernel().name + "\""));
  expect_refused(count_with_environment("QUEENS_KERNEL=nosuch", ""), "QUEENS_KERNEL: there is no");
}

TEST(ProgramTest, HelpsOnStandardOutput) {
  const std::string help = output_of({"--help"});
  for (const std::string command : {"solve", "count", "list", "judge", "bench", "kernels"}) {
    EXPECT_THAT(help, HasSubstr(command));
  }
  EXPECT_EQ(output_of({"help"}), help);
  EXPECT_EQ(output_of({"-h"}), help);
}

TEST(ProgramTest, HelpsWithEachCommand) {
  for (const std::string command : {"solve", "count", "list", "judge", "bench", "kernels"}) {
    const std::string help = output_of({command, "--help"});
    EXPECT_THAT(help, HasSubstr("queens " + command));
    EXPECT_EQ(output_of({"help", command}), help);
    EXPECT_EQ(output_of({command, "-h"}), help);
  }
  const std::string help = output_of({"help", "solve"});
  for (const std::string option : {"--board", "--first", "--format", "--kernel", "--fundamental",
                                   "--stats", "--threads", "--log-level", "--quiet"}) {
    EXPECT_THAT(help, HasSubstr(option));
  }
}

TEST(ProgramTest, HelpsWhateverElseIsAskedFor) {
  EXPECT_EQ(output_of({"count", "99", "--help"}), output_of({"help", "count"}));
}

TEST(ProgramTest, FailsWhereTheHelpCannotBeWritten) {
  for (const Words& words : {Words{"--help"}, Words{"--version"}, Words{"solve", "--help"}}) {
    expect_message(run_queens(words, {.output_file = "/dev/full"}), 1, "standard output");
  }
}

TEST(ProgramTest, LogsFromTheLevelUp) {
  const Outcome outcome = run_queens({"count", "8", "--log-level", "debug"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.out, "92\n");
  EXPECT_THAT(outcome.err, StartsWith("queens: debug: "));
  EXPECT_THAT(outcome.err, HasSubstr(chosen_kernel().name));
  for (const std::string level : {"info", "warning", "error", "critical", "off"}) {
    EXPECT_EQ(output_of({"count", "8", "--log-level", level}), "92\n");
  }
}

TEST(ProgramTest, IsQuietWhereAskedTo) {
  EXPECT_EQ(output_of({"count", "8", "--quiet", "--log-level", "debug"}), "92\n");
  expect_refused(run_queens({"count", "33", "--quiet"}), "33");
}

TEST(ProgramTest, ShowsProgressOnATerminal) {
  Process process(kProgram, {"count", "20"}, {.terminal = true});
  EXPECT_TRUE(process.read_error_until(" left"));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, ContainsRegex("\r[0-9]+\\.[0-9] %, .* elapsed, .* left, [0-9]+ sol"));
  EXPECT_THAT(outcome.err, ContainsRegex("\r +\rqueens: "));  // erased
}

TEST(ProgramTest, ShowsNoProgressWhereItIsToBeQuiet) {
  EXPECT_THAT(count_for_a_while({"--quiet"}, true).err, Not(HasSubstr("%")));
}

TEST(ProgramTest, ShowsNoProgressWithoutATerminal) {
  EXPECT_THAT(count_for_a_while({}, false).err, Not(HasSubstr("%")));
}

TEST(ProgramTest, ShowsNoProgressOnAShortRun) {
  const Outcome outcome = run_queens({"count", "8"}, {.terminal = true});
  EXPECT_EQ(outcome.out, "92\n");
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace queens::test
