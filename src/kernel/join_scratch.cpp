#include "kernel/join_scratch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#if defined(__x86_64__)
#include "kernel/cpu.hpp"
#endif

namespace queens {
namespace {

constexpr std::align_val_t kAligned{64};

// The binary logarithm, rounded down; 0 for 0.
int log2_of(std::size_t number) {
  return std::max(0, static_cast<int>(std::bit_width(number)) - 1);
}

}  // namespace

void Buffer::Free::operator()(std::byte* bytes) const {
  ::operator delete(bytes, kAligned);
}

void Buffer::reserve(std::size_t bytes, std::size_t kept) {
  if (bytes <= size_) return;
  // Half as much again, so that lists that grow little by little do not allocate each time.
  const std::size_t size = kept > 0 ? bytes : bytes + bytes / 2;
  std::unique_ptr<std::byte, Free> grown(static_cast<std::byte*>(::operator new(size, kAligned)));
  if (kept > 0) std::memcpy(grown.get(), bytes_.get(), kept);
  bytes_ = std::move(grown);
  size_ = size;
}

bool JoinScratch::has_fast_extract() {
#if defined(__x86_64__)
  return has_fast_pext();
#else
  return false;
#endif
}

JoinSplit choose_split(std::size_t top_keys, std::size_t bottom_keys, int bits, int tested) {
  // A bucket should still fill some blocks of the top's list and groups of the bottom's.
  constexpr int kBlocks = 5;
  // Filters cost more than buckets, but their results are packed anew.
  constexpr int kFilterShare = 3;
  constexpr int kWorthIt = 3;  // more bits than that to avoid wider comparisons are too many
  const int settled = std::max(0, log2_of(std::min(top_keys, 2 * bottom_keys)) - kBlocks);
  JoinSplit split{.filters = std::min(settled / kFilterShare, JoinScratch::kMostFilters)};
  split.buckets = settled - split.filters;
  const int missing = bits - tested - settled;
  if (missing > 0 && missing <= kWorthIt) split.buckets += missing;
  split.buckets = std::min(split.buckets, bits - split.filters);
  return split;
}

void JoinScratch::prepare(const Halves& halves, std::uint32_t top_columns,
                          std::uint32_t bottom_columns, const CancelToken& cancel) {
  cut_ = DiagonalOrder(halves.size, halves.top, halves.bottom);
  top_.list(halves, HalfLists::Side::near, cut_, top_columns, workspace_, cancel);
  bottom_.list(halves, HalfLists::Side::far, cut_, bottom_columns, workspace_, cancel);
}

}  // namespace queens
