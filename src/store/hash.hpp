#pragma once

#include <cstdint>
#include <span>

namespace queens {

/// A 64-bit hash (XXH3) that finds damage and tells things apart; equal on every machine. It is no
/// protection against somebody who wants a collision.
std::uint64_t hash(std::span<const std::uint8_t> bytes);

}  // namespace queens
