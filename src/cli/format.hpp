#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "queens/result.hpp"

namespace queens::cli {

/// How many solutions are shown where nobody says.
constexpr std::uint64_t kFirstShown = 3;

/// The most solutions in a record, which is held in memory until it is complete; lines have no such
/// bound.
constexpr std::uint64_t kMostInRecord = 10'000;

/// "1 5 8 6 3 7 2 4": columns from 1, one row after the other, with this separator.
std::string columns_text(std::span<const std::uint8_t> columns, char separator = ' ');

/// The total and, where asked for, the fundamental solutions, each on a line.
std::string totals_text(const CountResult& result);

/// The board drawn with '.' and 'Q', a line a row.
std::string board_drawing(std::span<const std::uint8_t> columns);

/// A result as a CSV header and record, with the names of its JSON fields. Solutions are separated
/// by ';'.
std::string result_csv(int board_size, const CountResult& result,
                       const std::vector<Solution>* solutions);

/// A message as one line, whatever the words that it quotes hold: control characters as "\\x0a".
std::string one_line(const std::string& message);

/// "5 subproblems counted again with kernel portable and 3 parts of the board by the other method
/// agree".
std::string verification_text(const Verification& verification);

/// The CPUs that this process may use: "1 (2 by affinity, quota 1.00)", "2 (2 by affinity, no
/// quota)".
std::string cpus_text();

/// A table of what each thread did, and their sum, and the CPUs.
std::string stats_text(const CountResult& result);

}  // namespace queens::cli
