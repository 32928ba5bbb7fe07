#include "run/join_method.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/halves.hpp"
#include "kernel/join_scratch.hpp"
#include "queens/error.hpp"

namespace queens {
namespace {

// Keys of a list that must find room: joining shorter parts would take far longer.
constexpr std::size_t kFewestKeys = std::size_t{3} << 14U;
// A part must hold a whole list of a quarter: at most eight queens on eight columns.
static_assert(kFewestKeys > 8 * 7 * 6 * 5 * 4 * 3 * 2);
// More in one part do not make the join faster; and parts are counted in 32 bits.
constexpr std::size_t kMostKeys = std::size_t{1} << 30U;

// The other half of the memory is for the keys.
constexpr double kShareOfLists = 0.5;
constexpr double kMostListBytes = 16.0 * (std::uint64_t{1} << 31U);  // lists count in 32 bits

double list_bytes(const Batch& batch) {
  return quarter_lists_bytes(batch.join_case->halves, population(batch.top_columns()),
                             population(batch.bottom_columns()));
}

[[noreturn]] void throw_out_of_memory() {
  throw Error(ErrorCode::resources, "the system has not enough memory for joining half boards");
}

// The batch with the first of its open columns settled.
Batch with_next_settled(Batch batch, bool in_top) {
  const std::uint32_t column = lowest_bit(batch.open);
  batch.open &= ~column;
  batch.settled |= column;
  if (in_top) {
    batch.top |= column;
    --batch.take;
  }
  return batch;
}

}  // namespace

JoinMethod::JoinMethod(const Board& board, const JoinBackend& backend, std::uint64_t memory)
    : backend_(backend),
      size_(board.size()),
      list_bytes_(std::min(kShareOfLists * static_cast<double>(memory), kMostListBytes)),
      most_keys_(static_cast<std::size_t>((1 - kShareOfLists) * static_cast<double>(memory) /
                                          kJoinBytesPerKey)),
      sets_(board) {
  most_keys_ = std::clamp(most_keys_, kFewestKeys, kMostKeys);
}

std::vector<WorkUnit> JoinMethod::plan(const CancelToken& cancel) const {
  return sets_.units(cancel);
}

std::unique_ptr<Scratch> JoinMethod::make_scratch() const {
  return std::make_unique<JoinScratch>(most_keys_);
}

Tally JoinMethod::run(const WorkUnit& unit, Scratch& scratch, const CancelToken& cancel) const {
  Tally tally;
  try {
    run_batch(sets_.batch(unit), static_cast<JoinScratch&>(scratch), cancel, tally);
  } catch (const std::bad_alloc&) {
    throw_out_of_memory();
  }
  return tally;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as there are open columns.
void JoinMethod::run_batch(const Batch& batch, JoinScratch& scratch, const CancelToken& cancel,
                           Tally& tally) const {
  if (batch.take < 0 || batch.take > population(batch.open)) return;
  if (batch.open != 0 && list_bytes(batch) > list_bytes_) {
    run_batch(with_next_settled(batch, false), scratch, cancel, tally);
    run_batch(with_next_settled(batch, true), scratch, cancel, tally);
    return;
  }
  bool prepared = false;
  for_each_set(batch, [&](std::uint32_t set) {
    const std::uint32_t factor = sets_.factor(*batch.join_case, set);
    if (factor == 0 || cancel.requested()) return;
    if (!prepared) {
      scratch.prepare(batch.join_case->halves, batch.top_columns(), batch.bottom_columns(), cancel);
      prepared = true;
    }
    const Tally found = backend_.count(scratch, set, low_bits(size_) & ~set, cancel);
    tally.solutions += found.solutions * factor;
    tally.nodes += found.nodes;
  });
}

std::uint64_t JoinMethod::count_set(const Halves& halves, std::uint32_t set, Scratch& scratch,
                                    const CancelToken& cancel) const {
  auto& join_scratch = static_cast<JoinScratch&>(scratch);
  const std::uint32_t others = low_bits(size_) & ~set;
  try {
    join_scratch.prepare(halves, set, others, cancel);
    return backend_.count(join_scratch, set, others, cancel).solutions;
  } catch (const std::bad_alloc&) {
    throw_out_of_memory();
  }
}

// A part of the batch whose lists find room, drawn by its number of sets.
Batch JoinMethod::random_part(Batch batch, Random& random, double& scale) const {
  while (batch.open != 0 && list_bytes(batch) > list_bytes_) {
    const double in_top = static_cast<double>(batch.take) / population(batch.open);
    const bool taken = random_share(random) < in_top;
    scale /= taken ? in_top : 1 - in_top;
    batch = with_next_settled(batch, taken);
  }
  return batch;
}

JoinSample JoinMethod::run_some(const WorkUnit& unit, std::size_t most_sets, Random& random,
                                Scratch& scratch, const CancelToken& cancel) const {
  using Clock = std::chrono::steady_clock;
  double scale = 1;
  const Batch batch = random_part(sets_.batch(unit), random, scale);
  std::vector<std::uint32_t> sets;
  for_each_set(batch, [&](std::uint32_t set) {
    if (sets_.factor(*batch.join_case, set) != 0) sets.push_back(set);
  });
  if (sets.empty()) return {};
  const std::size_t counted = std::min(most_sets, sets.size());
  for (std::size_t i = 0; i < counted; ++i) {
    const double place = random_share(random) * static_cast<double>(sets.size() - i);
    std::swap(sets[i], sets[i + static_cast<std::size_t>(place)]);
  }
  auto& join_scratch = static_cast<JoinScratch&>(scratch);
  double nodes = 0;
  double rooted = 0;
  const Clock::time_point start = Clock::now();
  Clock::time_point prepared;
  try {
    join_scratch.prepare(batch.join_case->halves, batch.top_columns(), batch.bottom_columns(),
                         cancel);
    prepared = Clock::now();
    for (std::size_t i = 0; i < counted && !cancel.requested(); ++i) {
      const Tally found = backend_.count(join_scratch, sets[i], low_bits(size_) & ~sets[i], cancel);
      const auto keys = static_cast<double>(found.nodes);
      nodes += keys;
      rooted += keys * std::sqrt(keys);
    }
  } catch (const std::bad_alloc&) {
    throw_out_of_memory();
  }
  const std::chrono::duration<double> preparing = prepared - start;
  const std::chrono::duration<double> counting = Clock::now() - prepared;
  const double each = static_cast<double>(sets.size()) / static_cast<double>(counted);
  return {.nodes = scale * each * nodes,
          .rooted = scale * each * rooted,
          .seconds = scale * (preparing.count() + each * counting.count())};
}

std::uint64_t join_memory(const Board& board) {
  const Halves halves = cut_in_halves(board);
  const double lists = quarter_lists_bytes(halves, halves.top.rows, halves.bottom.rows);
  const auto keys = static_cast<double>(kFewestKeys * kJoinBytesPerKey);
  return static_cast<std::uint64_t>(std::max(lists / kShareOfLists, keys / (1 - kShareOfLists)));
}

}  // namespace queens
