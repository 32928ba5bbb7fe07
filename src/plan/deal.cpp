#include "plan/deal.hpp"

#include <cstddef>
#include <functional>
#include <queue>
#include <utility>

namespace queens {

std::vector<std::uint32_t> deal(std::span<const WorkUnit> plan, std::uint32_t hands) {
  using Hand = std::pair<double, std::uint32_t>;  // its cost, its place
  std::vector<Hand> empty;
  empty.reserve(hands);
  for (std::uint32_t place = 0; place < hands; ++place) empty.emplace_back(0, place);
  std::priority_queue<Hand, std::vector<Hand>, std::greater<>> least(std::greater<>(),
                                                                     std::move(empty));
  std::vector<std::uint32_t> dealt;
  dealt.reserve(plan.size());
  for (const WorkUnit& unit : plan) {
    Hand hand = least.top();
    least.pop();
    dealt.push_back(hand.second);
    hand.first += unit.cost;
    least.push(hand);
  }
  return dealt;
}

std::vector<WorkUnit> hand_of(std::span<const WorkUnit> plan, std::span<const std::uint32_t> dealt,
                              std::uint32_t hand) {
  std::vector<WorkUnit> units;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (dealt[i] == hand) units.push_back(plan[i]);
  }
  return units;
}

}  // namespace queens
