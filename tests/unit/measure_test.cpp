// A count's subproblems, one by one, against the count itself. How long they take is not tested.

#include "queens/measure.hpp"

#include <gtest/gtest.h>

namespace queens::test {
namespace {

TEST(Measure, FindsWhatTheCountFinds) {
  for (const KernelInfo& kernel : kernels()) {
    if (!kernel.missing.empty()) continue;
    Options options;
    options.kernel = kernel.name;
    for (const int n : {1, 3, 6, 10}) {
      SCOPED_TRACE(kernel.name + ", " + std::to_string(n));
      const Measurement measured = measure_subproblems(Board(n), options);
      const CountResult counted = count(Board(n), options);
      EXPECT_EQ(measured.kernel, kernel.name);
      EXPECT_EQ(measured.total, counted.total);
      EXPECT_EQ(measured.nodes, counted.nodes);
      EXPECT_EQ(measured.subproblems.size(), counted.subproblems);
      std::uint64_t nodes = 0;
      for (const MeasuredSubproblem& subproblem : measured.subproblems) nodes += subproblem.nodes;
      EXPECT_EQ(nodes, measured.nodes);
    }
  }
}

TEST(Measure, KeepsTheOrderOfHandingOut) {
  const Measurement measured = measure_subproblems(Board(12));
  ASSERT_GT(measured.subproblems.size(), 100U);
  for (std::size_t i = 1; i < measured.subproblems.size(); ++i) {
    EXPECT_LE(measured.subproblems[i].estimate, measured.subproblems[i - 1].estimate);
  }
}

TEST(Measure, EndsWhenCancelled) {
  Options options;
  options.progress_interval = std::chrono::milliseconds(1);
  options.progress = [&options](const Progress& /*progress*/) { options.cancel.request(); };
  try {
    static_cast<void>(measure_subproblems(Board(17), options));
    FAIL() << "not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST(Measure, TellsOfItsProgress) {
  Options options;
  options.progress_interval = std::chrono::milliseconds(1);
  double last = 0;
  std::uint64_t subproblems = 0;
  options.progress = [&](const Progress& progress) {
    EXPECT_GT(progress.share, last);
    last = progress.share;
    subproblems = progress.subproblems;
  };
  const Measurement measured = measure_subproblems(Board(14), options);
  EXPECT_GT(last, 0);
  EXPECT_LE(last, 1.0001);
  EXPECT_EQ(subproblems, measured.subproblems.size());
}

TEST(Measure, RefusesBadOptions) {
  Options unknown;
  unknown.kernel = "nosuch";
  EXPECT_THROW(static_cast<void>(measure_subproblems(Board(4), unknown)), Error);
  Options never;
  never.progress = [](const Progress& /*progress*/) {};
  never.progress_interval = std::chrono::milliseconds(0);
  EXPECT_THROW(static_cast<void>(measure_subproblems(Board(4), never)), Error);
}

}  // namespace
}  // namespace queens::test
