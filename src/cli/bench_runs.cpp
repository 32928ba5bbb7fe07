#include "cli/bench_runs.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <random>
#include <stop_token>
#include <thread>

#include "cli/cycle_counter.hpp"
#include "cli/exit_code.hpp"
#include "cli/progress_line.hpp"
#include "queens/queens.hpp"

namespace queens::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Triggers a token unless its own life ends before that time is over.
class Deadline {
 public:
  Deadline(const CancelToken& token, std::chrono::seconds time)
      : thread_([token, time](const std::stop_token& stop) {
          std::mutex lock;
          std::condition_variable_any wake;
          std::unique_lock hold(lock);
          wake.wait_for(hold, stop, time, [&stop] { return stop.stop_requested(); });
          if (!stop.stop_requested()) token.request();
        }) {}

 private:
  std::jthread thread_;
};

class Bench {
 public:
  Bench(const std::vector<Variant>& variants, const BenchSettings& settings,
        const CancelToken& cancel, const std::function<void(const std::string&)>& before_run)
      : cancel_(cancel), before_run_(before_run) {
    result_.settings = settings;
    result_.no_cycles = cycles_.why_not();
    for (const Variant& variant : variants) result_.variants.push_back({.variant = variant});
    std::stable_sort(
        result_.variants.begin(), result_.variants.end(),
        [](const VariantRuns& a, const VariantRuns& b) { return a.variant.n < b.variant.n; });
  }

  BenchRuns run() {
    warm_up();
    std::vector<VariantRuns*> order;
    for (VariantRuns& runs : result_.variants) {
      if (runs.left_out.empty()) order.push_back(&runs);
    }
    std::mt19937 random;  // NOLINT(bugprone-random-generator-seed): the same order every time
    for (int round = 0; round < result_.settings.repeat; ++round) {
      std::shuffle(order.begin(), order.end(), random);
      for (VariantRuns* runs : order) time(*runs, round);
    }
    return std::move(result_);
  }

 private:
  // What one run of a variant took, or at least took where it was ended.
  struct Known {
    Variant variant;
    double seconds = 0;
  };

  void warm_up() {
    const std::size_t size = result_.variants.size();
    for (std::size_t i = 0; i < size; ++i) {
      VariantRuns& runs = result_.variants[i];
      before_run_(fmt::format("warming up, {} of {}: {}", i + 1, size, variant_text(runs.variant)));
      warm_up(runs);
    }
  }

  void warm_up(VariantRuns& runs) {
    const auto most = static_cast<double>(result_.settings.most.count());
    double least = 0;
    for (const Known& known : known_) {
      least =
          std::max(least, least_seconds(runs.variant, known.variant, known.seconds).value_or(0));
    }
    if (least > most) {
      runs.left_out = fmt::format("would take {} or more, by a smaller n", seconds_text(least));
      return;
    }
    const CancelToken cancel = cancel_.child();
    try {
      const Deadline deadline(cancel, result_.settings.most);
      const CountResult result = count_variant(runs.variant, cancel);
      if (result.method != runs.variant.method) {
        runs.left_out = "too little memory for the " + runs.variant.method;
        return;
      }
      take(runs, result);
      runs.warm_up_seconds = result.elapsed.count();
      known_.push_back({runs.variant, runs.warm_up_seconds});
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled || cancel_.requested()) throw;
      runs.left_out = fmt::format("takes more than {}", seconds_text(most));
      known_.push_back({runs.variant, most});
    }
  }

  void time(VariantRuns& runs, int round) {
    before_run_(fmt::format("round {} of {}: {}{}", round + 1, result_.settings.repeat,
                            variant_text(runs.variant), left_text()));
    const auto before = cycles_.read();
    const CountResult result = count_variant(runs.variant, cancel_);
    const auto after = cycles_.read();
    take(runs, result);
    TimedRun run{.seconds = result.elapsed.count()};
    if (before && after) run.cycles = *after - *before;
    runs.runs.push_back(run);
  }

  static CountResult count_variant(const Variant& variant, const CancelToken& cancel) {
    Options options;
    options.kernel = variant.kernel;
    options.method = variant.method;
    options.threads = variant.threads;
    options.cancel = cancel;
    return count(Board(variant.n), options);
  }

  void take(VariantRuns& runs, const CountResult& result) {
    agreement_.add(runs.variant, result.total);
    runs.total = result.total;
    runs.nodes = result.nodes;
  }

  // What is left to do, by the warm-up of every variant.
  [[nodiscard]] std::string left_text() const {
    double seconds = 0;
    for (const VariantRuns& runs : result_.variants) {
      if (!runs.left_out.empty()) continue;
      const std::size_t left = static_cast<std::size_t>(result_.settings.repeat) - runs.runs.size();
      seconds += static_cast<double>(left) * runs.warm_up_seconds;
    }
    return fmt::format("; {} left", duration_text(std::chrono::duration<double>(seconds)));
  }

  static std::string seconds_text(double seconds) {
    return duration_text(std::chrono::duration<double>(seconds));
  }

  CycleCounter cycles_;  // before any thread is started
  const CancelToken& cancel_;
  const std::function<void(const std::string&)>& before_run_;
  BenchRuns result_;
  std::vector<Known> known_;
  Agreement agreement_;
};

}  // namespace

std::string way_text(const Variant& variant) {
  return variant.kernel + ' ' + variant.method;
}

std::string variant_text(const Variant& variant) {
  return fmt::format("n = {}, {}, {} thread{}", variant.n, way_text(variant), variant.threads,
                     variant.threads == 1 ? "" : "s");
}

void Agreement::add(const Variant& variant, const Count& total) {
  const auto& [first, expected] = first_.try_emplace(variant.n, variant, total).first->second;
  if (total == expected) return;
  throw DifferenceFound(fmt::format("{} counts {}, but {} counts {}", variant_text(first),
                                    expected.to_string(), variant_text(variant),
                                    total.to_string()));
}

std::optional<double> least_seconds(const Variant& variant, const Variant& known, double seconds) {
  const double growth = variant.method == "join" ? 2 : 5;
  constexpr double kTelling = 0.05;  // of a shorter run, starting and planning are the most
  if (way_text(variant) != way_text(known) || variant.n <= known.n || seconds < kTelling) {
    return std::nullopt;
  }
  const double help = std::min(1.0, static_cast<double>(known.threads) / variant.threads);
  return seconds * std::pow(growth, variant.n - known.n) * help;
}

BenchRuns run_bench(const std::vector<Variant>& variants, const BenchSettings& settings,
                    const CancelToken& cancel,
                    const std::function<void(const std::string&)>& before_run) {
  return Bench(variants, settings, cancel, before_run).run();
}

}  // namespace queens::cli
