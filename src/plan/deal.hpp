#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/method.hpp"

namespace queens {

/// Deals a plan to hands, and returns each unit's hand: each unit in turn, most expensive first,
/// goes to the hand that has the least cost so far, of several the first. (Graham's rule of the
/// longest processing time, 1969: no hand exceeds 4/3 of the best deal; here units are many and
/// small, and hands differ by less than the last of them.) Equal on every machine. At least one
/// hand. Cost: O(units * log(hands)).
std::vector<std::uint32_t> deal(std::span<const WorkUnit> plan, std::uint32_t hands);

/// The units of one hand, in the plan's order; `dealt` is what deal() returned.
std::vector<WorkUnit> hand_of(std::span<const WorkUnit> plan, std::span<const std::uint32_t> dealt,
                              std::uint32_t hand);

}  // namespace queens
