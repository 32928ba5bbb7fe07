#include "plan/deal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace queens::test {
namespace {

std::vector<WorkUnit> units_of_cost(const std::vector<float>& costs) {
  std::vector<WorkUnit> units;
  for (const float cost : costs) units.push_back({.id = units.size(), .cost = cost});
  return units;
}

TEST(Deal, GivesTheNextUnitToWhoHasLeast) {
  const std::vector<WorkUnit> plan = units_of_cost({7, 5, 4, 4, 3, 1});
  EXPECT_EQ(deal(plan, 2), (std::vector<std::uint32_t>{0, 1, 1, 0, 1, 0}));
  EXPECT_EQ(deal(plan, 1), std::vector<std::uint32_t>(6, 0));
}

TEST(Deal, GivesEveryUnitToOneHandInThePlansOrder) {
  const std::vector<WorkUnit> plan = units_of_cost({9, 8, 8, 7, 3, 3, 2, 1, 1, 0.5F});
  const std::vector<std::uint32_t> dealt = deal(plan, 3);
  std::size_t given = 0;
  for (std::uint32_t hand = 0; hand < 3; ++hand) {
    const std::vector<WorkUnit> units = hand_of(plan, dealt, hand);
    given += units.size();
    EXPECT_TRUE(std::is_sorted(units.begin(), units.end(),
                               [](const WorkUnit& a, const WorkUnit& b) { return a.id < b.id; }));
  }
  EXPECT_EQ(given, plan.size());
}

TEST(Deal, LeavesHandsEmptyWhereThereIsNotEnough) {
  const std::vector<WorkUnit> plan = units_of_cost({2, 1});
  EXPECT_EQ(deal(plan, 5), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(hand_of(plan, deal(plan, 5), 4).empty());
}

}  // namespace
}  // namespace queens::test
