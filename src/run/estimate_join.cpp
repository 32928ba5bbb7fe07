// The join, judged by column sets that are counted: the board's own, or those of smaller boards
// where one takes too long. Random walks tell how many placements of halves there are, for one and
// the other, much better than a few sets can.
//
// The time of a set follows from its two lists, see half_join.hpp: so much for each key, and for
// each pair of keys what the best filters and buckets leave of it, a share of about one by the root
// of the lists' length. Fitted to n = 18 and 20 this foretells the time for each key at n = 19, 21,
// 22 and 23 within what the measurement allows; bench/NOTES.md has the figures.

#include <cmath>
#include <limits>

#include "run/estimate_methods.hpp"
#include "run/join_method.hpp"

namespace queens {
namespace {

// Random walks: how many make a sample, how many samples there are, and what share of the time they
// may take where that matters. All 65,000 walks tell the keys to 0.6 %, the pairs to 2.5 %.
constexpr int kWalks = 128;
constexpr double kShareOfWalks = 0.1;
constexpr std::uint64_t kWalkSamples = 512;

// Sets counted for a sample: the more, the less of the time goes to preparing their unit, but the
// fewer units are seen.
constexpr std::size_t kSets = 2;

// Seconds for a key that no machine will need less of.
constexpr double kLeastForKey = 5e-9;

// Lists so long, as lists of others see them, take too long to be counted: some 40 ms a set, 0.2 s
// a sample at n = 22.
constexpr double kLongestList = 2.7e5;

// Time that comparing takes for the root of a set's keys, against that for making a key. It need
// not be exact: it makes sets of different size comparable.
constexpr double kComparing = 0.0042;

// A board without blocked squares that stands in for those: what a key and a pair take does not
// depend on the board but for the lists' lengths.
struct StandIn {
  int n;
  double list;   // as that of Work, and
  double pairs;  // pairs by the root of `list`, for each key: both by 65,000 walks
  double root;   // the root of a set's keys, as the mean over keys: to 0.5 %, by 200 to 2000 units
  double keys;   // of a set

  [[nodiscard]] double effort() const { return 1 + kComparing * root; }  // for each key
};
constexpr StandIn kSmall = {18, 6165, 36.95, 117.5, 13'000};
constexpr StandIn kMiddle = {20, 34834, 87.2, 290.5, 80'000};
constexpr StandIn kLarge = {22, 2.42e5, 229.9, 755.3, 540'000};
constexpr double kShareOfSmall = 0.2;  // of the time that is left
// ... and of the rest so much may be needed for the fewest samples of another.
constexpr double kFewestFit = 0.9;
// What preparing units adds to counting their sets, about, and the first unit, which is not timed.
constexpr double kPreparing = 1.7;

// How much the share of pairs may differ from what is said above, for each e-fold of the lists'
// length beyond the last one measured: standard error.
constexpr double kModelError = 0.03;

// Parts are no longer than this, by the mean list, or keys are made more than once.
constexpr double kFewParts = 8;

// What there is to do for a board. Of each number the mean over walks.
struct Work {
  Mean top_keys;
  Mean bottom_keys;
  Mean keys;
  Mean pairs;

  // The length of the lists that a key meets, as a geometric mean of those of both halves.
  [[nodiscard]] double list() const {
    const double lists = std::sqrt(top_keys.value * bottom_keys.value);
    return lists > 0 ? pairs.value / lists : 0;
  }
};

// Times for the two kinds of work.
struct Rates {
  double key = 0;
  double pair = 0;   // by the root of the lists' length
  double error = 0;  // standard error of what is foretold with them, as a share
  double freedom = 0;
  double list = 0;  // the longest lists measured
};

EstimateClock::time_point after_share(double share, EstimateClock::time_point end) {
  const auto now = EstimateClock::now();
  return now + std::chrono::duration_cast<EstimateClock::duration>(share * (end - now));
}

class JoinSampler {
 public:
  JoinSampler(const EstimateTask& task, const Board& board)
      : task_(task), method_(board, *task.kernel.join, task.memory) {}

  [[nodiscard]] const JoinMethod& method() const { return method_; }

  [[nodiscard]] Work work() const {
    const Drawing drawing{.pool = task_.pool, .cancel = task_.cancel, .make_scratch = [] {
                            return std::make_unique<Scratch>();
                          }};
    const DrawLimits limits{.end = after_share(kShareOfWalks, task_.limits.end),
                            .samples = task_.limits.samples != 0 ? kWalkSamples : 0,
                            .most = kWalkSamples,
                            .seed = task_.limits.seed};
    const auto samples = draw_samples(
        drawing, limits, [this](Random& random, Scratch& /*none*/) { return walks(random); });
    return {.top_keys = mean_of(samples, &Walks::top_keys),
            .bottom_keys = mean_of(samples, &Walks::bottom_keys),
            .keys = mean_of(samples, &Walks::keys),
            .pairs = mean_of(samples, &Walks::pairs)};
  }

  [[nodiscard]] std::vector<Drawn> draw(const std::vector<WorkUnit>& units,
                                        const DrawLimits& limits) const {
    const UnitLottery lottery(units);
    const Drawing drawing{.pool = task_.pool, .cancel = task_.cancel, .make_scratch = [&] {
                            return warm_scratch(units);
                          }};
    return draw_samples(drawing, limits, [&](Random& random, Scratch& scratch) -> Drawn {
      const UnitLottery::Ticket ticket = lottery.draw(random);
      const JoinSample sample =
          method_.run_some(*ticket.unit, kSets, random, scratch, task_.cancel);
      return {.solutions = 0,
              .nodes = ticket.scale * sample.nodes,
              .seconds = ticket.scale * sample.seconds,
              .effort = ticket.scale * (sample.nodes + kComparing * sample.rooted)};
    });
  }

 private:
  struct Walks {
    double top_keys = 0;
    double bottom_keys = 0;
    double keys = 0;
    double pairs = 0;
  };

  [[nodiscard]] Walks walks(Random& random) const {
    JoinWalk sum;
    for (int i = 0; i < kWalks; ++i) {
      for (const JoinCase& join_case : method_.sets().cases()) {
        const JoinWalk walk = random_join_walk(method_.sets(), join_case, random);
        sum.top_keys += walk.top_keys;
        sum.bottom_keys += walk.bottom_keys;
        sum.pairs += walk.pairs;
      }
    }
    return {.top_keys = sum.top_keys / kWalks,
            .bottom_keys = sum.bottom_keys / kWalks,
            .keys = (sum.top_keys + sum.bottom_keys) / kWalks,
            .pairs = sum.pairs / kWalks};
  }

  // Buffers grow and pages are touched in a thread's first unit, which takes several times as long.
  [[nodiscard]] std::unique_ptr<Scratch> warm_scratch(const std::vector<WorkUnit>& units) const {
    std::unique_ptr<Scratch> scratch = method_.make_scratch();
    Random random(task_.limits.seed);
    if (!units.empty()) method_.run_some(units.front(), 1, random, *scratch, task_.cancel);
    return scratch;
  }

  const EstimateTask& task_;
  JoinMethod method_;
};

// Seconds for a key of a smaller board without blocked squares.
Mean measured_rate(const EstimateTask& task, const StandIn& board, double share) {
  const JoinSampler sampler(task, Board(board.n));
  DrawLimits limits = task.limits;
  limits.end = after_share(share, task.limits.end);
  const auto samples = sampler.draw(sampler.method().plan(task.cancel), limits);
  Mean rate = ratio_of(samples, &Drawn::seconds, &Drawn::effort);
  rate.value *= board.effort();
  return rate;
}

// The largest board of which samples can be had in time.
const StandIn& large_stand_in(const EstimateTask& task, const Mean& small) {
  const auto sets = static_cast<double>(kFewestDrawn * kSets);
  const double rate = small.value * kLarge.effort() / kSmall.effort();
  const double needed = kPreparing * sets * kLarge.keys * rate / task.pool.threads();
  const Seconds left = task.limits.end - EstimateClock::now();
  const bool fits = task.limits.samples != 0 || needed < kFewestFit * left.count();
  return fits ? kLarge : kMiddle;
}

Rates measured_rates(const EstimateTask& task) {
  const Mean small = measured_rate(task, kSmall, kShareOfSmall);
  const StandIn& board = large_stand_in(task, small);
  const Mean large = measured_rate(task, board, 1);
  const double difference = std::max(large.value - small.value, small.value / 4);
  Rates rates{.freedom = large.freedom, .list = board.list};
  rates.pair = difference / (board.pairs - kSmall.pairs);
  rates.key = std::max(0.0, small.value - rates.pair * kSmall.pairs);
  // What lies far beyond both is foretold from the difference alone.
  rates.error = std::hypot(large.error * large.value, small.error * small.value) / difference;
  return rates;
}

// Where the bottom's list is joined in parts, the top's keys are made for each of them.
MethodEstimate extrapolated(const EstimateTask& task, const JoinSampler& sampler,
                            const Work& work) {
  const Rates rates = measured_rates(task);
  const auto most = static_cast<double>(sampler.method().most_keys());
  const double list = work.list();
  const double bottom_list = work.pairs.value / std::max(1.0, work.top_keys.value);
  const double parts = std::max(1.0, bottom_list / most);
  const Mean nodes = with_error(
      {.value = work.bottom_keys.value + parts * work.top_keys.value, .error = work.keys.error},
      parts > 1 ? work.pairs.error : 0);
  const double seconds =
      rates.key * nodes.value + rates.pair * work.pairs.value / std::sqrt(std::min(list, most));
  const double beyond = std::log(std::max(1.0, list / rates.list));
  const double error = std::hypot(std::hypot(rates.error, kModelError * beyond),
                                  std::hypot(kDrift, work.pairs.error));
  MethodEstimate estimate{.method = "join", .extrapolated = true};
  estimate.nodes = range_of(nodes);
  estimate.seconds = range_of({.value = seconds, .error = error, .freedom = rates.freedom});
  estimate.elapsed = elapsed(task, {}, Seconds(0), estimate.seconds);
  return estimate;
}

}  // namespace

MethodEstimate estimate_join(const EstimateTask& task) {
  const JoinSampler sampler(task, task.board);
  const Work work = sampler.work();
  if (work.list() > kLongestList) return extrapolated(task, sampler, work);

  MethodEstimate estimate{.method = "join"};
  const auto start = EstimateClock::now();
  const std::vector<WorkUnit> units = sampler.method().plan(task.cancel);
  const Seconds planning = EstimateClock::now() - start;
  const Look look = [&](const DrawLimits& limits) {
    return mean_of(sampler.draw(units, limits), &Drawn::seconds).value;
  };
  Range solutions;
  const double least = kLeastForKey * work.keys.value;
  if (!count_if_in_time(task, sampler.method(), units, least, look, estimate, solutions)) {
    const std::vector<Drawn> samples = sampler.draw(units, task.limits);
    estimate.samples = samples.size();
    // Walks tell more of the keys, unless they are made more than once for want of memory.
    const bool once = static_cast<double>(sampler.method().most_keys()) > kFewParts * work.list();
    const Mean nodes = once ? work.keys : mean_of(samples, &Drawn::nodes);
    const Mean seconds = once ? product(nodes, ratio_of(samples, &Drawn::seconds, &Drawn::nodes))
                              : mean_of(samples, &Drawn::seconds);
    estimate.nodes = range_of(nodes);
    estimate.seconds = range_of(with_error(seconds, kDrift));
  }
  estimate.elapsed = elapsed(task, units, planning, estimate.seconds);
  return estimate;
}

}  // namespace queens
