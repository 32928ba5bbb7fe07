// What long counts offer: checkpoints, progress, shards, merging, verifying.

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/queens_program.hpp"
#include "store/shard_folder.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

using json = nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

// A count that lasts some seconds: with a plain kernel, and the plainer the slower the build is.
const Words kLong = {"count",     kSanitized ? (kEmulated ? "14" : "15") : "16",
                     "--kernel",  kSanitized ? "bitmask" : "scalar",
                     "--threads", "1"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The program with descriptor 3 as a file.
Outcome run_with_events(const Words& words, const std::string& events) {
  return run("/bin/sh", with({"-c", "exec \"$0\" \"$@\" 3>'" + events + "'", kProgram}, words));
}

TEST(CheckpointOptionTest, GoesOnAfterCtrlC) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  const Words command =
      with({"count", kSanitized ? "15" : "18", "-t", "1"}, {"--checkpoint", file});
  Process process(kProgram, with(command, {"--checkpoint-interval", "5ms"}));
  const auto held = [&file] {
    const auto found = load_shard(file);
    return found ? found->records.size() : 0;
  };
  while (held() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome;
  const std::size_t left = held();
  ASSERT_GT(left, 0U);
  const Outcome again = run_queens(command);
  EXPECT_EQ(again.out, kSanitized ? "2279184\n" : "666090624\n");
  EXPECT_THAT(again.err, HasSubstr("going on from a checkpoint with " + std::to_string(left) +
                                   " subproblems"));
}

// The default interval is longer than the run: what SIGTERM leaves is what was saved because of it.
TEST(CheckpointOptionTest, IsSavedOnSigterm) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  cancel_queens(with(kLong, {"--checkpoint", file}), SIGTERM);
  EXPECT_GT(load_shard(file).value().records.size(), 0U);
}

TEST(CheckpointOptionTest, OfAnotherBoardIsRefused) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  EXPECT_EQ(output_of({"count", "8", "--checkpoint", file, "-q"}), "92\n");
  expect_refused(run_queens({"count", "9", "--checkpoint", file}), "belongs to n = 8, not n = 9");
  EXPECT_EQ(run_queens({"solve", "8", "--checkpoint", file, "-q"}).out.substr(48), "92\n");
  expect_refused(run_queens({"count", "8", "-m", "join", "--checkpoint", file}),
                 "by edge classes, not by column sets");
  static_cast<void>(folder.write("file", "something"));
  expect_refused(run_queens({"count", "8", "--checkpoint", file}), "is no checkpoint");
  EXPECT_EQ(read_file(file), "something");
}

TEST(CheckpointOptionTest, WhereNothingCanBeWrittenIsAnErrorAtOnce) {
  expect_message(run_queens({"count", "30", "--checkpoint", "/proc/checkpoint"}), 1,
                 "cannot write /proc/checkpoint: ");
  expect_message(run_queens({"count", "30", "--checkpoint", "/nosuch/checkpoint"}), 1,
                 "cannot write /nosuch/checkpoint: ");
  expect_refused(run_queens({"count", "30", "--checkpoint", "/dev/null"}), "no regular file");
}

// Before anything is printed.
TEST(CheckpointOptionTest, OfAnotherBoardIsRefusedBeforeTheSolutions) {
  const TemporaryFolder folder;
  const std::string file = folder.path("file");
  EXPECT_EQ(output_of({"count", "8", "--checkpoint", file, "-q"}), "92\n");
  expect_refused(run_queens({"solve", "9", "--checkpoint", file}), "n = 8, not n = 9");
  expect_refused(run_queens({"solve", "8", "--progress-json", "9"}), "descriptor 9");
  expect_refused(run_queens({"solve", "8", "--progress", "often"}), "--progress");
}

// A name that is no UTF-8 is no reason to end when it has to be told.
TEST(CheckpointOptionTest, ThatCannotBeWrittenAnyMoreDoesNotEndTheCount) {
  const TemporaryFolder folder;
  const std::string inner = folder.path("\xff");
  const std::string events = folder.path("events");
  std::filesystem::create_directory(inner);
  Process process("/bin/sh",
                  with({"-c", "exec \"$0\" \"$@\" 3>'" + events + "'", kProgram},
                       with(kLong, {"--checkpoint", inner + "/file", "--checkpoint-interval", "5ms",
                                    "--progress-json", "3"})));
  while (read_file(events).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::error_code ignored;
  while (std::filesystem::exists(inner)) std::filesystem::remove_all(inner, ignored);
  EXPECT_TRUE(process.read_error_until("the count goes on"));
  EXPECT_EQ(process.wait().exit_code, 0);
  EXPECT_THAT(read_file(events), HasSubstr("\"error\":\"cannot write "));
}

TEST(CheckpointOptionTest, RefusesBadWords) {
  for (const std::string time : {"", "5", "ms", "0s", "-1s", "1.5s", "5 s", "99999999999h", "1d"}) {
    expect_refused(run_queens({"count", "8", "--checkpoint", "x", "--checkpoint-interval", time}),
                   "--checkpoint-interval must be");
  }
  expect_refused(run_queens({"count", "8", "--checkpoint-interval", "5m"}),
                 "nothing without --checkpoint");
  expect_refused(run_queens({"count", "8", "--checkpoint="}), "--checkpoint needs a file's name");
}

TEST(ProgressTest, IsAPlainLineOnAPipe) {
  const Outcome outcome = run_queens(with(kLong, {"--progress", "always"}));
  EXPECT_THAT(outcome.err, ContainsRegex("^queens: [0-9.]+ %, [0-9]+ s elapsed, [0-9]+ s left, "
                                         "[0-9]+ solutions, [0-9]+ M nodes/s\n$"));
}

TEST(ProgressTest, IsNotShownUnlessAskedFor) {
  EXPECT_EQ(run_queens(kLong).err, "");
  EXPECT_EQ(run_queens(with(kLong, {"--progress", "never"}), {.terminal = true}).err, "");
  EXPECT_EQ(run_queens(with(kLong, {"--progress", "always", "-q"})).err, "");
  expect_refused(run_queens({"count", "8", "--progress", "often"}), "--progress must be one of");
}

TEST(ProgressTest, IsPrintedOnSigusr1) {
  Process process(kProgram, with(kLong, {"--progress", "never"}));
  process.wait_until_handled(SIGUSR1);
  process.send(SIGUSR1);
  EXPECT_TRUE(process.read_error_until(" solutions, "));
  EXPECT_EQ(process.wait().exit_code, 0);
}

TEST(ProgressTest, IsJsonForPrograms) {
  const TemporaryFolder folder;
  const std::string events = folder.path("events");
  const Outcome outcome =
      run_with_events(with(kLong, {"--progress-json", "3", "--checkpoint", folder.path("file"),
                                   "--checkpoint-interval", "100ms"}),
                      events);
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  std::uint64_t saved = 0;
  double share = 0;
  int progress = 0;
  for (const std::string& line : lines_of(read_file(events))) {
    const json event = json::parse(line);
    if (event["event"] == "checkpoint") {
      EXPECT_GE(event["subproblems"], saved);
      saved = event["subproblems"];
      continue;
    }
    ASSERT_EQ(event["event"], "progress");
    ++progress;
    EXPECT_GE(event["share"], share);
    share = event["share"];
    for (const char* const key : {"elapsed", "left", "solutions", "subproblems_done", "subproblems",
                                  "nodes", "nodes_per_second"}) {
      EXPECT_TRUE(event.contains(key)) << key;
    }
  }
  EXPECT_GE(progress, 2);
  EXPECT_EQ(share, 1);
  EXPECT_EQ(saved, load_shard(folder.path("file")).value().records.size());
}

TEST(ProgressTest, RefusesADescriptorThatCannotBeWritten) {
  expect_refused(run_queens({"count", "8", "--progress-json", "77"}), "descriptor 77 is not open");
  expect_refused(run_queens({"count", "8", "--progress-json", "0"}), "descriptor 0 is not open");
  expect_refused(run_queens({"count", "8", "--progress-json", "x"}), "--progress-json must be");
}

class ShardCommandTest : public testing::Test {
 protected:
  [[nodiscard]] Words shard(const std::string& n, int index, int of) const {
    return {"shard", n,        "--index", std::to_string(index), "--of", std::to_string(of),
            "--out", folder(), "-q"};
  }
  [[nodiscard]] std::string folder() const { return folder_.path("shards"); }
  [[nodiscard]] std::string file_of(const Words& words) const {
    const std::string out = output_of(words);
    return out.substr(0, out.size() - 1);
  }

  TemporaryFolder folder_;
};

TEST_F(ShardCommandTest, ShardsMergeToWhatSolvePrints) {
  for (int index = 0; index < 3; ++index) {
    const std::string file = file_of(shard("9", index, 3));
    EXPECT_TRUE(std::filesystem::is_regular_file(file)) << file;
  }
  EXPECT_EQ(output_of({"merge", folder()}), output_of({"solve", "9"}));
  EXPECT_EQ(output_of({"merge", folder(), "--first", "0"}), "352\n");
  const json merged = json::parse(output_of({"merge", folder(), "-f", "json"}));
  EXPECT_EQ(merged["n"], 9);
  EXPECT_EQ(merged["total"], "352");
  EXPECT_EQ(merged["solutions"].size(), 3U);
  EXPECT_EQ(merged["shards"], 3);
  Words again = shard("9", 1, 3);
  again.pop_back();
  EXPECT_THAT(run_queens(again).err, HasSubstr("shard 1 of 3 is there already"));
}

TEST_F(ShardCommandTest, MergeNamesWhatIsWrong) {
  expect_message(run_queens({"merge", folder()}), 1, "cannot read");
  const std::string file = file_of(shard("9", 0, 2));
  expect_refused(run_queens({"merge", folder()}), "lacks 1 of 2 shards: 1");
  const std::string foreign = file_of(shard("8", 1, 2));
  expect_refused(run_queens({"merge", folder()}), "n = ");
  std::filesystem::remove(foreign);
  std::filesystem::resize_file(file, 77);
  expect_refused(run_queens({"merge", folder()}), file);
  expect_refused(run_queens({"merge"}), "DIR is missing");
}

TEST_F(ShardCommandTest, RefusesBadWords) {
  expect_refused(run_queens({"shard", "8", "--of", "3", "--out", folder()}), "--index is missing");
  expect_refused(run_queens({"shard", "8", "--index", "1", "--out", folder()}), "--of is missing");
  expect_refused(run_queens({"shard", "8", "--index", "1", "--of", "3"}), "--out is missing");
  expect_refused(run_queens(shard("8", 3, 3)), "--index must be");
  expect_refused(run_queens(shard("8", 0, 0)), "--of must be");
  expect_message(run_queens({"shard", "8", "--index", "0", "--of", "1", "--out", "/proc/none"}), 1,
                 "cannot create /proc/none");
}

TEST_F(ShardCommandTest, VerifyAgrees) {
  const std::string file = file_of(shard("11", 1, 2));
  EXPECT_THAT(output_of({"verify", file, "--all"}),
              AllOf(HasSubstr(file + ": n = 11, shard 1 of 2, by search, kernel "),
                    HasSubstr(" and 3 parts of the board by the other method agree")));
  EXPECT_THAT(output_of({"verify", file, "--sample", "50%", "--seed", "7", "-k", "scalar"}),
              HasSubstr("with kernel scalar"));
}

// A wrong count whose file is otherwise in order, as a faulty machine leaves it.
TEST_F(ShardCommandTest, VerifyFindsAWrongCount) {
  const std::string name = file_of(shard("11", 0, 1));
  ShardFile file = load_shard(name).value();
  const std::uint64_t id = file.records[0].id;
  const std::uint64_t before = file.records[0].solutions;
  file.records[0] = record_of({.id = id}, {.solutions = before + 1});
  // The total of a unit is its count times 1, 2, 4 or 8.
  Outcome outcome;
  for (const std::uint64_t weight : {1U, 2U, 4U, 8U}) {
    file.total = Count(2680 + weight);
    save_shard(name, file);
    outcome = run_queens({"verify", name, "--all"});
    if (outcome.exit_code != 2) break;
    expect_refused(outcome, "add up to");
  }
  expect_message(
      outcome, 3,
      "subproblem " + std::to_string(id) + " has " + std::to_string(before + 1) + " solutions by ");
}

TEST_F(ShardCommandTest, VerifyRefusesBadWords) {
  const std::string file = file_of(shard("8", 0, 1));
  for (const std::string share : {"", "1", "0%", "101%", "x%", "-1%", "1%%"}) {
    expect_refused(run_queens({"verify", file, "--sample", share}), "--sample must be");
  }
  expect_refused(run_queens({"verify", file, "--all", "--sample", "1%"}), "not both");
  expect_refused(run_queens({"verify", folder_.path("none")}), "there is no file");
  expect_refused(run_queens({"verify"}), "FILE is missing");
  expect_refused(run_queens({"verify", file, "-k", "bitmask"}), "cannot count by edge classes");
}

TEST(DoubleCheckOptionTest, CountsAHundredthAgain) {
  for (const std::string method : {"search", "join"}) {
    const Outcome outcome = run_queens({"count", "12", "--double-check", "-m", method});
    EXPECT_EQ(outcome.out, "14200\n");
    EXPECT_THAT(outcome.err, ContainsRegex("[0-9]+ subproblems counted again with kernel [a-z0-9]+ "
                                           "and 3 parts of the board by the other method agree"));
  }
}

}  // namespace
}  // namespace queens::test
