// Totals of larger boards, on all CPUs.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "queens/queens.hpp"
#include "queens/shards.hpp"
#include "support/known_answers.hpp"
#include "support/process.hpp"

namespace queens::test {
namespace {

class LargerBoards : public testing::TestWithParam<int> {};

TEST_P(LargerBoards, HaveTheirKnownTotals) {
  EXPECT_EQ(count(Board(GetParam())).total.to_string(), known_answers().total.at(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(N, LargerBoards, testing::Values(16, 17, 18));

// Two methods that share nothing but the rules.
TEST(LargerBoards, HaveTheSameTotalByBothMethods) {
  for (int n = 12; n <= 18; ++n) {
    for (const std::string method : {"search", "join"}) {
      const CountResult result = count(Board(n), {.method = method});
      EXPECT_EQ(result.total.to_string(), known_answers().total.at(n)) << method << ", n = " << n;
      EXPECT_EQ(result.method, method);
    }
  }
}

TEST(LargerBoards, HaveTheSameTotalInLittleMemory) {
  const CountResult result =
      count(Board(17), {.threads = 2, .method = "join", .memory = 50'000'000});
  EXPECT_EQ(result.method, "join");
  EXPECT_EQ(result.total.to_string(), known_answers().total.at(17));
}

// The slowest of 16 shards sets the time that 16 machines take.
TEST(LargerBoards, AreCutIntoEqualShards) {
  constexpr std::uint32_t kShards = 16;
  const TemporaryFolder folder;
  std::uint64_t most = 0;
  std::uint64_t all = 0;
  for (std::uint32_t index = 0; index < kShards; ++index) {
    const std::uint64_t nodes =
        count_shard(Board(17), {index, kShards}, folder.path("")).count.nodes;
    most = std::max(most, nodes);
    all += nodes;
  }
  EXPECT_EQ(merge_shards(folder.path("")).total.to_string(), known_answers().total.at(17));
  const double mean = static_cast<double>(all) / kShards;
  std::cout << "the slowest shard has " << static_cast<double>(most) / mean << " times the mean\n";
  EXPECT_LE(static_cast<double>(most), 1.1 * mean);
}

TEST(LargerBoards, HaveTheSameTotalWithEveryFastKernel) {
  for (const KernelInfo& kernel : kernels()) {
    // From the plain search on, the kernels that are left take minutes.
    if (kernel.name == "bitmask") break;
    if (!kernel.missing.empty()) continue;
    for (const std::string method : {"search", "join"}) {
      if (method == "join" && !kernel.joins) continue;
      EXPECT_EQ(count(Board(16), {.kernel = kernel.name, .method = method}).total.to_string(),
                known_answers().total.at(16))
          << kernel.name << ' ' << method;
    }
  }
}

}  // namespace
}  // namespace queens::test
