#pragma once

// What the estimates of both methods have in common: samples drawn on all threads, and what can be
// said of their mean.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "core/method.hpp"
#include "plan/random_walk.hpp"
#include "queens/estimate.hpp"
#include "run/thread_pool.hpp"

namespace queens {

using EstimateClock = std::chrono::steady_clock;

/// How many samples to draw.
struct DrawLimits {
  EstimateClock::time_point end{};
  std::uint64_t samples = 0;  ///< exactly so many; 0 for kFewestDrawn and then until `end`
  std::uint64_t most = UINT64_MAX;
  std::uint64_t seed = 1;
};
inline constexpr std::uint64_t kFewestDrawn = 8;

/// Where a method draws its samples.
struct Drawing {
  ThreadPool& pool;
  const CancelToken& cancel;
  std::function<std::unique_ptr<Scratch>()> make_scratch;
};

/// Calls draw(random, scratch) on all threads. The random numbers depend on the seed and on the
/// sample's place alone, so that equal numbers of samples are equal samples, in the same order.
/// Throws Error{cancelled}.
template <typename Draw>
auto draw_samples(const Drawing& drawing, const DrawLimits& limits, const Draw& draw) {
  using Result = decltype(draw(std::declval<Random&>(), std::declval<Scratch&>()));
  struct alignas(128) Slot {
    std::unique_ptr<Scratch> scratch;
    std::vector<std::pair<std::uint64_t, Result>> samples;
  };
  std::vector<Slot> slots(static_cast<std::size_t>(drawing.pool.threads()));
  std::atomic<std::uint64_t> next = 0;
  drawing.pool.on_all_threads([&](std::size_t thread) {
    Slot& slot = slots[thread];
    if (slot.scratch == nullptr) slot.scratch = drawing.make_scratch();
    while (!drawing.cancel.requested()) {
      const std::uint64_t index = next.fetch_add(1, std::memory_order_relaxed);
      const bool over = limits.samples != 0
                            ? index >= limits.samples
                            : index >= kFewestDrawn && EstimateClock::now() >= limits.end;
      if (over || index >= limits.most) return false;
      std::seed_seq seeds{limits.seed, limits.seed >> 32U, index, index >> 32U};
      Random random(seeds);
      slot.samples.emplace_back(index, draw(random, *slot.scratch));
    }
    return false;
  });
  drawing.cancel.throw_if_requested();
  std::vector<std::pair<std::uint64_t, Result>> all;
  for (Slot& slot : slots)
    std::move(slot.samples.begin(), slot.samples.end(), std::back_inserter(all));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Result> samples;
  samples.reserve(all.size());
  for (auto& [index, sample] : all) samples.push_back(std::move(sample));
  return samples;
}

/// Units, one of which is drawn with a probability in proportion to its cost.
class UnitLottery {
 public:
  explicit UnitLottery(const std::vector<WorkUnit>& units);

  struct Ticket {
    const WorkUnit* unit = nullptr;
    double scale = 1;  ///< one by the probability
  };
  [[nodiscard]] Ticket draw(Random& random) const;

  [[nodiscard]] double cost() const { return sums_.empty() ? 0 : sums_.back(); }

 private:
  const std::vector<WorkUnit>& units_;
  std::vector<double> sums_;  // of the costs up to each unit
};

/// A part of a count, scaled to what it stands for.
struct Drawn {
  double solutions = 0;
  double nodes = 0;
  double seconds = 0;
  double effort = 0;  ///< what seconds are expected to be in proportion to
};

/// The mean of independent numbers, or what follows from such means.
struct Mean {
  double value = 0;
  double error = 0;    ///< standard error, as a share of the value
  double freedom = 0;  ///< one less than the numbers it is the mean of; 0 for too many to matter
};

template <typename Numbers>
Mean mean_of(const std::vector<Numbers>& samples, double Numbers::*what);

/// The mean of `what` by the mean of `by`: the ratio estimate of Cochran, Sampling Techniques,
/// chapter 6.
Mean ratio_of(const std::vector<Drawn>& samples, double Drawn::*what, double Drawn::*by);

/// Of independent ones.
Mean product(const Mean& a, const Mean& b);

/// With another error, independent of the others and as well known.
Mean with_error(Mean mean, double error);

/// 95 %, and in logarithms: these are positive numbers, some known by their magnitude only.
Range range_of(const Mean& mean);

inline Range exactly(double value) {
  return {.low = value, .expected = value, .high = value};
}

/// How much a machine's speed may differ, from the second in which it is measured to the hours of a
/// count: standard error.
inline constexpr double kDrift = 0.04;

template <typename Numbers>
Mean mean_of(const std::vector<Numbers>& samples, double Numbers::*what) {
  const auto count = static_cast<double>(samples.size());
  double sum = 0;
  for (const Numbers& sample : samples) sum += sample.*what;
  if (sum <= 0 || count < 1) return {};
  const double mean = sum / count;
  double squares = 0;
  for (const Numbers& sample : samples) {
    const double off = sample.*what - mean;
    squares += off * off;
  }
  const double freedom = std::max(1.0, count - 1);
  return {.value = mean, .error = std::sqrt(squares / freedom / count) / mean, .freedom = freedom};
}

}  // namespace queens
