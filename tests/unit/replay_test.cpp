// Predictions from made-up times.

#include <gtest/gtest.h>

#include "queens/measure.hpp"

namespace queens::test {
namespace {

Measurement made_up(const std::vector<double>& times) {
  Measurement measurement;
  for (const double time : times) measurement.subproblems.push_back({.time = Seconds(time)});
  return measurement;
}

double counting(const Measurement& measurement, int workers) {
  return predict(measurement, workers).counting.count();
}

TEST(Replay, OfOneWorkerIsTheSum) {
  EXPECT_DOUBLE_EQ(counting(made_up({5, 4, 3, 3, 1}), 1), 16);
}

TEST(Replay, OfManyWorkersIsTheLongest) {
  EXPECT_DOUBLE_EQ(counting(made_up({5, 4, 3, 3, 1}), 5), 5);
  EXPECT_DOUBLE_EQ(counting(made_up({5, 4, 3, 3, 1}), 1'000'000), 5);
  EXPECT_DOUBLE_EQ(counting(made_up({1, 3, 2}), 3), 3);
}

// Two workers: 5 and 4 first; then 3 goes to the second (7), 3 to the first (8), 1 to the second.
TEST(Replay, GivesTheNextToTheFirstFree) {
  EXPECT_DOUBLE_EQ(counting(made_up({5, 4, 3, 3, 1}), 2), 8);
}

// Sorted it would be 4; handed out as planned, the long one comes last.
TEST(Replay, KeepsTheOrder) {
  EXPECT_DOUBLE_EQ(counting(made_up({1, 1, 1, 1, 4}), 2), 6);
  EXPECT_DOUBLE_EQ(counting(made_up({4, 1, 1, 1, 1}), 2), 4);
}

TEST(Replay, NeverTakesLongerForMoreWorkers) {
  std::vector<double> times;
  for (int i = 0; i < 300; ++i) times.push_back(1 + i * 7919 % 101);
  const Measurement measurement = made_up(times);
  for (int workers = 2; workers <= 320; ++workers) {
    EXPECT_LE(counting(measurement, workers), counting(measurement, workers - 1)) << workers;
  }
}

TEST(Replay, CountsHandingOutEverySubproblem) {
  Measurement measurement = made_up({2, 2, 2, 2});
  measurement.dispatch = Seconds(0.5);
  const Prediction prediction = predict(measurement, 2);
  EXPECT_DOUBLE_EQ(prediction.counting.count(), 5);
  EXPECT_DOUBLE_EQ(prediction.work.count(), 10);
  EXPECT_DOUBLE_EQ(prediction.longest.count(), 2.5);
}

TEST(Replay, CountsPlanningAndThreadsBeforeAll) {
  Measurement measurement = made_up({2, 2});
  measurement.planning = Seconds(1);
  measurement.thread_start = Seconds(0.25);
  EXPECT_DOUBLE_EQ(predict(measurement, 1).startup.count(), 1);
  const Prediction prediction = predict(measurement, 3);
  EXPECT_EQ(prediction.workers, 3);
  EXPECT_DOUBLE_EQ(prediction.startup.count(), 1.5);
  EXPECT_DOUBLE_EQ(prediction.total().count(), 3.5);
}

TEST(Replay, TellsWhatBoundsIt) {
  EXPECT_EQ(predict(made_up({2, 2, 2, 2}), 2).bound, Bound::work);
  EXPECT_EQ(predict(made_up({10, 1, 1, 1}), 4).bound, Bound::longest);
  EXPECT_EQ(predict(made_up({2, 2, 2}), 2).bound, Bound::tail);
  Measurement measurement = made_up({2, 2, 2, 2});
  measurement.planning = Seconds(3);
  EXPECT_EQ(predict(measurement, 2).bound, Bound::startup);
}

TEST(Replay, OfNothingTakesNoTime) {
  EXPECT_DOUBLE_EQ(counting(made_up({}), 4), 0);
  EXPECT_EQ(predict(made_up({}), 4).bound, Bound::work);
}

TEST(Replay, RefusesLessThanOneWorker) {
  for (const int workers : {0, -1}) {
    EXPECT_THROW(static_cast<void>(predict(made_up({1}), workers)), Error);
  }
}

}  // namespace
}  // namespace queens::test
