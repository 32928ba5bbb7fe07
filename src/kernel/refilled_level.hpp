#pragma once

// A level for instruction sets that can gather states from memory into chosen lanes. A few vectors
// of states, the streams, are worked on side by side; as soon as a lane has no candidate left, the
// next state of the buffer takes its place. So the lanes are always full, at the price of a chain
// from candidates to refill to candidates, and several streams hide its latency.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace queens {

/// A buffer of states, and what is left of those in the streams. Lanes has, beyond what LevelSearch
/// asks for: Refill and Pack (see lanes_avx2.hpp).
template <typename Lanes>
class RefilledLevel {
  using Lane = typename Lanes::Lane;
  using Vector = typename Lanes::Vector;

  static constexpr std::size_t kStreams = Lanes::kStreams;
  static constexpr int kBatch = static_cast<int>(kStreams) * Lanes::kWidth;

 public:
  static constexpr int kCapacity = 1024;  ///< states that may be pushed

  struct State {
    Lane columns, left, right, next;  // next: candidates; not stored but computed when read
  };

  /// The most states that one call of `advance` can read.
  static constexpr int kMostStates = kCapacity + 2 * kBatch;

  void clear() noexcept {
    begin_ = end_ = 0;
    for (Stream& stream : streams_) stream.candidates = Lanes::splat(0);
  }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(end_ - begin_); }
  void push(const State& state) noexcept {
    Lane* const at = masks_.data() + end_++;
    at[kColumns] = state.columns;
    at[kLeft] = state.left;
    at[kRight] = state.right;
  }
  [[nodiscard]] State at(int k) const noexcept {
    const Lane* const at = masks_.data() + begin_ + k;
    return {at[kColumns], at[kLeft], at[kRight], 0};
  }

 private:
  // Beyond the states: what a batch appends, the empty states that end a buffer, and an odd number
  // of lines, so that the three arrays' elements do not fall on the same places of a page.
  static constexpr int kLength = kCapacity + 3 * kBatch + 32;
  // The arrays of the three masks are one behind the other, so that one pointer serves for all.
  static constexpr int kColumns = 0;
  static constexpr int kLeft = kLength;
  static constexpr int kRight = 2 * kLength;

  struct Stream {
    Vector columns, left, right, candidates;
  };

 public:
  /// Hands out states. With kDrain until there are none, else while it can fill every lane.
  template <bool kDrain>
  class Reader {
   public:
    Reader(RefilledLevel& level, Vector free) noexcept
        : level_(level),
          from_(level.masks_.data() + level.begin_),
          end_(level.masks_.data() + level.end_),
          streams_(level.streams_),
          free_(free) {
      for (std::size_t s = 0; s < kStreams; ++s) candidates_[s] = streams_[s].candidates;
      if constexpr (kDrain) level.append_empty_states();
    }

    /// Fills the lanes without a candidate. False if that is not possible, with kDrain if no lane
    /// has any.
    [[gnu::always_inline]] bool refill() noexcept {
      if constexpr (!kDrain) {
        if (end_ - from_ < kBatch) return false;
      }
#pragma GCC unroll 4
      for (std::size_t s = 0; s < kStreams; ++s) refill(s);
      if constexpr (kDrain) {
        if (from_ > end_) from_ = end_;
        Vector any = candidates_[0];
        for (const Vector& more : candidates_) any = Lanes::either(any, more);
        return Lanes::count(Lanes::nonzero(any)) != 0;
      }
      return true;
    }

    /// Takes the lowest candidate of every lane.
    [[gnu::always_inline]] Vector take(std::size_t s) noexcept {
      const Vector lowest = Lanes::lowest(candidates_[s]);
      candidates_[s] = Lanes::but(candidates_[s], lowest);
      return lowest;
    }
    [[gnu::always_inline, nodiscard]] Vector columns(std::size_t s) const noexcept {
      return streams_[s].columns;
    }
    [[gnu::always_inline, nodiscard]] Vector left(std::size_t s) const noexcept {
      return streams_[s].left;
    }
    [[gnu::always_inline, nodiscard]] Vector right(std::size_t s) const noexcept {
      return streams_[s].right;
    }

    void save() noexcept {
      if constexpr (Lanes::kStreamsInRegisters) level_.streams_ = streams_;
      for (std::size_t s = 0; s < kStreams; ++s) level_.streams_[s].candidates = candidates_[s];
      level_.begin_ = from_ - level_.masks_.data();
      if (end_ - from_ < kBatch) level_.move_to_front();
    }

   private:
    [[gnu::always_inline]] void refill(std::size_t s) noexcept {
      Stream& stream = streams_[s];
      const typename Lanes::Refill refill(candidates_[s]);
      stream.columns = refill.from(from_ + kColumns, stream.columns);
      stream.left = refill.from(from_ + kLeft, stream.left);
      stream.right = refill.from(from_ + kRight, stream.right);
      candidates_[s] = refill.select(Lanes::open(free_, stream.columns, stream.left, stream.right),
                                     candidates_[s]);
      from_ += refill.count();
    }

    using Streams = std::array<Stream, kStreams>;

    RefilledLevel& level_;
    const Lane* from_;
    const Lane* const end_;
    // With 16 vector registers, the streams are better left where they are than spilled.
    std::conditional_t<Lanes::kStreamsInRegisters, Streams, Streams&> streams_;
    std::array<Vector, kStreams> candidates_;
    Vector free_;
  };

  /// Appends states.
  class Writer {
   public:
    explicit Writer(RefilledLevel& level) noexcept
        : level_(level), to_(level.masks_.data() + level.end_) {}

    [[gnu::always_inline]] void append(Vector columns, Vector left, Vector right, Vector /*next*/,
                                       typename Lanes::Mask kept) noexcept {
      const typename Lanes::Pack pack(kept);
      pack.to(to_ + kColumns, columns);
      pack.to(to_ + kLeft, left);
      pack.to(to_ + kRight, right);
      to_ += pack.count();
    }
    [[nodiscard]] bool full() const noexcept { return to_ - level_.masks_.data() > kCapacity; }
    void save() noexcept { level_.end_ = to_ - level_.masks_.data(); }

   private:
    RefilledLevel& level_;
    Lane* to_;
  };

 private:
  // States that have no candidate whatever the row's mask.
  void append_empty_states() noexcept {
    Lane* const end = masks_.data() + end_;
    std::fill_n(end + kColumns, kBatch, Lane{0});
    std::fill_n(end + kLeft, kBatch, static_cast<Lane>(~Lane{0}));
    std::fill_n(end + kRight, kBatch, Lane{0});
  }

  void move_to_front() noexcept {
    const auto bytes = static_cast<std::size_t>(end_ - begin_) * sizeof(Lane);
    for (const int mask : {kColumns, kLeft, kRight}) {
      std::memmove(masks_.data() + mask, masks_.data() + mask + begin_, bytes);
    }
    end_ -= begin_;
    begin_ = 0;
  }

  alignas(64) std::array<Lane, 3 * kLength> masks_;
  std::array<Stream, kStreams> streams_;
  std::ptrdiff_t begin_ = 0;
  std::ptrdiff_t end_ = 0;
};

}  // namespace queens
