#pragma once

// The interface between ways of counting and everything that runs, saves, splits and checks them.
// A method cuts a board's count into independent units; who schedules the units knows nothing else.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "queens/board.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// An independent part of a count, the unit of scheduling. It is small, since a large board has
/// hundreds of thousands: the work itself is rebuilt from the id when the unit is run.
struct WorkUnit {
  std::uint64_t id = 0;  ///< what to do, in the method's own code; with the board it says it all
  float cost = 0;        ///< estimated work in a unit of the method's own: nodes for the search
  std::uint32_t weight = 1;  ///< how many images of this unit the board has: the count's factor
};

/// What running a unit found.
struct Tally {
  std::uint64_t solutions = 0;  ///< before the weight; a unit cannot live to see 64 bits overflow
  std::uint64_t nodes = 0;      ///< steps: queens placed, or placements of halves that are joined
};

/// A board whose solutions count so many times.
struct WeightedBoard {
  Board board{1};
  std::uint32_t weight = 1;
};

/// Memory that a method needs while it runs a unit. Made once for each thread, used by one thread
/// at a time and never shared.
struct Scratch {
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  virtual ~Scratch();  // not inline: files compiled for other instruction sets derive from it
};

/// A way of counting one board's solutions. Const calls may run at the same time.
class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Which plan: methods of this name make equal plans of a board. Files say it.
  [[nodiscard]] virtual std::string_view plan_name() const { return name(); }

  /// Units whose weighted counts add up to the board's total, most expensive first. The plan
  /// depends on the board alone, not on threads or kernel, so that a unit means the same to every
  /// process that works on the board. Throws Error{cancelled}.
  [[nodiscard]] virtual std::vector<WorkUnit> plan(const CancelToken& cancel) const = 0;

  [[nodiscard]] virtual std::unique_ptr<Scratch> make_scratch() const = 0;

  /// Units with the same slice number are what another method can count at once, as whole boards.
  [[nodiscard]] virtual std::uint64_t slice(const WorkUnit& unit) const { return unit.id; }

  /// The boards of the unit's slice. Their totals, times their weights, add up to the solutions of
  /// the slice's units. None where there is no such thing.
  [[nodiscard]] virtual std::vector<WeightedBoard> slice_boards(const WorkUnit& /*unit*/) const {
    return {};
  }

  /// Counts one unit. When the token was triggered before the return, the tally is worthless.
  virtual Tally run(const WorkUnit& unit, Scratch& scratch, const CancelToken& cancel) const = 0;
};

}  // namespace queens
