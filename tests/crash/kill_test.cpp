// Counts that are killed at any moment go on from their checkpoint and end with the right total,
// also where a loss of power takes what was not synchronised.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include "store/shard_folder.hpp"
#include "support/boards.hpp"
#include "support/known_answers.hpp"
#include "support/process.hpp"

namespace queens::test {
namespace {

using Words = std::vector<std::string>;

constexpr int kSize = 16;
constexpr std::chrono::milliseconds kLatest{120};

std::uint64_t last_saved(const std::string& events) {
  const std::string before = "{\"event\":\"checkpoint\",\"subproblems\":";
  const std::size_t at = events.rfind(before);
  return at == std::string::npos ? 0 : std::stoull(events.substr(at + before.size()));
}

class KillTest : public testing::Test {
 protected:
  [[nodiscard]] std::string file() const { return folder_.path("checkpoint"); }
  [[nodiscard]] std::string events() const { return folder_.path("events"); }

  // The command, with what it tells programs in a file.
  [[nodiscard]] Words command(const Words& environment) const {
    Words words = environment;
    words.insert(words.end(),
                 {"sh", "-c", "exec \"$0\" \"$@\" 3>'" + events() + "'", QUEENS_PROGRAM, "count",
                  std::to_string(kSize), "--threads", "1", "--checkpoint", file(),
                  "--checkpoint-interval", "2ms", "--progress-json", "3"});
    return words;
  }

  void run_to_the_end(const Words& environment, std::uint64_t held) {
    const Outcome outcome = run("/usr/bin/env", command(environment));
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_EQ(outcome.out, total_);
    if (held > 0) {
      EXPECT_THAT(outcome.err, testing::HasSubstr("going on from a checkpoint with " +
                                                  std::to_string(held) + " subproblems"));
    }
  }

  // Kills so many runs; each goes on from what the one before left.
  void kill_often(int times, const Words& environment) {
    std::mt19937_64 random(seed());
    std::uniform_int_distribution<long> delay(0, std::chrono::microseconds(kLatest).count());
    int in_the_middle = 0;
    std::uint64_t held = 0;
    for (int i = 0; i < times; ++i) {
      std::filesystem::remove(events());  // a run that is killed at once does not even empty it
      Process process("/usr/bin/env", command(environment));
      std::this_thread::sleep_for(std::chrono::microseconds(delay(random)));
      process.send(SIGKILL);
      const Outcome outcome = process.wait();
      const std::optional<ShardFile> left = load_shard(file());  // throws if it cannot be read
      const std::uint64_t now = left ? left->records.size() : 0;
      ASSERT_GE(now, held) << "lost in run " << i;
      ASSERT_GE(now, last_saved(read_file(events()))) << "said to be saved in run " << i;
      if (outcome.signal == SIGKILL && now > held) ++in_the_middle;
      held = now;
      if (outcome.signal == SIGKILL && (i % 10 != 9)) continue;
      run_to_the_end(environment, held);
      std::filesystem::remove(file());
      held = 0;
    }
    EXPECT_GT(in_the_middle, 0) << "the test kills no run that has saved something";
  }

  static std::string merged_total(const std::string& folder) {
    const Outcome outcome = run(QUEENS_PROGRAM, {"merge", folder, "--first", "0"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return outcome.out.substr(0, outcome.out.find('\n'));
  }

  TemporaryFolder folder_;
  const std::string total_ = known_answers().total.at(kSize) + '\n';
};

TEST_F(KillTest, NothingIsLostOrCountedTwice) {
  kill_often(200, {});
}

TEST_F(KillTest, ALossOfPowerTakesNothingThatWasSaved) {
  kill_often(25, {"LD_PRELOAD=" QUEENS_UNSYNCED});
  kill_often(25, {"LD_PRELOAD=" QUEENS_UNSYNCED, "UNSYNCED_RENAMES=early"});
}

// Each saves what both have found, so that neither takes from the other.
TEST_F(KillTest, TwoAtOnceLoseNothing) {
  std::uint64_t held = 0;
  for (int i = 0; i < 10; ++i) {
    Process one("/usr/bin/env", command({}));
    Process other("/usr/bin/env", command({}));
    EXPECT_EQ(one.wait().out, total_);
    EXPECT_EQ(other.wait().out, total_);
    held = load_shard(file()).value().records.size();
    EXPECT_EQ(load_shard(file()).value().total.to_string() + '\n', total_);
    std::filesystem::remove(file());
  }
  EXPECT_GT(held, 0U);
}

// The result must be there to stay before the checkpoint goes.
TEST_F(KillTest, AShardLosesNothing) {
  const std::string folder = folder_.path("shards");
  const auto shard = [&folder](const std::string& index, const Words& environment) {
    Words words = environment;
    words.insert(words.end(), {QUEENS_PROGRAM, "shard", "15", "--index", index, "--of", "3",
                               "--out", folder, "--checkpoint-interval", "2ms", "--threads", "1"});
    return words;
  };
  std::mt19937_64 random(seed());
  std::uniform_int_distribution<long> delay(0, 40'000);
  for (const std::string when : {"late", "early"}) {
    const Words environment = {"LD_PRELOAD=" QUEENS_UNSYNCED, "UNSYNCED_RENAMES=" + when};
    for (const std::string index : {"0", "1", "2"}) {
      for (int i = 0; i < 10; ++i) {
        Process process("/usr/bin/env", shard(index, environment));
        std::this_thread::sleep_for(std::chrono::microseconds(delay(random)));
        process.send(SIGKILL);
        process.wait();
      }
      EXPECT_EQ(run("/usr/bin/env", shard(index, {})).exit_code, 0);
    }
    EXPECT_EQ(merged_total(folder), known_answers().total.at(15));
    std::filesystem::remove_all(folder);
  }
}

TEST_F(KillTest, LeftoversAreClearedAway) {
  static_cast<void>(folder_.write("checkpoint.ab12XY.tmp", "of a process that was killed"));
  run_to_the_end({}, 0);
  EXPECT_EQ(folder_.names(), (Words{"checkpoint", "events"}));
}

TEST_F(KillTest, AFullDiskDoesNotEndTheCount) {
  const Words environment = {"LD_PRELOAD=" QUEENS_UNSYNCED, "DISK_FULL=" + folder_.path("full")};
  Process process("/usr/bin/env", command(environment));
  const auto saved = [this] { return last_saved(read_file(events())); };
  while (saved() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  static_cast<void>(folder_.write("full", ""));
  ASSERT_TRUE(process.read_error_until("No space left on device; the count goes on"));
  const std::uint64_t held = load_shard(file()).value().records.size();
  EXPECT_GT(held, 0U);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, total_);
  EXPECT_EQ(load_shard(file()).value().records.size(), held) << "the last good checkpoint stays";
  std::filesystem::remove(folder_.path("full"));
  run_to_the_end(environment, held);
}

TEST_F(KillTest, TheSaveIsTriedAgainWhenThereIsSpace) {
  const Words environment = {"LD_PRELOAD=" QUEENS_UNSYNCED, "DISK_FULL=" + folder_.path("full")};
  Process process("/usr/bin/env", command(environment));
  while (last_saved(read_file(events())) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  static_cast<void>(folder_.write("full", ""));
  ASSERT_TRUE(process.read_error_until("No space left on device"));
  std::filesystem::remove(folder_.path("full"));
  EXPECT_TRUE(process.read_error_until("is being written again"));
  EXPECT_EQ(process.wait().out, total_);
  EXPECT_EQ(load_shard(file()).value().total.to_string() + '\n', total_);
}

}  // namespace
}  // namespace queens::test
