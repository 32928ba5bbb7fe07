#pragma once

// Measuring: every variant warmed up, then every variant once a round.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "queens/cancel.hpp"
#include "queens/count.hpp"

namespace queens::cli {

/// What is measured: the count of the empty board of n rows.
struct Variant {
  int n = 0;
  std::string kernel;
  std::string method = "search";
  int threads = 1;
};

/// "avx2 join": what a line of the table or the picture follows over n and threads.
std::string way_text(const Variant& variant);

/// "n = 16, scalar search, 2 threads".
std::string variant_text(const Variant& variant);

struct TimedRun {
  double seconds = 0;
  std::optional<std::uint64_t> cycles{};  ///< of all threads, where they can be counted
};

struct VariantRuns {
  Variant variant;
  std::vector<TimedRun> runs{};  ///< one a round
  std::string left_out{};        ///< why there are none; empty where there are
  double warm_up_seconds = 0;
  Count total{};
  std::uint64_t nodes = 0;
};

struct BenchSettings {
  int repeat = 5;  ///< rounds
  /// A variant of which one run takes longer is left out.
  std::chrono::seconds most{10};
};

struct BenchRuns {
  BenchSettings settings{};
  std::vector<VariantRuns> variants{};
  std::string no_cycles{};  ///< why cycles could not be counted; empty where they could
};

/// Checks that all counts of one n agree.
class Agreement {
 public:
  /// DifferenceFound names both variants and totals.
  void add(const Variant& variant, const Count& total);

 private:
  std::map<int, std::pair<Variant, Count>> first_;  // by n
};

/// At least so many seconds a variant will take, by what a variant of the same kernel and method
/// took; none where that says nothing. A row more takes a search five times as long at least
/// (six to nine, as a rule, but the known run may have been a slow one) and a join twice as long,
/// and more threads help no more than in proportion.
std::optional<double> least_seconds(const Variant& variant, const Variant& known, double seconds);

/// Measures the variants, those of smaller n first. `before_run` is told what comes, for people to
/// read. Each round runs all in a new random order, the same one every time this is called, so that
/// a machine that becomes slower or faster does so for all. Throws DifferenceFound and what count()
/// throws.
BenchRuns run_bench(const std::vector<Variant>& variants, const BenchSettings& settings,
                    const CancelToken& cancel,
                    const std::function<void(const std::string&)>& before_run);

}  // namespace queens::cli
