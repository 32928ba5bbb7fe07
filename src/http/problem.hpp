#pragma once

// Errors as problem details (RFC 9457). Their types are paths, where each is explained.

#include <span>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace queens::http {

struct ProblemType {
  std::string_view name;
  int status = 500;
  std::string_view title;
  std::string_view explanation;
};

namespace problems {
extern const ProblemType bad_request;
extern const ProblemType unauthorized;
extern const ProblemType not_found;
extern const ProblemType method_not_allowed;
extern const ProblemType request_timeout;
extern const ProblemType already_finished;
extern const ProblemType payload_too_large;
extern const ProblemType unsupported_media_type;
extern const ProblemType expectation_failed;
extern const ProblemType misdirected_request;
extern const ProblemType invalid_request;
extern const ProblemType malformed_board;
extern const ProblemType too_long;
extern const ProblemType idempotency_conflict;
extern const ProblemType queue_full;
extern const ProblemType header_too_large;
extern const ProblemType internal;
extern const ProblemType too_many_streams;
extern const ProblemType shutting_down;
extern const ProblemType disk_full;
extern const ProblemType time_limit;
extern const ProblemType resources;
}  // namespace problems

/// All of them.
std::span<const ProblemType* const> problem_types();

/// The type's path, "/problems/NAME".
std::string problem_path(const ProblemType& type);

/// Thrown by whoever answers a request; becomes the response.
struct Problem {
  const ProblemType& type;
  std::string detail{};  ///< a sentence about this request
  std::string place{};   ///< a JSON pointer into the body, or a parameter's name; or empty
  std::vector<Header> headers{};
};

Response problem_response(const Problem& problem);

}  // namespace queens::http
