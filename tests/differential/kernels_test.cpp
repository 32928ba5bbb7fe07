// Kernels against each other on random boards that are too large for the plainest search, for a
// fixed time: QUEENS_TEST_SECONDS, 15 if it is not set.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "queens/queens.hpp"
#include "support/boards.hpp"

namespace queens::test {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::seconds time_allowed() {
  constexpr int kSeconds = 15;
  const char* const text = std::getenv("QUEENS_TEST_SECONDS");
  return std::chrono::seconds(text != nullptr ? std::atoi(text) : kSeconds);
}

// What two kernels say where they differ, else nothing.
std::string difference(const Board& board, const std::vector<std::string>& kernels) {
  const std::string first = count(board, {.threads = 1, .kernel = kernels[0]}).total.to_string();
  for (const std::string& kernel : kernels) {
    const std::string total = count(board, {.threads = 2, .kernel = kernel}).total.to_string();
    if (total != first) return kernel + " says " + total + ", " + kernels[0] + " " + first;
  }
  return "";
}

TEST(Kernels, AgreeOnLargeRandomBoards) {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels()) {
    if (kernel.name != "scan" && kernel.name != "arrays" && kernel.missing.empty()) {
      names.push_back(kernel.name);
    }
  }
  ASSERT_GE(names.size(), 3U);
  std::mt19937_64 random(seed());
  const Clock::time_point end = Clock::now() + time_allowed();
  int boards = 0;
  for (; Clock::now() < end; ++boards) {
    const auto& generators = symmetry_generators();
    const auto& symmetries = generators[static_cast<std::size_t>(boards) % generators.size()];
    const int size = std::uniform_int_distribution(8, 32)(random);
    // So many blocked squares that some eight to ten are free in a row.
    const double free = std::uniform_real_distribution(7.0, 10.0)(random) / size;
    const double blocked = std::max(0.0, 1 - free);
    const Board board = random_board(random, size, blocked, symmetries);
    if (difference(board, names).empty()) continue;
    const Board smallest = shrink(
        board, [&names](const Board& smaller) { return !difference(smaller, names).empty(); });
    FAIL() << "seed " << seed() << ", board " << boards << ": " << difference(smallest, names)
           << " on\n"
           << text(smallest);
  }
  std::cout << boards << " boards\n";
  EXPECT_GT(boards, 10);
}

}  // namespace
}  // namespace queens::test
