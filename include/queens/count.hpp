#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace queens {

/// A number of solutions: unsigned, 128 bits, never wrong without saying so.
///
/// The count of the empty board passes 64 bits at n = 29 (OEIS A000170 grows about eightfold a
/// term there), so totals are 128 bits wide and every operation that could leave them throws
/// Error{overflow}.
class Count {
 public:
  /// Two 64-bit words of which `high` is the more significant.
  constexpr Count(std::uint64_t high, std::uint64_t low) noexcept : high_(high), low_(low) {}
  // NOLINTNEXTLINE(google-explicit-constructor): every 64-bit number is a count.
  constexpr Count(std::uint64_t value = 0) noexcept : low_(value) {}

  Count& operator+=(Count other);
  Count& operator*=(std::uint64_t factor);

  /// The quotient of an exact division; throws Error{internal} for a zero divisor and for a
  /// remainder, since a count that does not divide evenly is a mistake of the caller.
  [[nodiscard]] Count divided_by(std::uint64_t divisor) const;

  /// Decimal digits, as in JSON and on the command line.
  [[nodiscard]] std::string to_string() const;

  /// The two 64-bit words.
  struct Words {
    std::uint64_t high;
    std::uint64_t low;
  };
  [[nodiscard]] constexpr Words words() const noexcept { return {high_, low_}; }

  /// The nearest double, for rates and estimates only.
  [[nodiscard]] double to_double() const noexcept;

  friend Count operator+(Count a, Count b) { return a += b; }
  friend Count operator*(Count a, std::uint64_t factor) { return a *= factor; }
  friend constexpr auto operator<=>(const Count&, const Count&) = default;

 private:
  std::uint64_t high_ = 0;  // declared first: comparison goes by the high word
  std::uint64_t low_ = 0;
};

}  // namespace queens
