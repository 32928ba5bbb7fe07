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
extern const ProblemType kBadRequest;
extern const ProblemType kUnauthorized;
extern const ProblemType kNotFound;
extern const ProblemType kMethodNotAllowed;
extern const ProblemType kRequestTimeout;
extern const ProblemType kAlreadyFinished;
extern const ProblemType kPayloadTooLarge;
extern const ProblemType kUnsupportedMediaType;
extern const ProblemType kExpectationFailed;
extern const ProblemType kMisdirectedRequest;
extern const ProblemType kInvalidRequest;
extern const ProblemType kMalformedBoard;
extern const ProblemType kTooLong;
extern const ProblemType kIdempotencyConflict;
extern const ProblemType kQueueFull;
extern const ProblemType kHeaderTooLarge;
extern const ProblemType kInternal;
extern const ProblemType kTooManyStreams;
extern const ProblemType kShuttingDown;
extern const ProblemType kDiskFull;
extern const ProblemType kTimeLimit;
extern const ProblemType kResources;
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
