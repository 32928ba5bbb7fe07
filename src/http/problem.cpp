#include "http/problem.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace queens::http {
namespace problems {

const ProblemType kBadRequest{"bad-request", 400, "Malformed request",
                              "The request is not HTTP as it should be, its body is not JSON, or "
                              "its query is malformed."};
const ProblemType kUnauthorized{
    "unauthorized", 401, "A token is needed",
    "This server wants 'Authorization: Bearer TOKEN' with the token that "
    "its operator keeps."};
const ProblemType kNotFound{"not-found", 404, "Not found",
                            "There is no such path here, or no job of that id."};
const ProblemType kMethodNotAllowed{"method-not-allowed", 405, "Method not allowed",
                                    "The path exists, but not for this method; the header Allow "
                                    "names those that it has."};
const ProblemType kRequestTimeout{"request-timeout", 408, "The request took too long",
                                  "The request began, but its end did not come in time."};
const ProblemType kAlreadyFinished{"already-finished", 409, "The job has ended",
                                   "A job that is done or failed cannot be cancelled."};
const ProblemType kPayloadTooLarge{"payload-too-large", 413, "The body is too large",
                                   "A body may have 64 KiB."};
const ProblemType kUnsupportedMediaType{"unsupported-media-type", 415, "The body must be JSON",
                                        "Bodies need 'Content-Type: application/json'."};
const ProblemType kExpectationFailed{"expectation-failed", 417, "Unknown expectation",
                                     "The header Expect may say 100-continue and nothing else."};
const ProblemType kMisdirectedRequest{
    "misdirected-request", 421, "This is another server",
    "The header Host names another server. One that needs no token answers to its own address "
    "alone, so that no web page elsewhere can lead a browser to it under another name."};
const ProblemType kInvalidRequest{"invalid-request", 422, "The request makes no sense",
                                  "A field or parameter is unknown, missing, of the wrong type or "
                                  "out of bounds; 'place' names it."};
const ProblemType kMalformedBoard{
    "malformed-board", 422, "The board is malformed",
    "A board is N strings of N characters: '*' free, '.' blocked, 'Q' "
    "a queen placed there; 'place' points at the row."};
const ProblemType kTooLong{"too-long", 422, "The count would take too long",
                           "Boards that are expected to take more than a second are counted as "
                           "jobs: POST them to /v1/jobs."};
const ProblemType kIdempotencyConflict{"idempotency-conflict", 422,
                                       "The key belongs to another request",
                                       "This Idempotency-Key came before with another body."};
const ProblemType kQueueFull{"queue-full", 429, "Too many wait",
                             "As many requests wait as may. Come again after Retry-After seconds."};
const ProblemType kHeaderTooLarge{"header-too-large", 431, "The head is too large",
                                  "The request's line and headers may have 8 KiB."};
const ProblemType kInternal{"internal", 500, "The server made a mistake",
                            "Please report it, with the header X-Request-Id."};
const ProblemType kTooManyStreams{"too-many-streams", 503, "Too many event streams",
                                  "As many event streams are open as may be. Come again later, or "
                                  "read the job now and then."};
const ProblemType kShuttingDown{"shutting-down", 503, "The server is stopping",
                                "Come again in a moment: jobs go on when it is back."};
const ProblemType kDiskFull{"disk-full", 507, "No space is left",
                            "The server cannot store the request. Nothing was changed."};
const ProblemType kTimeLimit{"time-limit", 500, "The job took too long",
                             "The operator bounds the time of a job."};
const ProblemType kResources{"resources", 503, "Too little memory, or too few threads",
                             "The system did not grant what the count needs."};

}  // namespace problems

std::span<const ProblemType* const> problem_types() {
  using namespace problems;
  static constexpr std::array kAll = {&kBadRequest,        &kUnauthorized,
                                      &kNotFound,          &kMethodNotAllowed,
                                      &kRequestTimeout,    &kAlreadyFinished,
                                      &kPayloadTooLarge,   &kUnsupportedMediaType,
                                      &kExpectationFailed, &kMisdirectedRequest,
                                      &kInvalidRequest,    &kMalformedBoard,
                                      &kTooLong,           &kIdempotencyConflict,
                                      &kQueueFull,         &kHeaderTooLarge,
                                      &kInternal,          &kTooManyStreams,
                                      &kShuttingDown,      &kDiskFull,
                                      &kTimeLimit,         &kResources};
  return kAll;
}

std::string problem_path(const ProblemType& type) {
  return "/problems/" + std::string(type.name);
}

Response problem_response(const Problem& problem) {
  nlohmann::ordered_json json = {{"type", problem_path(problem.type)},
                                 {"title", problem.type.title},
                                 {"status", problem.type.status},
                                 {"detail", problem.detail}};
  if (!problem.place.empty()) json["place"] = problem.place;
  if (&problem.type == &problems::kTooLong) json["jobs"] = "/v1/jobs";
  // Details quote what a user sent, which need not be UTF-8.
  return {.status = problem.type.status,
          .type = "application/problem+json",
          .body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
          .headers = problem.headers};
}

}  // namespace queens::http
