#pragma once

// What a count found so far, or a part of it, as a file. A checkpoint and a shard's result have one
// format; the first may lack records. Numbers are little-endian, names padded with zeros:
//
//   bytes  what
//       8  "QUEENS\x1a\n": a file that was altered as text is not taken for good
//       4  format version
//       4  n, the board's size
//      4n  the board: for each row the columns a queen may take, bit c for column c
//      16  the plan's name
//       8  units of the plan
//       8  the plan's fingerprint: a hash of its units' ids, costs and weights
//     4, 4  the shard's index i, and the number of shards
//      16  the kernel that counted last
//       8  number of records
//    32 each  records, ascending by id:
//              8  the unit's id
//              8  its solutions, before the weight
//              8  the nodes visited
//              4  the solutions modulo 2^32 - 5, taken by the thread that counted them
//              4  a hash of the above
//      16  the weighted total of the records, high word first
//       8  a hash of all bytes before
//
// The residues check what hashes cannot: that no sum overflowed or was spoilt on its way here.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/method.hpp"
#include "queens/count.hpp"
#include "queens/shards.hpp"
#include "store/plan_identity.hpp"

namespace queens {

inline constexpr std::uint32_t kShardFormat = 1;

/// What running a unit found, as it is kept.
struct UnitRecord {
  std::uint64_t id = 0;
  std::uint64_t solutions = 0;
  std::uint64_t nodes = 0;
  std::uint32_t residue = 0;  ///< of the solutions

  friend bool operator==(const UnitRecord&, const UnitRecord&) = default;
};

/// To be called by the thread that counted, at once.
UnitRecord record_of(const WorkUnit& unit, const Tally& tally);

struct ShardFile {
  PlanIdentity identity{};
  ShardPart part{};
  std::string kernel{};
  std::vector<UnitRecord> records{};  ///< ascending by id
  Count total{};                      ///< weighted
};

/// The file's bytes.
std::vector<std::uint8_t> encode(const ShardFile& file);

/// Reads a file's bytes. Throws Error{invalid_input} that says what is wrong: no such file, another
/// format version, damage. Memory: twice the bytes' size, whatever they say.
ShardFile decode(std::span<const std::uint8_t> bytes);

/// Sorts the records and adds up the total. `units` are the shard's; every record is of one of
/// them.
void complete(ShardFile& file, std::span<const WorkUnit> units);

/// Compares the file with the units that its shard has: each record must be of one of them, and the
/// total must be the weighted sum, exactly and in residues. Throws Error{invalid_input}.
void check_records(const ShardFile& file, std::span<const WorkUnit> units);

}  // namespace queens
