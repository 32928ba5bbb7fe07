// Random boards of all symmetries: whatever the kernel, the threads and the schedule, the answers
// are those of a plain search that shares no code with the library.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "queens/queens.hpp"
#include "queens/shards.hpp"
#include "support/boards.hpp"
#include "support/process.hpp"
#include "support/sanitized.hpp"

namespace queens::test {
namespace {

constexpr int kBoards = kSanitized ? 150 : 600;
constexpr int kLargest = 10;

// An empty text when all is well, else what is wrong.
using Check = std::string (*)(const Board& board, int threads);

std::string totals(const Board& board, int threads) {
  const std::string expected = std::to_string(all_solutions(board).size());
  for (const KernelInfo& kernel : kernels()) {
    if (!kernel.missing.empty()) continue;
    const std::string total =
        count(board, {.threads = threads, .kernel = kernel.name}).total.to_string();
    if (total != expected) return kernel.name + " says " + total + " instead of " + expected;
  }
  return "";
}

std::string joined(const Board& board, int threads) {
  const std::string expected = count(board, {.threads = 1, .method = "search"}).total.to_string();
  for (const KernelInfo& kernel : kernels()) {
    if (!kernel.missing.empty() || !kernel.joins) continue;
    const CountResult result =
        count(board, {.threads = threads, .kernel = kernel.name, .method = "join"});
    const std::string total = result.total.to_string();
    if (result.method != "join") return "the join was not taken";
    if (total != expected) {
      return "the join of " + kernel.name + " says " + total + ", the search " + expected;
    }
  }
  return "";
}

std::string fundamental(const Board& board, int threads) {
  const std::string expected = std::to_string(orbits(board, all_solutions(board)));
  const CountResult result = count(board, {.threads = threads, .fundamental = true});
  const std::string found = result.fundamental.value_or(Count(0)).to_string();
  return found == expected ? "" : found + " orbits instead of " + expected;
}

std::string listing(const Board& board, int threads) {
  std::vector<Solution> visited;
  const ListResult result =
      for_each_solution(board,
                        [&visited](std::span<const std::uint8_t> columns) {
                          visited.emplace_back(columns.begin(), columns.end());
                          return true;
                        },
                        UINT64_MAX, {.threads = threads});
  if (!result.complete || result.visited != visited.size()) return "the list is not complete";
  return visited == all_solutions(board) ? "" : "the list differs";
}

std::string first(const Board& board, int threads) {
  std::vector<Solution> expected = all_solutions(board);
  const std::size_t k = expected.size() / 2;
  expected.resize(k);
  return first_solutions(board, k, {.threads = threads}) == expected ? ""
                                                                     : "the first solutions differ";
}

// Shards of any number add up, and their files bear being verified, slices by the other method
// included.
std::string sharded(const Board& board, int threads) {
  const std::string expected = count(board, {.threads = threads}).total.to_string();
  for (const std::string method : {"search", "join"}) {
    const TemporaryFolder folder;
    const auto shards = static_cast<std::uint32_t>(2 * threads + board.size() % 3);
    const Options options{.threads = threads, .method = method};
    for (std::uint32_t index = 0; index < shards; ++index) {
      const auto file = count_shard(board, {index, shards}, folder.path(""), options).file;
      const std::string wrong = verify_file(file, 1, index).verification.difference;
      if (!wrong.empty()) return wrong;
    }
    const std::string total = merge_shards(folder.path("")).total.to_string();
    if (total != expected) return method + " in shards says " + total + " instead of " + expected;
  }
  return "";
}

std::string verified(const Board& board, int threads) {
  for (const std::string method : {"search", "join"}) {
    const CountResult result = count(board, {.threads = threads, .method = method, .verify = 1});
    if (!result.verification->difference.empty()) return result.verification->difference;
  }
  return "";
}

void check_random_boards(Check check, int largest = kLargest, int boards = kBoards) {
  std::mt19937_64 random(seed());
  for (int i = 0; i < boards; ++i) {
    const auto& generators = symmetry_generators();
    const auto& symmetries = generators[static_cast<std::size_t>(i) % generators.size()];
    const int size = std::uniform_int_distribution(1, largest)(random);
    // Mostly sparse: a board of which half is blocked has no solution.
    const double density = std::pow(std::uniform_real_distribution(0.0, 1.0)(random), 3);
    const int threads = std::array{1, 2, 7}[static_cast<std::size_t>(i) % 3];
    const Board board = random_board(random, size, density, symmetries);
    if (check(board, threads).empty()) continue;
    const Board least =
        shrink(board, [&](const Board& smaller) { return !check(smaller, threads).empty(); });
    FAIL() << "seed " << seed() << ", board " << i << ", " << threads
           << " threads: " << check(least, threads) << " on\n"
           << text(least) << "shrunk from\n"
           << text(board);
  }
}

TEST(RandomBoards, TotalsOfAllKernels) {
  check_random_boards(totals);
}
TEST(RandomBoards, TotalsOfTheJoin) {
  check_random_boards(joined, kLargest + 2);
}
TEST(RandomBoards, CountsThatVerifyThemselves) {
  check_random_boards(verified, kLargest, kBoards / 6);
}
TEST(RandomBoards, Shards) {
  check_random_boards(sharded, kLargest, kBoards / 15);  // files take their time
}
TEST(RandomBoards, FundamentalSolutions) {
  check_random_boards(fundamental);
}
TEST(RandomBoards, ListsInOrder) {
  check_random_boards(listing);
}
TEST(RandomBoards, FirstSolutions) {
  check_random_boards(first);
}

TEST(RandomBoards, ShrinkingFindsTheCause) {
  // A made-up failure, that some square of the last column is blocked, must come down to 1 x 1.
  const auto fails = [](const Board& board) {
    for (int row = 0; row < board.size(); ++row) {
      if (!board.is_free({row, board.size() - 1})) return true;
    }
    return false;
  };
  std::mt19937_64 random(seed());
  Board board = random_board(random, 6, 0.5, {});
  for (int row = 0; row < 6; ++row) {
    for (int column = row; column < 6; ++column) board.block({row, column});
  }
  EXPECT_EQ(text(shrink(board, fails)), ".\n");
}

}  // namespace
}  // namespace queens::test
