#pragma once

// What users send, checked: bodies and queries become requests, or Problems that name the place.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.hpp"
#include "job/job.hpp"

namespace queens::http {

/// The most first solutions that a request may ask for.
inline constexpr int kMostFirst = 1000;

/// The body of POST /v1/jobs, or of POST /v1/solve, which knows no priority. Throws Problem:
/// unsupported_media_type, bad_request, invalid_request, malformed_board.
job::Request read_job_request(const Request& request, int most_rows);
job::Request read_solve_request(const Request& request, int most_rows);

/// A body that must be a JSON object, as it came. Throws Problem as the above.
std::string read_object(const Request& request);

/// A query's parameters. Throws Problem{invalid_request} for one that is not among the known ones
/// or comes twice, bad_request for broken %-escapes.
std::map<std::string, std::string> read_query(const std::string& query,
                                              const std::vector<std::string>& known);

/// A whole number within bounds; Problem{invalid_request} names the parameter.
std::uint64_t read_number(const std::string& name, const std::string& text, std::uint64_t least,
                          std::uint64_t most);

/// The board that the parameters `n` or `board` (rows separated by commas) describe.
job::Request read_board_query(const std::map<std::string, std::string>& parameters, int most_rows);

/// A job's id in a path. Throws Problem{not_found}.
std::uint64_t read_id(const std::string& text);

/// The key of a request that must not be carried out twice, empty for none. Throws
/// Problem{invalid_request} unless it is 1 to 200 visible ASCII characters.
std::string read_key(const Request& request);

}  // namespace queens::http
