#pragma once

// A level for instruction sets that cannot gather states into chosen lanes: rounds over the buffer.
// A round takes one candidate of every state and writes the states that have more back to the
// front, in place. States are kept one by one, all their masks side by side, so that keeping one or
// not is a store and an addition, without a branch.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace queens {

/// A buffer of states with their candidates. Lanes has, beyond what LevelSearch asks for,
/// `interleave` and `separate` (see lanes_portable.hpp); one stream is enough, as no step of a
/// round waits for another.
template <typename Lanes>
class RoundsLevel {
  using Lane = typename Lanes::Lane;
  using Vector = typename Lanes::Vector;

  static constexpr std::ptrdiff_t kWidth = Lanes::kWidth;

 public:
  static constexpr int kCapacity = 1024;  ///< states that may be pushed

  struct State {
    Lane columns, left, right, next;  // next: candidates that were not taken yet
  };

  /// The most states that one call of `advance` can read.
  static constexpr int kMostStates = kCapacity + 2 * Lanes::kWidth;

  void clear() noexcept { end_ = from_ = kept_ = 0; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(end_); }
  void push(const State& state) noexcept { states_[static_cast<std::size_t>(end_++)] = state; }
  [[nodiscard]] State at(int k) const noexcept { return states_[static_cast<std::size_t>(k)]; }

  /// Hands out states, a vector at a time, and writes back what is left of them. With kDrain until
  /// there are none, else while there are many.
  template <bool kDrain>
  class Reader {
   public:
    Reader(RoundsLevel& level, Vector /*free*/) noexcept
        : level_(level), from_(level.from_), kept_(level.kept_), end_(level.end_) {
      if constexpr (kDrain) level.append_empty_states(end_);
    }

    /// Puts back what is left of the last vector of states and reads the next. False if there is
    /// none.
    [[gnu::always_inline]] bool refill() noexcept {
      put_back();
      if (end_ - from_ < (kDrain ? 1 : kWidth) && !next_round()) return false;
      const State* states = level_.states_.data() + from_;
      Lanes::separate(states, columns_, left_, right_, candidates_);
      from_ += kWidth;
      under_way_ = true;
      return true;
    }

    [[gnu::always_inline]] Vector take(std::size_t /*s*/) noexcept {
      const Vector lowest = Lanes::lowest(candidates_);
      candidates_ = Lanes::but(candidates_, lowest);
      return lowest;
    }
    [[gnu::always_inline, nodiscard]] Vector columns(std::size_t /*s*/) const noexcept {
      return columns_;
    }
    [[gnu::always_inline, nodiscard]] Vector left(std::size_t /*s*/) const noexcept {
      return left_;
    }
    [[gnu::always_inline, nodiscard]] Vector right(std::size_t /*s*/) const noexcept {
      return right_;
    }

    void save() noexcept {
      put_back();
      level_.kept_ = kept_;
      level_.from_ = std::min(from_, end_);
      level_.end_ = end_;
    }

   private:
    // Fewer states are left for later: a round over them would wait for its own stores.
    static constexpr std::ptrdiff_t kFewest = kDrain ? 1 : 8 * kWidth;

    // Overwrites none but the places that the vector under way was read from, and those before.
    [[gnu::always_inline]] void put_back() noexcept {
      if (under_way_) kept_ = level_.store(kept_, columns_, left_, right_, candidates_);
      under_way_ = false;
    }

    bool next_round() noexcept {
      if (from_ < end_) {
        const auto rest = static_cast<std::size_t>(end_ - from_);
        State* const states = level_.states_.data();
        std::memmove(states + kept_, states + from_, rest * sizeof(State));
        kept_ += end_ - from_;
      }
      end_ = kept_;
      from_ = kept_ = 0;
      if (end_ < kFewest) return false;
      if constexpr (kDrain) level_.append_empty_states(end_);
      return true;
    }

    RoundsLevel& level_;
    std::ptrdiff_t from_;  // the next state of this round
    std::ptrdiff_t kept_;  // states written back to the front
    std::ptrdiff_t end_;
    bool under_way_ = false;  // the vectors hold states that are not in the buffer
    Vector columns_{};
    Vector left_{};
    Vector right_{};
    Vector candidates_{};
  };

  /// Appends states.
  class Writer {
   public:
    explicit Writer(RoundsLevel& level) noexcept : level_(level), to_(level.end_) {}

    [[gnu::always_inline]] void append(Vector columns, Vector left, Vector right, Vector next,
                                       typename Lanes::Mask kept) noexcept {
      to_ = level_.store(to_, columns, left, right, Lanes::only(kept, next));
    }
    [[nodiscard]] bool full() const noexcept { return to_ > kCapacity; }
    void save() noexcept { level_.end_ = to_; }

   private:
    RoundsLevel& level_;
    std::ptrdiff_t to_;
  };

 private:
  // For the lanes of the last vector that no state is left for.
  void append_empty_states(std::ptrdiff_t end) noexcept {
    for (std::ptrdiff_t k = end; k < end + kWidth; ++k) {
      states_[static_cast<std::size_t>(k)] = State{};
    }
  }

  // Writes those states that have a candidate, from place `to` on, and returns the place after the
  // last. Writes one place more.
  [[gnu::always_inline]] std::ptrdiff_t store(std::ptrdiff_t to, Vector columns, Vector left,
                                              Vector right, Vector next) noexcept {
    std::array<State, kWidth> states;
    Lanes::interleave(states.data(), columns, left, right, next);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < kWidth; ++k) {
      states_[static_cast<std::size_t>(to)] = states[k];
      to += states[k].next != 0 ? 1 : 0;
    }
    return to;
  }

  alignas(64) std::array<State, kCapacity + 4 * kWidth> states_;
  std::ptrdiff_t from_ = 0;
  std::ptrdiff_t kept_ = 0;
  std::ptrdiff_t end_ = 0;
};

}  // namespace queens
