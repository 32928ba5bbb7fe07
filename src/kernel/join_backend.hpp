#pragma once

// The join for one instruction set. Each is defined in a source file of its own, compiled for that
// instruction set.

#include <cstdint>

#include "core/method.hpp"
#include "kernel/join_scratch.hpp"
#include "queens/cancel.hpp"

namespace queens {

struct JoinBackend {
  /// Counts the solutions whose top half takes these columns; the scratch is prepared for them and
  /// for their complement in the board. Nodes are keys made. When the token is triggered before the
  /// return, the tally is worthless. Throws std::bad_alloc.
  Tally (*count)(JoinScratch& scratch, std::uint32_t top_columns, std::uint32_t bottom_columns,
                 const CancelToken& cancel) = nullptr;
};

extern const JoinBackend kPortableJoin;
#if defined(__x86_64__)
extern const JoinBackend kAvx2Join;
extern const JoinBackend kAvx512Join;
#endif

/// The backend of a kind of lanes. Instantiated once for each instruction set.
template <typename Join>
struct JoinBackendOf {
  static Tally count(JoinScratch& scratch, std::uint32_t top_columns, std::uint32_t bottom_columns,
                     const CancelToken& cancel) {
    return Join(scratch, cancel).count(top_columns, bottom_columns);
  }
  static constexpr JoinBackend kBackend = {count};
};

}  // namespace queens
