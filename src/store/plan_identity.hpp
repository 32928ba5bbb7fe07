#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/method.hpp"
#include "queens/board.hpp"

namespace queens {

/// What a file's counts belong to: a board and one plan of its units. Equal on every machine.
struct PlanIdentity {
  Board board{1};
  std::string plan{};             ///< Method::plan_name()
  std::uint64_t units = 0;        ///< of the whole plan
  std::uint64_t fingerprint = 0;  ///< of their ids, weights and costs, in order

  friend bool operator==(const PlanIdentity&, const PlanIdentity&) = default;
};

PlanIdentity identify(const Board& board, std::string_view plan, std::span<const WorkUnit> units);

/// A hash of the size and the blocked squares.
std::uint64_t board_fingerprint(const Board& board);

/// What tells two identities apart, as a sentence about the first; empty where they are equal.
std::string difference(const PlanIdentity& found, const PlanIdentity& wanted);

}  // namespace queens
