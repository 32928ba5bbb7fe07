// Whole counts by kernel, board and number of threads. See README.md here.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "queens/queens.hpp"

namespace {

void report(benchmark::State& state, const queens::CountResult& result) {
  if (result.total == queens::Count(0)) state.SkipWithError("no solutions");
  const auto per_iteration = benchmark::Counter::kIsIterationInvariantRate;
  state.counters["nodes/s"] = {static_cast<double>(result.nodes), per_iteration};
  state.counters["solutions/s"] = {result.total.to_double(), per_iteration};
}

// Arguments: n, threads.
void count_board(benchmark::State& state, const std::string& kernel) {
  const queens::Board board(static_cast<int>(state.range(0)));
  const queens::Options options{.threads = static_cast<int>(state.range(1)), .kernel = kernel};
  queens::CountResult result;
  for (auto _ : state) result = queens::count(board, options);
  report(state, result);
}

// Argument: n.
void first_three(benchmark::State& state) {
  const queens::Board board(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(queens::first_solutions(board, 3));
}

void count_with(const std::string& kernel, int n, int threads) {
  benchmark::RegisterBenchmark(("count/" + kernel).c_str(), count_board, kernel)
      ->Args({n, threads})
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

const bool kRegistered = [] {
  for (const queens::KernelInfo& kernel : queens::kernels()) {
    if (!kernel.missing.empty()) continue;
    for (const int n : {8, 12, 14}) count_with(kernel.name, n, 1);
  }
  const std::string best = queens::chosen_kernel().name;
  for (const std::string& kernel : {best, std::string("bitmask")}) count_with(kernel, 15, 1);
  for (const int threads : {1, 2}) count_with(best, 17, threads);
  for (const int n : {8, 20, 29, 30}) {
    benchmark::RegisterBenchmark("first_three", first_three)
        ->Arg(n)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  return true;
}();

}  // namespace
