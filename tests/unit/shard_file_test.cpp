#include "store/shard_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "queens/error.hpp"

namespace queens::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<WorkUnit> units() {
  return {{.id = 9, .cost = 5, .weight = 8},
          {.id = 2, .cost = 4, .weight = 2},
          {.id = 7, .cost = 1, .weight = 1}};
}

ShardFile small_file() {
  Board board(5);
  board.block({.row = 1, .column = 3});
  ShardFile file{.identity = identify(board, "edge classes", units()),
                 .part = {.index = 3, .of = 16},
                 .kernels = "scalar",
                 .records = {},
                 .total = {}};
  std::uint64_t solutions = UINT64_MAX;
  for (const WorkUnit& unit : units()) {
    file.records.push_back(record_of(unit, {.solutions = solutions--, .nodes = 17}));
  }
  complete(file, units());
  return file;
}

// What decode() says against the bytes; empty where it reads them.
std::string complaint(const Bytes& bytes) {
  try {
    decode(bytes);
    return "";
  } catch (const Error& error) {
    const bool version = std::string(error.what()).starts_with("has format version");
    EXPECT_EQ(error.code(), version ? ErrorCode::unsupported_file : ErrorCode::invalid_input);
    return error.what();
  }
}

TEST(ShardFile, ReadsWhatItWrote) {
  const ShardFile written = small_file();
  const ShardFile read = decode(encode(written));
  EXPECT_EQ(read.identity, written.identity);
  EXPECT_EQ(read.part, written.part);
  EXPECT_EQ(read.kernels, "scalar");
  EXPECT_EQ(read.records, written.records);
  EXPECT_EQ(read.records[0].id, 2U);
  // (2^64 - 1) * 8 + (2^64 - 2) * 2 + (2^64 - 3) * 1
  EXPECT_EQ(read.total, Count(10, UINT64_MAX - 14));
  check_records(read, units());
}

// The layout is a promise to other programs and later versions.
TEST(ShardFile, HasTheDocumentedLayout) {
  const Bytes bytes = encode(small_file());
  EXPECT_EQ(bytes.size(), 8U + 4 + 4 + 5 * 4 + 16 + 8 + 8 + 4 + 4 + 64 + 8 + 3 * 32 + 16 + 8);
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 6), "QUEENS");
  EXPECT_EQ(bytes[8], kShardFormat);
  EXPECT_EQ(bytes[12], 5);
  EXPECT_EQ(bytes[20], 0b10111);  // row 1, column 3 is blocked
  EXPECT_EQ(bytes[68], 3);
  EXPECT_EQ(bytes[72], 16);
  EXPECT_EQ(bytes[140], 3);  // records
  EXPECT_EQ(bytes[148], 2);  // the first one's id
}

TEST(ShardFile, FindsEveryFlippedBit) {
  const Bytes good = encode(small_file());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes bytes = good;
      bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ (1U << bit));
      EXPECT_NE(complaint(bytes), "") << "byte " << at << ", bit " << bit;
    }
  }
}

TEST(ShardFile, FindsEveryTruncationAndAnyAddition) {
  const Bytes good = encode(small_file());
  for (std::size_t size = 0; size < good.size(); ++size) {
    const Bytes bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(complaint(bytes), "") << size << " bytes";
  }
  Bytes longer = good;
  longer.push_back(0);
  EXPECT_NE(complaint(longer), "");
}

// Dealing a plan to so many would take all memory.
TEST(ShardFile, BoundsTheNumberOfShards) {
  ShardFile file = small_file();
  file.part.of = kMaxShards + 1;
  EXPECT_EQ(complaint(encode(file)), "the shard's number is damaged");
  file.part.of = kMaxShards;
  EXPECT_EQ(complaint(encode(file)), "");
}

TEST(ShardFile, SaysWhatIsWrong) {
  EXPECT_EQ(complaint({}), "is no checkpoint or shard file");
  Bytes bytes = encode(small_file());
  bytes[8] = 2;
  EXPECT_EQ(complaint(bytes), "has format version 2; this program reads version 1");
  bytes = encode(small_file());
  bytes[158] ^= 1U;  // the first record's solutions
  EXPECT_EQ(complaint(bytes), "record 0 is damaged");
  bytes = encode(small_file());
  bytes.resize(bytes.size() - 32);
  EXPECT_THAT(complaint(bytes), testing::HasSubstr("should hold 3 records"));
}

// A file whose hashes are right, as a program that is at fault would write it.
TEST(ShardFile, ComparesRecordsWithThePlan) {
  const auto complaint_of = [](const ShardFile& file, const std::vector<WorkUnit>& plan) {
    try {
      check_records(decode(encode(file)), plan);
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(complaint_of(small_file(), units()), "");
  std::vector<WorkUnit> others = units();
  others[2].id = 8;
  EXPECT_THAT(complaint_of(small_file(), others), testing::HasSubstr("holds subproblem 7"));
  others = units();
  others[0].weight = 4;
  EXPECT_THAT(complaint_of(small_file(), others), testing::HasSubstr("add up to"));
  ShardFile wrong = small_file();
  wrong.total += 1;
  EXPECT_THAT(complaint_of(wrong, units()), testing::HasSubstr("add up to"));
}

// A residue that was taken before the count was spoilt.
TEST(ShardFile, FindsACountThatChangedInMemory) {
  ShardFile file = small_file();
  file.records[1].solutions ^= 1U << 20U;
  EXPECT_THROW(complete(file, units()), Error);
  EXPECT_EQ(complaint(encode(file)), "record 1 is damaged");
}

TEST(PlanIdentity, NamesTheDifference) {
  const PlanIdentity one = identify(Board(8), "edge classes", units());
  EXPECT_EQ(difference(one, one), "");
  EXPECT_THAT(difference(identify(Board(9), "edge classes", units()), one),
              testing::HasSubstr("n = 9, not n = 8"));
  Board holes(8);
  holes.block({.row = 0, .column = 0});
  EXPECT_THAT(difference(identify(holes, "edge classes", units()), one),
              testing::HasSubstr("other blocked squares"));
  EXPECT_THAT(difference(identify(Board(8), "column sets", units()), one),
              testing::HasSubstr("by column sets, not by edge classes"));
  for (const auto change :
       {+[](WorkUnit& unit) { ++unit.id; }, +[](WorkUnit& unit) { unit.cost = 6; },
        +[](WorkUnit& unit) { ++unit.weight; }}) {
    std::vector<WorkUnit> others = units();
    change(others[0]);
    EXPECT_THAT(difference(identify(Board(8), "edge classes", others), one),
                testing::HasSubstr("another plan"));
  }
  EXPECT_NE(board_fingerprint(holes), board_fingerprint(Board(8)));
}

}  // namespace
}  // namespace queens::test
