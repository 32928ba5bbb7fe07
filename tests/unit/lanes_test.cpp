// The lanes' operations that do not come from an instruction: packing, refilling, counting.

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "unit/tested_lanes.hpp"

namespace queens::test {
namespace {

template <typename Lanes>
class LanesTest : public testing::Test {
 protected:
  using Lane = typename Lanes::Lane;
  using Vector = typename Lanes::Vector;
  using Values = std::array<Lane, Lanes::kWidth>;

  static Vector vector(const Values& values) {
    Vector result;
    std::memcpy(&result, values.data(), sizeof(result));
    return result;
  }
  static Values values(Vector vector) {
    Values result;
    std::memcpy(result.data(), &vector, sizeof(result));
    return result;
  }
};

TYPED_TEST_SUITE(LanesTest, TestedLanes);

// A lane's counter is unsigned, and must count as such up to its last value.
TYPED_TEST(LanesTest, SumsLanesUpToTheirLargestValue) {
  using Lanes = TypeParam;
  const std::uint64_t largest = typename Lanes::Lane(~0ULL);
  EXPECT_EQ(Lanes::sum(Lanes::splat(static_cast<typename Lanes::Lane>(largest))),
            largest * Lanes::kWidth);
  EXPECT_EQ(Lanes::sum(Lanes::splat(0)), 0U);
}

TYPED_TEST(LanesTest, CountsUpToTheLargestValueOfALane) {
  using Lanes = TypeParam;
  const auto almost = static_cast<typename Lanes::Lane>(~0ULL - 2);
  auto total = Lanes::splat(almost);
  const auto ones = Lanes::splat(1);
  total = Lanes::add_one(total, Lanes::nonzero(ones));
  total = Lanes::add_one(total, Lanes::nonzero(Lanes::splat(0)));
  total = Lanes::add_one_where_equal(total, ones, ones);
  total = Lanes::add_one_where_equal(total, ones, Lanes::splat(0));
  EXPECT_EQ(Lanes::sum(total), (std::uint64_t{almost} + 2) * Lanes::kWidth);
}

TYPED_TEST(LanesTest, ShiftsByEveryDistance) {
  using Lanes = TypeParam;
  using Bits = typename Lanes::Lane;
  const auto pattern = static_cast<Bits>(0xa5c3'96e1U);
  for (int by = 1; by < 8 * static_cast<int>(sizeof(Bits)); ++by) {
    const auto distance = Lanes::distance(by);
    const auto left = this->values(Lanes::shift_left(Lanes::splat(pattern), distance));
    const auto right = this->values(Lanes::shift_right(Lanes::splat(pattern), distance));
    for (const Bits lane : left) EXPECT_EQ(lane, static_cast<Bits>(pattern << by)) << by;
    for (const Bits lane : right) EXPECT_EQ(lane, static_cast<Bits>(pattern >> by)) << by;
  }
}

TYPED_TEST(LanesTest, ChoosesWhatIsNotZeroAndWhatIsFull) {
  using Lanes = TypeParam;
  using Bits = typename Lanes::Lane;
  const auto full = static_cast<Bits>(~0ULL);
  const auto all_but_one = static_cast<Bits>(full - 1);
  EXPECT_EQ(Lanes::count(Lanes::nonzero(Lanes::splat(1))), Lanes::kWidth);
  EXPECT_EQ(Lanes::count(Lanes::nonzero(Lanes::splat(0))), 0);
  EXPECT_EQ(Lanes::count(Lanes::nonzero_and_full(Lanes::splat(1), Lanes::splat(full))),
            Lanes::kWidth);
  EXPECT_EQ(Lanes::count(Lanes::nonzero_and_full(Lanes::splat(1), Lanes::splat(all_but_one))), 0);
  EXPECT_EQ(Lanes::count(Lanes::nonzero_and_full(Lanes::splat(0), Lanes::splat(full))), 0);
}

// Children that are kept come out of the level again, each once, whatever the pattern of lanes.
TYPED_TEST(LanesTest, LevelsHandOutWhatWasAppended) {
  using Lanes = TypeParam;
  using Bits = typename Lanes::Lane;
  using Level = typename Lanes::Level;
  std::mt19937 random(7);
  const auto level = std::make_unique<Level>();
  level->clear();
  std::uint64_t appended = 0;
  {
    typename Level::Writer writer(*level);
    while (!writer.full()) {
      typename TestFixture::Values columns;
      typename TestFixture::Values next;
      for (std::size_t lane = 0; lane < columns.size(); ++lane) {
        // Two candidates, bits 0 and 1, in about half of the lanes, and a number to know them by.
        next[lane] = static_cast<Bits>(random() % 2 == 0 ? 3 : 0);
        columns[lane] = static_cast<Bits>((random() % 1000) << 2U);
        if (next[lane] != 0) appended += 2 * std::uint64_t{columns[lane]};
      }
      const auto zero = Lanes::splat(0);
      writer.append(this->vector(columns), zero, zero, this->vector(next),
                    Lanes::nonzero(this->vector(next)));
    }
    writer.save();
  }
  std::uint64_t handed_out = 0;
  typename Level::template Reader<true> reader(*level, Lanes::splat(3));
  while (reader.refill()) {
    for (std::size_t s = 0; s < Lanes::kStreams; ++s) {
      const auto columns = this->values(reader.columns(s));
      const auto queens = this->values(reader.take(s));
      for (std::size_t lane = 0; lane < queens.size(); ++lane) {
        if (queens[lane] != 0) handed_out += columns[lane];
      }
    }
  }
  EXPECT_GT(appended, 100'000U);
  EXPECT_EQ(handed_out, appended);
}

}  // namespace
}  // namespace queens::test
