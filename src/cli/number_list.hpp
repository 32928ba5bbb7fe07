#pragma once

#include <string>
#include <vector>

namespace queens::cli {

/// Whole numbers within bounds, sorted, each once: "14", "14,16", "14..17", "12,14..16", and
/// "1,2,4,...,64", where the dots stand for doubling. UsageError names `what` the list is for.
std::vector<int> parse_numbers(const std::string& what, const std::string& text, int least,
                               int most);

/// Words between commas. UsageError for an empty one.
std::vector<std::string> parse_words(const std::string& what, const std::string& text);

}  // namespace queens::cli
