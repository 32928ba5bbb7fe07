// Counting allocates nothing once its threads have their scratch. The operators new of this program
// count their calls, thread by thread.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "kernel/registry.hpp"
#include "queens/queens.hpp"
#include "run/search_method.hpp"
#include "unit/tested_kernels.hpp"

namespace {

thread_local std::uint64_t allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* const memory =
      std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// NOLINTBEGIN(misc-new-delete-overloads): the array forms call these.
void* operator new(std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
// NOLINTEND(misc-new-delete-overloads)

namespace queens::test {
namespace {

class Allocation : public testing::TestWithParam<std::string> {};

TEST_P(Allocation, IsNotNeededToCount) {
  const Kernel& kernel = select_kernel(GetParam());
  for (const int size : {10, 19, 24}) {
    // Large boards are all but closed below their first rows, for the plainest kernels' sake; a
    // solution of the empty board stays open.
    const Solution solution = first_solutions(Board(size), 1).front();
    Board board(size);
    for (int row = 4; size > 10 && row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        if (column != row && column != solution[static_cast<std::size_t>(row)]) {
          board.block({row, column});
        }
      }
    }
    const SearchMethod method(board, kernel);
    const CancelToken cancel;
    const std::vector<WorkUnit> units = method.plan(cancel);
    ASSERT_FALSE(units.empty());
    const std::uint64_t before_scratch = allocations;
    const auto scratch = method.make_scratch();
    EXPECT_GT(allocations, before_scratch);  // the counter works
    const std::uint64_t before = allocations;
    for (std::size_t i = 0; i < std::min<std::size_t>(units.size(), 20); ++i) {
      method.run(units[units.size() - 1 - i], *scratch, cancel);
    }
    EXPECT_EQ(allocations, before);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Allocation, testing::ValuesIn(names_of_tested_kernels()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace queens::test
