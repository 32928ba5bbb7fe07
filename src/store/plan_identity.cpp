#include "store/plan_identity.hpp"

#include <bit>

#include "store/bytes.hpp"
#include "store/hash.hpp"

namespace queens {

PlanIdentity identify(const Board& board, std::string_view plan, std::span<const WorkUnit> units) {
  ByteWriter writer;
  writer.reserve(units.size() * sizeof(WorkUnit));
  for (const WorkUnit& unit : units) {
    writer.number(unit.id);
    writer.number(std::bit_cast<std::uint32_t>(unit.cost));
    writer.number(unit.weight);
  }
  return {.board = board,
          .plan = std::string(plan),
          .units = units.size(),
          .fingerprint = hash(writer.bytes())};
}

std::uint64_t board_fingerprint(const Board& board) {
  ByteWriter writer;
  writer.number(static_cast<std::uint32_t>(board.size()));
  for (int row = 0; row < board.size(); ++row) writer.number(board.free_columns(row));
  return hash(writer.bytes());
}

std::string difference(const PlanIdentity& found, const PlanIdentity& wanted) {
  if (found.board.size() != wanted.board.size()) {
    return "belongs to n = " + std::to_string(found.board.size()) +
           ", not n = " + std::to_string(wanted.board.size());
  }
  if (found.board != wanted.board) return "belongs to a board with other blocked squares";
  if (found.plan != wanted.plan) {
    return "belongs to a count by " + found.plan + ", not by " + wanted.plan;
  }
  if (found != wanted) {
    return "belongs to another plan of the same board, as another version makes it";
  }
  return {};
}

}  // namespace queens
