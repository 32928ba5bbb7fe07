#pragma once

// Estimated numbers for people: three digits, and units of time that anybody can picture.

#include <string>

#include "queens/estimate.hpp"

namespace queens::cli {

/// "14200", "3.93e10": up to a million as a whole number if it is one.
std::string number_text(double number);

/// "3.93e10 (3.88e10 to 3.98e10)", or the number alone where it is known.
std::string range_text(const Range& range);

/// "3.1 h (2.5 to 3.6 h)": the unit is that of the expected time, from ms to years.
std::string time_range_text(const Range& seconds);

}  // namespace queens::cli
