#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "queens/error.hpp"

namespace queens::test {

/// The message of the Error{invalid_input} that the call must throw.
template <typename Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    return error.what();
  }
  throw std::logic_error("no error");
}

}  // namespace queens::test
