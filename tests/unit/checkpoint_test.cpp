// Counts that are kept, ended and gone on with.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "queens/shards.hpp"
#include "run/choose_method.hpp"
#include "store/shard_folder.hpp"
#include "support/process.hpp"
#include "support/refusal.hpp"

namespace queens::test {
namespace {

using std::chrono::milliseconds;

// Takes away half of what a file holds, as if its run had been ended.
void forget_half(const std::string& name) {
  ShardFile file = load_shard(name).value();
  const auto half = file.records.begin() + static_cast<std::ptrdiff_t>(file.records.size() / 2);
  file.records.erase(half, file.records.end());
  complete(file, units_of_plan(file.identity.board, file.identity.plan, CancelToken()));
  save_shard(name, file);
}

class CheckpointTest : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] std::string file() const { return folder_.path("checkpoint"); }

  [[nodiscard]] Options options() const {
    Options options{.threads = 2, .method = GetParam()};
    options.checkpoint = {.file = file(), .interval = milliseconds(1)};
    return options;
  }

  [[nodiscard]] ShardFile loaded() const { return load_shard(file()).value(); }

  // A count that is cancelled when some units are saved; true if it was done before.
  [[nodiscard]] bool done_before_cancelled(const Board& board, std::uint64_t units) const {
    Options cancelled = options();
    const CancelToken cancel;
    cancelled.cancel = cancel;
    cancelled.checkpoint.report = [&cancel, units](const CheckpointReport& report) {
      if (report.subproblems >= units) cancel.request();
    };
    try {
      count(board, cancelled);
      return true;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
      return false;
    }
  }

  TemporaryFolder folder_;
};

TEST_P(CheckpointTest, HoldsAllInTheEnd) {
  const CountResult result = count(Board(12), options());
  EXPECT_EQ(result.total, Count(14'200));
  EXPECT_EQ(result.resumed, 0U);
  EXPECT_EQ(loaded().total, Count(14'200));
  EXPECT_EQ(loaded().records.size(), result.subproblems);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"checkpoint"});
  const CountResult again = count(Board(12), options());
  EXPECT_EQ(again.total, Count(14'200));
  EXPECT_EQ(again.resumed, result.subproblems);
  EXPECT_EQ(again.nodes, result.nodes);
}

TEST_P(CheckpointTest, GoesOnWithWhatIsLeft) {
  const Board board(15);
  std::uint64_t held = 0;
  for (std::uint64_t want = 1; !done_before_cancelled(board, held + want); want = 20) {
    ASSERT_GE(loaded().records.size(), held + want);
    held = loaded().records.size();
  }
  const CountResult result = count(board, options());
  EXPECT_EQ(result.total, Count(2'279'184));
  EXPECT_EQ(result.resumed, result.subproblems);
}

TEST_P(CheckpointTest, CountsOnlyWhatIsLeft) {
  const Board board(12);
  count(board, options());
  forget_half(file());
  const std::uint64_t held = loaded().records.size();
  const CountResult result = count(board, options());
  EXPECT_EQ(result.total, Count(14'200));
  EXPECT_GT(held, 0U);
  EXPECT_LT(held, result.subproblems);
  EXPECT_EQ(result.resumed, held);
  std::uint64_t counted = 0;
  for (const ThreadStats& thread : result.per_thread) counted += thread.subproblems;
  EXPECT_EQ(counted, result.subproblems - held);
}

// A checkpoint of the other method is taken for what it is, unless a method is asked for.
TEST_P(CheckpointTest, SaysTheMethod) {
  count(Board(10), options());
  Options other = options();
  other.method.clear();
  EXPECT_EQ(count(Board(10), other).method, GetParam());
  EXPECT_EQ(chosen_method(Board(10), other).name, GetParam());
  other.method = std::string(GetParam()) == "join" ? "search" : "join";
  EXPECT_THAT(refusal([&] { count(Board(10), other); }),
              testing::HasSubstr("belongs to a count by"));
}

INSTANTIATE_TEST_SUITE_P(Methods, CheckpointTest, testing::Values("search", "join"));

class CheckpointFileTest : public CheckpointTest {};

TEST_P(CheckpointFileTest, IsRefusedWhereItDoesNotBelong) {
  count(Board(8), options());
  EXPECT_THAT(refusal([&] { count(Board(9), options()); }), testing::HasSubstr("n = 8, not n = 9"));
  Board holes(8);
  holes.block({.row = 3, .column = 3});
  EXPECT_THAT(refusal([&] { count(holes, options()); }), testing::HasSubstr("blocked squares"));
  Options plain = options();
  plain.kernel = "bitmask";
  EXPECT_THAT(refusal([&] { count(Board(8), plain); }), testing::HasSubstr("not by whole board"));
  ShardFile shard = loaded();
  shard.part = {.index = 1, .of = 3};
  save_shard(file(), shard);
  EXPECT_THAT(refusal([&] { count(Board(8), options()); }),
              testing::HasSubstr("belongs to shard 1 of 3, not to the whole count"));
  EXPECT_EQ(loaded().part, shard.part) << "the file must stay as it was";
}

TEST_P(CheckpointFileTest, IsRefusedWhereItIsDamaged) {
  static_cast<void>(folder_.write("checkpoint", "QUEENS something else"));
  EXPECT_THAT(refusal([&] { count(Board(8), options()); }), testing::HasSubstr(file()));
  EXPECT_EQ(read_file(file()), "QUEENS something else");
}

TEST_P(CheckpointFileTest, TellsOfWhatItSaves) {
  std::vector<CheckpointReport> reports;
  Options told = options();
  told.checkpoint.report = [&reports](const CheckpointReport& report) {
    reports.push_back(report);
  };
  const CountResult result = count(Board(10), told);
  ASSERT_GE(reports.size(), 2U);
  EXPECT_EQ(reports.front().subproblems, 0U);
  EXPECT_FALSE(reports.front().resumed);
  EXPECT_EQ(reports.back().subproblems, result.subproblems);
  for (const CheckpointReport& report : reports) EXPECT_EQ(report.error, "");
  reports.clear();
  count(Board(10), told);
  EXPECT_TRUE(reports.front().resumed);
  EXPECT_EQ(reports.front().subproblems, result.subproblems);
}

TEST_P(CheckpointFileTest, BehindALinkIsReplacedThere) {
  std::filesystem::create_symlink("real", file());
  count(Board(8), options());
  EXPECT_TRUE(std::filesystem::is_symlink(file()));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_.path("real")));
}

TEST_P(CheckpointFileTest, CountsTowardsTheProgress) {
  const Board board(16);
  count(board, options());
  forget_half(file());
  const std::uint64_t held = loaded().records.size();
  std::vector<Progress> seen;
  Options shown = options();
  shown.progress_interval = milliseconds(1);
  shown.progress = [&seen](const Progress& progress) { seen.push_back(progress); };
  count(board, shown);
  ASSERT_FALSE(seen.empty());
  EXPECT_GE(seen.front().subproblems_done, held);
  EXPECT_GT(seen.front().share, 0.05);
  EXPECT_GT(seen.front().solutions, Count(0));
}

INSTANTIATE_TEST_SUITE_P(Search, CheckpointFileTest, testing::Values("search"));

TEST(Checkpoint, OptionsAreChecked) {
  Options options;
  options.checkpoint.interval = milliseconds(0);
  EXPECT_THAT(refusal([&] { count(Board(4), options); }), testing::HasSubstr("interval"));
  Options shares;
  shares.verify = 1.5;
  EXPECT_THAT(refusal([&] { count(Board(4), shares); }), testing::HasSubstr("verify"));
}

}  // namespace
}  // namespace queens::test
