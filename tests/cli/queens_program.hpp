#pragma once

// The program under test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/process.hpp"
#include "support/sanitized.hpp"

namespace queens::test {

using Words = std::vector<std::string>;

inline const std::string kProgram = QUEENS_PROGRAM;

/// How soon the program has to react to a signal: ten times what is asked of it, for a machine that
/// has other things to do. ThreadSanitizer sleeps for a second before it ends a program.
inline constexpr std::chrono::seconds kPrompt{kSanitized ? 3 : 1};

inline Outcome run_queens(const Words& words, const Streams& streams = {}) {
  return run(kProgram, words, streams);
}

/// Its standard output, with the expectation that all went well and quietly.
inline std::string output_of(const Words& words, const std::string& input = "") {
  const Outcome outcome = run_queens(words, {.input = input});
  EXPECT_EQ(outcome.exit_code, 0) << outcome;
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

inline nlohmann::json json_of(const Words& words) {
  return nlohmann::json::parse(output_of(words));
}

/// The expectation of an exit code, of nothing on standard output and of one line on standard error
/// that names what is wrong.
inline void expect_message(const Outcome& outcome, int exit_code, const std::string& naming) {
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, testing::StartsWith("queens: error: "));
  EXPECT_THAT(outcome.err, testing::HasSubstr(naming));
  EXPECT_THAT(outcome.err, testing::EndsWith("\n"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

/// Wrong usage or input.
inline void expect_refused(const Outcome& outcome, const std::string& naming) {
  expect_message(outcome, 2, naming);
}

/// Starts the program, sends it a signal when it works, and expects it to end promptly with the
/// exit code for that. `before` is called between start and signal.
template <typename Before>
Outcome cancel_queens(const Words& words, int signal, const Streams& streams, Before before) {
  Process process(kProgram, words, streams);
  process.wait_until_handled(signal);
  before(process);
  EXPECT_FALSE(process.ends_within(std::chrono::milliseconds(200))) << "too early to cancel";
  process.send(signal);
  EXPECT_TRUE(process.ends_within(kPrompt)) << "does not react to the signal";
  Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome;
  return outcome;
}

inline Outcome cancel_queens(const Words& words, int signal, const Streams& streams = {}) {
  return cancel_queens(words, signal, streams, [](Process&) {});
}

/// Lines without their ends.
inline std::vector<std::string> lines_of(const std::string& text, char end = '\n') {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find(end, at), text.size());
    lines.push_back(text.substr(at, next - at));
    at = next + 1;
  }
  return lines;
}

}  // namespace queens::test
