#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "queens/estimate.hpp"

namespace queens::json {

/// An estimate, the machine that it is for, and the seed that repeats it; the README documents the
/// fields.
nlohmann::ordered_json estimate_json(int n, std::uint64_t seed, const CountEstimate& estimate);

}  // namespace queens::json
