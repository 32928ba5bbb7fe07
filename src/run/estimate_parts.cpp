#include "run/estimate_parts.hpp"

namespace queens {

UnitLottery::UnitLottery(const std::vector<WorkUnit>& units) : units_(units) {
  sums_.reserve(units.size());
  double sum = 0;
  for (const WorkUnit& unit : units) sums_.push_back(sum += unit.cost);
}

UnitLottery::Ticket UnitLottery::draw(Random& random) const {
  const double place = random_share(random) * cost();
  const auto at = std::upper_bound(sums_.begin(), sums_.end() - 1, place) - sums_.begin();
  const WorkUnit& unit = units_[static_cast<std::size_t>(at)];
  return {.unit = &unit, .scale = cost() / unit.cost};
}

Mean ratio_of(const std::vector<Drawn>& samples, double Drawn::*what, double Drawn::*by) {
  const auto count = static_cast<double>(samples.size());
  double sum = 0;
  double all = 0;
  for (const Drawn& sample : samples) {
    sum += sample.*what;
    all += sample.*by;
  }
  if (sum <= 0 || all <= 0) return {};
  const double ratio = sum / all;
  double squares = 0;
  for (const Drawn& sample : samples) {
    const double off = sample.*what - ratio * (sample.*by);
    squares += off * off;
  }
  const double freedom = std::max(1.0, count - 1);
  return {.value = ratio,
          .error = std::sqrt(squares / freedom / count) / (sum / count),
          .freedom = freedom};
}

Mean product(const Mean& a, const Mean& b) {
  // The larger error is what matters, and how well it is known.
  const Mean& larger = a.error > b.error ? a : b;
  return {
      .value = a.value * b.value, .error = std::hypot(a.error, b.error), .freedom = larger.freedom};
}

Mean with_error(Mean mean, double error) {
  mean.error = std::hypot(mean.error, error);
  return mean;
}

Range range_of(const Mean& mean) {
  // Student's quantile, to 1 % from 7 degrees of freedom on.
  const double quantile = 1.96 + (mean.freedom > 0 ? 2.8 / mean.freedom : 0);
  const double factor = std::exp(quantile * mean.error);
  return {.low = mean.value / factor, .expected = mean.value, .high = mean.value * factor};
}

}  // namespace queens
