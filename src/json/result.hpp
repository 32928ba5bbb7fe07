#pragma once

// Answers as JSON, with the field names that the command line and the service share. The README
// documents them. Counts are decimal strings: a double holds no more than 2^53 exactly.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "queens/progress.hpp"
#include "queens/result.hpp"

namespace queens::json {

/// Columns from 1 as an array.
nlohmann::ordered_json columns_json(std::span<const std::uint8_t> columns);

/// An array of such arrays.
nlohmann::ordered_json solutions_json(const std::vector<Solution>& solutions);

/// n, total, fundamental, solutions, seconds, threads, method, kernel, subproblems, resumed, nodes,
/// stats, cpus, cpu_affinity and cpu_quota. Solutions only where given, fundamental and what
/// follows the nodes only where asked for.
nlohmann::ordered_json result_json(int board_size, const CountResult& result,
                                   const std::vector<Solution>* solutions, bool stats);

/// share, elapsed, left (null where there is nothing to go by), solutions, subproblems_done,
/// subproblems and nodes.
nlohmann::ordered_json progress_json(const Progress& progress);

}  // namespace queens::json
