#pragma once

// The level-buffered search for one instruction set: what the kernels that use it are made of. Each
// is defined in a source file of its own, compiled for that instruction set.

#include <memory>

#include "core/method.hpp"
#include "core/subproblem.hpp"
#include "queens/cancel.hpp"

namespace queens {

/// The widest window of open columns that 16-bit lanes hold.
inline constexpr int kNarrowColumns = 16;

struct LevelBackend {
  /// Scratch for boards up to that size; about 8 KB a row, 24 with `wide`.
  std::unique_ptr<Scratch> (*make_scratch)(int board_size, bool wide);

  /// Counts in 16-bit lanes: the open columns lie within kNarrowColumns columns. At least three
  /// rows are open. When the token is triggered before the return, the tally is worthless.
  Tally (*narrow)(const Subproblem& problem, Scratch& scratch, const CancelToken& cancel) noexcept;

  /// The same in 32-bit lanes, for any columns; the scratch was made with `wide`.
  Tally (*wide)(const Subproblem& problem, Scratch& scratch, const CancelToken& cancel) noexcept;
};

extern const LevelBackend kPortableLevels;
#if defined(__x86_64__)
extern const LevelBackend kAvx2Levels;
extern const LevelBackend kAvx512Levels;
#endif

/// The backend of two kinds of lanes. Instantiated once for each instruction set.
template <typename NarrowSearch, typename WideSearch>
struct LevelBackendOf {
  struct Searches final : Scratch {
    Searches(int board_size, bool with_wide)
        : narrow(board_size), wide(with_wide ? new WideSearch(board_size) : nullptr) {}
    NarrowSearch narrow;
    std::unique_ptr<WideSearch> wide;
  };

  static std::unique_ptr<Scratch> make_scratch(int board_size, bool wide) {
    return std::make_unique<Searches>(board_size, wide);
  }
  static Tally narrow(const Subproblem& problem, Scratch& scratch,
                      const CancelToken& cancel) noexcept {
    return static_cast<Searches&>(scratch).narrow.run(problem, cancel);
  }
  static Tally wide(const Subproblem& problem, Scratch& scratch,
                    const CancelToken& cancel) noexcept {
    return static_cast<Searches&>(scratch).wide->run(problem, cancel);
  }
  static constexpr LevelBackend kBackend = {make_scratch, narrow, wide};
};

}  // namespace queens
