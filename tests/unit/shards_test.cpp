#include "queens/shards.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "store/shard_folder.hpp"
#include "support/process.hpp"
#include "support/refusal.hpp"

namespace queens::test {
namespace {

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
  const Board board(12);
  const ShardPart part{1, 3};
  const std::filesystem::path file = count_shard(board, part, folder()).file;
  std::filesystem::path checkpoint = file;
  checkpoint.replace_extension(".part");
  ShardFile held = load_shard(file).value();
  held.records.clear();
  held.total = 0;
  std::filesystem::remove(file);
  save_shard(checkpoint, held);
  EXPECT_EQ(count_shard(board, part, folder()).count.resumed, 0U);
  std::filesystem::rename(file, checkpoint);
  const ShardResult result = count_shard(board, part, folder());
  EXPECT_FALSE(result.found);
  EXPECT_EQ(result.count.resumed, result.count.subproblems);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_FALSE(std::filesystem::exists(checkpoint));
  const TemporaryFolder other;
  EXPECT_EQ(count_shard(board, part, other.path("")).count.total, result.count.total);
}

TEST_F(ShardsTest, ADamagedFileIsSetAsideAndCountedAgain) {
  count_all(Board(10), 2);
  std::filesystem::resize_file(files_[1], 100);
  EXPECT_THAT(merge_refusal(), testing::HasSubstr(files_[1].string()));
  std::filesystem::path checkpoint = files_[1];
  checkpoint.replace_extension(".part");
  std::filesystem::copy_file(files_[1], checkpoint);
  const ShardResult result = count_shard(Board(10), {1, 2}, folder());
  EXPECT_FALSE(result.found);
  EXPECT_THAT(result.remark, testing::HasSubstr(checkpoint.string() + ".damaged"));
  EXPECT_TRUE(std::filesystem::exists(files_[1].string() + ".damaged"));
  EXPECT_EQ(merge_shards(folder()).total, Count(724));
}

// It may be worth more than what this version would make of it.
TEST_F(ShardsTest, AFileOfAnotherVersionIsLeftAlone) {
  count_all(Board(8), 1);
  std::fstream file(files_[0], std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(8);
  file.put(2);
  file.close();
  try {
    count_shard(Board(8), {0, 1}, folder());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported_file);
    EXPECT_THAT(error.what(), testing::HasSubstr("format version 2"));
  }
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

// The recomputed sample misses the changed count, a part counted by the other method does not.
TEST_P(VerifyTest, FindsAChangedCountByTheOtherMethod) {
  const Board board(10);
  count_all(board, 1, {.method = GetParam()});
  const ShardFile good = load_shard(files_[0]).value();
  for (std::size_t at = 0; at < good.records.size(); ++at) {
    ShardFile bad = good;
    bad.records[at] =
        record_of({.id = good.records[at].id}, {.solutions = good.records[at].solutions + 1});
    for (std::uint64_t weight = 1; weight <= 64; weight *= 2) {
      bad.total = good.total + weight;
      save_shard(files_[0], bad);
      try {
        const std::string found = verify_file(files_[0], 1e-9, at).verification.difference;
        if (found.starts_with("the part of the board")) return;  // as it should be
      } catch (const Error&) {                                   // not the weight of this one
      }
    }
  }
  FAIL() << "no part of the board was found to differ";
}

// A checkpoint may be the work of several kernels.
TEST_P(VerifyTest, TakesAKernelThatDidNotMakeTheFile) {
  Options options{.kernel = "portable", .method = GetParam()};
  options.checkpoint = {.file = folder_.path("file"), .interval = std::chrono::milliseconds(1)};
  count(Board(11), options);
  change(options.checkpoint.file, [](ShardFile& file) {
    file.records.clear();
    file.total = 0;
  });
  const std::string other = chosen_kernel().name != "portable" ? chosen_kernel().name : "scalar";
  if (other == "scalar" && std::string(GetParam()) == "join") return;  // one kernel alone joins
  options.kernel = other;
  EXPECT_EQ(count(Board(11), options).total, Count(2680));
  const ShardFile file = load_shard(folder_.path("file")).value();
  EXPECT_EQ(file.kernels, "portable+" + other);
  // Reopened, but nothing was left to count.
  options.kernel = std::string(GetParam()) == "join" ? "portable" : "scalar";
  count(Board(11), options);
  EXPECT_EQ(load_shard(folder_.path("file")).value().kernels, file.kernels);
  const std::string again = verify_file(folder_.path("file"), 0.01, 1).verification.kernel;
  if (std::string(GetParam()) == "search" && other != "scalar") {  // a third one is there
    EXPECT_THAT(file.kernels, testing::Not(testing::HasSubstr(again)));
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, VerifyTest, testing::Values("search", "join"));

TEST(Verify, ACountCanVerifyItself) {
  for (const char* const method : {"search", "join"}) {
    const CountResult result = count(Board(12), {.method = method, .verify = 0.1});
    EXPECT_EQ(result.total, Count(14'200));
    ASSERT_TRUE(result.verification.has_value());
    EXPECT_EQ(result.verification->difference, "");
    // Without AVX2 one kernel alone joins.
    const bool other = std::string(method) == "search" || result.kernel != "portable";
    EXPECT_EQ(result.verification->kernel != result.kernel, other);
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
