#pragma once

// A level for instruction sets that can gather states from memory into chosen lanes. A few vectors
// of states, the streams, are worked on side by side; as soon as a lane has no candidate left, the
// next state of the buffer takes its place. So the lanes are always full, at the price of a chain
// from candidates to refill to candidates, and several streams hide its latency.

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

  static constexpr int kStreams = Lanes::kStreams;
  static constexpr int kBatch = kStreams * Lanes::kWidth;

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
    const auto at = static_cast<std::size_t>(end_++);
    columns_[at] = state.columns;
    left_[at] = state.left;
    right_[at] = state.right;
  }
  [[nodiscard]] State at(int k) const noexcept {
    const auto at = static_cast<std::size_t>(begin_ + k);
    return {columns_[at], left_[at], right_[at], 0};
  }

 private:
  // Beyond the states: what a batch appends, the empty states that end a buffer, and an odd number
  // of lines, so that the three arrays' elements do not fall on the same places of a page.
  static constexpr int kLength = kCapacity + 3 * kBatch + 32;

  struct Stream {
    Vector columns, left, right, candidates;
  };

 public:
  /// Hands out states. With kDrain until there are none, else while it can fill every lane.
  template <bool kDrain>
  class Reader {
   public:
    Reader(RefilledLevel& level, Vector free) noexcept
        : level_(level), from_(level.begin_), streams_(level.streams_), free_(free) {
      for (int s = 0; s < kStreams; ++s) candidates_[s] = streams_[s].candidates;
      if constexpr (kDrain) level.append_empty_states();
    }

    /// Fills the lanes without a candidate. False if that is not possible, with kDrain if no lane
    /// has any.
    [[gnu::always_inline]] bool refill() noexcept {
      if constexpr (!kDrain) {
        if (level_.end_ - from_ < kBatch) return false;
      }
#pragma GCC unroll 4
      for (int s = 0; s < kStreams; ++s) refill(s);
      if constexpr (kDrain) {
        if (from_ > level_.end_) from_ = level_.end_;
        Vector any = candidates_[0];
        for (const Vector& more : candidates_) any = Lanes::either(any, more);
        return Lanes::count(Lanes::nonzero(any)) != 0;
      }
      return true;
    }

    /// Takes the lowest candidate of every lane.
    [[gnu::always_inline]] Vector take(int s) noexcept {
      const Vector lowest = Lanes::lowest(candidates_[s]);
      candidates_[s] = Lanes::but(candidates_[s], lowest);
      return lowest;
    }
    [[gnu::always_inline]] Vector columns(int s) const noexcept {
      return streams_[s].columns;
    }
    [[gnu::always_inline]] Vector left(int s) const noexcept {
      return streams_[s].left;
    }
    [[gnu::always_inline]] Vector right(int s) const noexcept {
      return streams_[s].right;
    }

    void save() noexcept {
      if constexpr (Lanes::kStreamsInRegisters) level_.streams_ = streams_;
      for (int s = 0; s < kStreams; ++s) level_.streams_[s].candidates = candidates_[s];
      level_.begin_ = from_;
      if (level_.end_ - from_ < kBatch) level_.move_to_front();
    }

   private:
    [[gnu::always_inline]] void refill(int s) noexcept {
      Stream& stream = streams_[s];
      const typename Lanes::Refill refill(Lanes::zero(candidates_[s]));
      stream.columns = refill.from(level_.columns_.data() + from_, stream.columns);
      stream.left = refill.from(level_.left_.data() + from_, stream.left);
      stream.right = refill.from(level_.right_.data() + from_, stream.right);
      candidates_[s] = refill.select(Lanes::open(free_, stream.columns, stream.left, stream.right),
                                     candidates_[s]);
      from_ += refill.count();
    }

    using Streams = std::array<Stream, kStreams>;

    RefilledLevel& level_;
    std::ptrdiff_t from_;
    // With 16 vector registers, the streams are better left where they are than spilled.
    std::conditional_t<Lanes::kStreamsInRegisters, Streams, Streams&> streams_;
    std::array<Vector, kStreams> candidates_;
    Vector free_;
  };

  /// Appends states.
  class Writer {
   public:
    explicit Writer(RefilledLevel& level) noexcept : level_(level), to_(level.end_) {}

    [[gnu::always_inline]] void append(Vector columns, Vector left, Vector right, Vector /*next*/,
                                       typename Lanes::Mask kept) noexcept {
      const typename Lanes::Pack pack(kept);
      pack.to(level_.columns_.data() + to_, columns);
      pack.to(level_.left_.data() + to_, left);
      pack.to(level_.right_.data() + to_, right);
      to_ += pack.count();
    }
    [[nodiscard]] bool full() const noexcept { return to_ > kCapacity; }
    void save() noexcept { level_.end_ = to_; }

   private:
    RefilledLevel& level_;
    std::ptrdiff_t to_;
  };

 private:
  // States that have no candidate whatever the row's mask.
  void append_empty_states() noexcept {
    for (std::ptrdiff_t k = end_; k < end_ + kBatch; ++k) {
      const auto at = static_cast<std::size_t>(k);
      columns_[at] = right_[at] = 0;
      left_[at] = static_cast<Lane>(~Lane{0});
    }
  }

  void move_to_front() noexcept {
    const auto bytes = static_cast<std::size_t>(end_ - begin_) * sizeof(Lane);
    std::memmove(columns_.data(), columns_.data() + begin_, bytes);
    std::memmove(left_.data(), left_.data() + begin_, bytes);
    std::memmove(right_.data(), right_.data() + begin_, bytes);
    end_ -= begin_;
    begin_ = 0;
  }

  alignas(64) std::array<Lane, kLength> columns_;
  std::array<Lane, kLength> left_;
  std::array<Lane, kLength> right_;
  std::array<Stream, kStreams> streams_;
  std::ptrdiff_t begin_ = 0;
  std::ptrdiff_t end_ = 0;
};

}  // namespace queens
