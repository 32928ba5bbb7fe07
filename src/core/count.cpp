#include "queens/count.hpp"

#include <algorithm>

#include "queens/error.hpp"

namespace queens {
namespace {

// Beyond ISO C++, and in both compilers we build with; kept out of the public header.
__extension__ using Wide = unsigned __int128;

constexpr Wide join(std::uint64_t high, std::uint64_t low) {
  return (Wide{high} << 64U) | low;
}

constexpr Count split(Wide value) {
  return {static_cast<std::uint64_t>(value >> 64U), static_cast<std::uint64_t>(value)};
}

}  // namespace

Count& Count::operator+=(Count other) {
  Wide sum = 0;
  if (__builtin_add_overflow(join(high_, low_), join(other.high_, other.low_), &sum)) {
    throw Error(ErrorCode::overflow, "a sum of counts does not fit in 128 bits");
  }
  return *this = split(sum);
}

Count& Count::operator*=(std::uint64_t factor) {
  Wide product = 0;
  if (__builtin_mul_overflow(join(high_, low_), Wide{factor}, &product)) {
    throw Error(ErrorCode::overflow, "a product of counts does not fit in 128 bits");
  }
  return *this = split(product);
}

Count Count::divided_by(std::uint64_t divisor) const {
  const Wide value = join(high_, low_);
  if (divisor == 0 || value % divisor != 0) {
    throw Error(ErrorCode::internal,
                to_string() + " is not a multiple of " + std::to_string(divisor));
  }
  return split(value / divisor);
}

std::string Count::to_string() const {
  std::string digits;
  Wide rest = join(high_, low_);
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

double Count::to_double() const noexcept {
  return static_cast<double>(join(high_, low_));
}

}  // namespace queens
