#include "queens/shards.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "store/shard_folder.hpp"
#include "support/process.hpp"

namespace queens::test {
namespace {

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    return error.what();
  }
  throw std::logic_error("no error");
}

class ShardsTest : public testing::Test {
 protected:
  void count_all(const Board& board, std::uint32_t of, const Options& options = {}) {
    for (std::uint32_t index = 0; index < of; ++index) {
      files_.push_back(count_shard(board, {index, of}, folder(), options).file);
    }
  }

  [[nodiscard]] std::string folder() const { return folder_.path("shards"); }

  [[nodiscard]] std::string merge_refusal() const {
    return refusal([&] { merge_shards(folder()); });
  }

  // Changes a file's content and keeps its hashes right.
  template <typename Change>
  static void change(const std::filesystem::path& name, const Change& change) {
    ShardFile file = load_shard(name).value();
    change(file);
    save_shard(name, file);
  }

  TemporaryFolder folder_;
  std::vector<std::filesystem::path> files_;
};

TEST_F(ShardsTest, AddUp) {
  count_all(Board(12), 5);
  const MergedCount merged = merge_shards(folder());
  EXPECT_EQ(merged.total, Count(14'200));
  EXPECT_EQ(merged.board, Board(12));
  EXPECT_EQ(merged.method, "search");
  EXPECT_EQ(merged.shards, 5U);
  EXPECT_EQ(merged.subproblems, count(Board(12)).subproblems);
}

TEST_F(ShardsTest, AddUpByTheJoinAndWithBlockedSquares) {
  Board board(11);
  for (const int column : {1, 4, 9}) board.block({.row = column / 2, .column = column});
  count_all(board, 7, {.method = "join"});
  const MergedCount merged = merge_shards(folder());
  EXPECT_EQ(merged.method, "join");
  EXPECT_EQ(merged.board, board);
  EXPECT_EQ(merged.total, count(board, {.method = "search"}).total);
}

TEST_F(ShardsTest, MayBeMoreThanSubproblems) {
  count_all(Board(4), 40);
  EXPECT_EQ(merge_shards(folder()).total, Count(2));
}

// Shards of machines with different CPUs mix.
TEST_F(ShardsTest, MayHaveDifferentKernels) {
  count_shard(Board(10), {0, 2}, folder(), {.kernel = "scalar"});
  count_shard(Board(10), {1, 2}, folder(), {.kernel = "portable"});
  EXPECT_EQ(merge_shards(folder()).total, Count(724));
}

TEST_F(ShardsTest, AreNotCountedTwice) {
  const ShardResult first = count_shard(Board(12), {1, 4}, folder());
  EXPECT_FALSE(first.found);
  const ShardResult second = count_shard(Board(12), {1, 4}, folder());
  EXPECT_TRUE(second.found);
  EXPECT_EQ(second.file, first.file);
  EXPECT_EQ(second.count.total, first.count.total);
  EXPECT_EQ(second.count.subproblems, first.count.subproblems);
}

TEST_F(ShardsTest, GoOnAfterTheyWereEnded) {
  const Board board(15);
  const ShardPart part{1, 3};
  Options options;
  options.checkpoint.interval = std::chrono::milliseconds(1);
  const CancelToken cancel;
  options.cancel = cancel;
  options.checkpoint.report = [&cancel](const CheckpointReport& report) {
    if (report.subproblems >= 10) cancel.request();
  };
  EXPECT_THROW(count_shard(board, part, folder(), options), Error);
  ASSERT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 1);
  const auto left = std::filesystem::directory_iterator(folder())->path();
  EXPECT_EQ(left.extension(), ".part");
  const ShardResult result = count_shard(board, part, folder());
  EXPECT_GE(result.count.resumed, 10U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 1);
  const TemporaryFolder other;
  EXPECT_EQ(count_shard(board, part, other.path("")).count.total, result.count.total);
}

TEST_F(ShardsTest, ADamagedResultIsCountedAgain) {
  count_all(Board(10), 2);
  std::filesystem::resize_file(files_[1], 100);
  EXPECT_THAT(merge_refusal(), testing::HasSubstr(files_[1].string()));
  EXPECT_FALSE(count_shard(Board(10), {1, 2}, folder()).found);
  EXPECT_EQ(merge_shards(folder()).total, Count(724));
}

TEST_F(ShardsTest, AreAllDemanded) {
  count_all(Board(10), 30);
  for (const int index : {3, 7}) std::filesystem::remove(files_[static_cast<std::size_t>(index)]);
  EXPECT_THAT(merge_refusal(), testing::HasSubstr("lacks 2 of 30 shards: 3, 7"));
  for (int index = 8; index < 30; ++index) {
    std::filesystem::remove(files_[static_cast<std::size_t>(index)]);
  }
  EXPECT_THAT(merge_refusal(),
              testing::HasSubstr("lacks 24 of 30 shards: 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, ..."));
  for (const auto& file : files_) std::filesystem::remove(file);
  EXPECT_THAT(merge_refusal(), testing::HasSubstr("holds no shard"));
}

TEST_F(ShardsTest, OfAnotherCountAreNamed) {
  count_all(Board(8), 2);
  const ShardResult foreign = count_shard(Board(9), {0, 2}, folder());
  EXPECT_THAT(merge_refusal(), testing::HasSubstr(foreign.file.string()));
  std::filesystem::remove(foreign.file);
  EXPECT_EQ(merge_shards(folder()).total, Count(92));
  const ShardResult other = count_shard(Board(8), {0, 3}, folder());
  EXPECT_THAT(merge_refusal(), testing::AllOf(testing::HasSubstr(other.file.string()),
                                              testing::HasSubstr("of 3 shards")));
}

TEST_F(ShardsTest, CopiesMustAgree) {
  count_all(Board(10), 2);
  const std::string copy = folder() + "/copy.shard";
  std::filesystem::copy_file(files_[0], copy);
  EXPECT_EQ(merge_shards(folder()).total, Count(724));
  change(copy, [](ShardFile& file) {
    file.records[0] = record_of({.id = file.records[0].id}, {.solutions = 12'345});
  });
  EXPECT_THAT(merge_refusal(), testing::AllOf(testing::HasSubstr("copy.shard"),
                                              testing::HasSubstr("their counts differ")));
}

TEST_F(ShardsTest, MustBeWholeAndAddUp) {
  count_all(Board(10), 2);
  const ShardFile good = load_shard(files_[0]).value();
  change(files_[0], [](ShardFile& file) { file.total += 8; });
  EXPECT_THAT(merge_refusal(), testing::HasSubstr("add up to"));
  change(files_[0], [&good](ShardFile& file) {
    file = good;
    file.records.clear();
    file.total = 0;
  });
  EXPECT_THAT(merge_refusal(), testing::HasSubstr("lacks"));
  change(files_[0], [&good](ShardFile& file) {
    file = good;
    ++file.identity.fingerprint;
  });
  EXPECT_THAT(merge_refusal(), testing::HasSubstr("another plan"));
}

TEST_F(ShardsTest, IgnoreWhatIsNoResult) {
  count_all(Board(8), 2);
  for (const std::string name : {"x.part", "x.shard.ab12XY.tmp", "notes.txt"}) {
    static_cast<void>(folder_.write("shards/" + name, "no shard"));
  }
  EXPECT_EQ(merge_shards(folder()).total, Count(92));
}

TEST_F(ShardsTest, AreBounded) {
  EXPECT_THAT(refusal([&] {
                count_shard(Board(8), {3, 3}, folder());
              }),
              testing::HasSubstr("no shard 3 of 3"));
  EXPECT_THAT(refusal([&] {
                count_shard(Board(8), {0, 0}, folder());
              }),
              testing::HasSubstr("number of shards"));
  EXPECT_THAT(refusal([&] {
                count_shard(Board(8), {0, kMaxShards + 1}, folder());
              }),
              testing::HasSubstr("number of shards"));
}

// The method must not depend on the machine.
TEST_F(ShardsTest, AreNotCountedByAnotherMethodForWantOfMemory) {
  try {
    count_shard(Board(20), {0, 1000}, folder(), {.memory = 1000});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_THAT(error.what(), testing::HasSubstr("one method"));
  }
}

class VerifyTest : public ShardsTest, public testing::WithParamInterface<const char*> {};

TEST_P(VerifyTest, AgreesWithARightFile) {
  count_all(Board(12), 2, {.method = GetParam()});
  for (const auto& file : files_) {
    const FileVerification all = verify_file(file, 1, 1);
    EXPECT_EQ(all.verification.difference, "");
    EXPECT_EQ(all.verification.subproblems, all.subproblems);
    EXPECT_EQ(all.subproblems, all.of_subproblems);
    EXPECT_EQ(all.verification.slices, 3U);
    EXPECT_EQ(all.method, GetParam());
    const FileVerification some = verify_file(file, 0.01, 1);
    EXPECT_GE(some.verification.subproblems, 1U);
    EXPECT_LT(some.verification.subproblems, some.subproblems);
  }
}

TEST_P(VerifyTest, NamesAChangedCount) {
  count_all(Board(12), 1, {.method = GetParam()});
  std::uint64_t id = 0;
  change(files_[0], [&id](ShardFile& file) {
    UnitRecord& record = file.records[file.records.size() / 2];
    id = record.id;
    record = record_of({.id = id}, {.solutions = record.solutions + 1});
  });
  // The total still disagrees with the records; a program at fault would have made them agree.
  EXPECT_THAT(refusal([&] { verify_file(files_[0], 1, 1); }), testing::HasSubstr("add up to"));
  const std::uint64_t weight = [&] {
    ShardFile changed = load_shard(files_[0]).value();
    for (std::uint64_t factor = 1; factor <= 64; ++factor) {
      changed.total = count(Board(12)).total + factor;
      save_shard(files_[0], changed);
      try {
        verify_file(files_[0], 1, 1);
        return factor;
      } catch (const Error&) {
      }
    }
    return std::uint64_t{0};
  }();
  ASSERT_GT(weight, 0U);
  EXPECT_THAT(verify_file(files_[0], 1, 1).verification.difference,
              testing::HasSubstr("subproblem " + std::to_string(id) + " has "));
}

INSTANTIATE_TEST_SUITE_P(Methods, VerifyTest, testing::Values("search", "join"));

TEST(Verify, ACountCanVerifyItself) {
  for (const char* const method : {"search", "join"}) {
    const CountResult result = count(Board(12), {.method = method, .verify = 0.1});
    EXPECT_EQ(result.total, Count(14'200));
    ASSERT_TRUE(result.verification.has_value());
    EXPECT_EQ(result.verification->difference, "");
    EXPECT_NE(result.verification->kernel, result.kernel);
    EXPECT_GT(result.verification->subproblems, result.subproblems / 20);
    EXPECT_EQ(result.verification->slices, 3U);
  }
}

TEST(Verify, ReferenceKernelsVerifyEachOther) {
  const CountResult result = count(Board(9), {.kernel = "bitmask", .verify = 1});
  EXPECT_EQ(result.verification->difference, "");
  EXPECT_NE(result.verification->kernel, "bitmask");
  EXPECT_EQ(result.verification->slices, 0U);
}

}  // namespace
}  // namespace queens::test
