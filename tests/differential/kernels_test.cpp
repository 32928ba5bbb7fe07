// Kernels against each other on random boards that are too large for the plainest search, for a
// fixed time: QUEENS_TEST_SECONDS, 15 if it is not set.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "queens/error.hpp"
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

// A kernel's total, unless it takes long: nobody knows beforehand how much work a random board is.
std::optional<std::string> total(const Board& board, const std::string& kernel, int threads) {
  Options options{.threads = threads, .kernel = kernel};
  options.progress_interval = std::chrono::milliseconds(100);
  options.progress = [&options](const Progress&) { options.cancel.request(); };
  try {
    return count(board, options).total.to_string();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled) throw;
    return std::nullopt;
  }
}

// What two kernels say where they differ, else nothing.
std::string difference(const Board& board, const std::vector<std::string>& kernels) {
  const std::optional<std::string> first = total(board, kernels[0], 1);
  if (!first) return "";
  for (const std::string& kernel : kernels) {
    const std::optional<std::string> other = total(board, kernel, 2);
    if (other && *other != *first)
      return kernel + " says " + *other + ", " + kernels[0] + " " + *first;
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
    // So many blocked squares that some five to ten are free in a row.
    const double free = std::uniform_real_distribution(4.0, 10.0)(random) / size;
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
