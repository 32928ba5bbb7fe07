#include "http/router.hpp"

#include <spdlog/spdlog.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <utility>

#include "http/problem.hpp"
#include "job/store.hpp"
#include "queens/error.hpp"

namespace queens::http {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kDatabaseThreads = 2;
constexpr std::size_t kMostWaiting = 512;
constexpr std::size_t kMostPatient = 16;

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin != std::string::npos) {
    const std::size_t end = path.find('/', begin);
    parts.push_back(path.substr(begin, end == std::string::npos ? end : end - begin));
    begin = end == std::string::npos ? end : end + 1;
  }
  return parts;
}

// In a time that does not depend on where they differ.
bool equal_secrets(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(other);
  }
  return difference == 0;
}

bool needs_token(const std::string& path, const Access& access) {
  if (access.token.empty()) return false;
  if (path == "/metrics") return !access.open_metrics;
  return path == "/v1" || path.starts_with("/v1/");
}

// Without the port, in small letters.
std::string host_name(const std::string& host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  std::string name = host.substr(0, end);
  for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return name;
}

const ProblemType& type_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::timeout:
      return problems::kRequestTimeout;
    case Refusal::body_too_large:
      return problems::kPayloadTooLarge;
    case Refusal::bad_expectation:
      return problems::kExpectationFailed;
    case Refusal::head_too_large:
      return problems::kHeaderTooLarge;
    case Refusal::too_many_streams:
      return problems::kTooManyStreams;
    case Refusal::bad_request:
      break;
  }
  return problems::kBadRequest;
}

std::vector<Header> retry_after_a_second() {
  return {{"Retry-After", "1"}};
}

Problem problem_of(const Error& error) {
  if (error.code() == ErrorCode::invalid_input) return {problems::kInvalidRequest, error.what()};
  if (error.code() == ErrorCode::resources) {
    return {problems::kResources, error.what(), "", retry_after_a_second()};
  }
  if (error.code() == ErrorCode::cancelled) {
    return {problems::kShuttingDown, "the server is stopping", "", retry_after_a_second()};
  }
  return {problems::kInternal, error.what()};
}

// The methods that exist, so that a user's inventions do not become labels.
std::string known_method(const std::string& method) {
  constexpr std::array kMethods = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"};
  const bool known = std::any_of(kMethods.begin(), kMethods.end(),
                                 [&method](const char* one) { return method == one; });
  return known ? method : "other";
}

}  // namespace

Router::Router(Access access, Metrics& metrics, int solving_threads)
    : access_(std::move(access)),
      metrics_(metrics),
      database_(kDatabaseThreads, kMostWaiting, false),
      solving_(solving_threads, kMostWaiting, false),
      patient_(1, kMostPatient, true) {}

void Router::add(const std::string& method, const std::string& pattern, Place place,
                 Action action) {
  routes_.push_back({method, parts_of(pattern), pattern, place, std::move(action)});
}

Router::Found Router::find(const std::string& method, const std::string& path) const {
  const std::vector<std::string> parts = parts_of(path);
  Found found;
  for (const Route& route : routes_) {
    if (route.parts.size() != parts.size()) continue;
    std::string parameter;
    const bool fits = std::equal(parts.begin(), parts.end(), route.parts.begin(),
                                 [&parameter](const std::string& part, const std::string& known) {
                                   if (!known.starts_with('{')) return part == known;
                                   parameter = part;
                                   return !part.empty();
                                 });
    if (!fits) continue;
    found.allowed += (found.allowed.empty() ? "" : ", ") + route.method;
    if (route.method == "GET") found.allowed += ", HEAD";
    if (route.method != (method == "HEAD" ? "GET" : method)) continue;
    found.route = &route;
    found.parameter = parameter;
  }
  return found;
}

void Router::admit(const Request& request) const {
  if (!access_.hosts.empty()) {
    const std::string name = host_name(request.host);
    if (std::find(access_.hosts.begin(), access_.hosts.end(), name) == access_.hosts.end()) {
      throw Problem{problems::kMisdirectedRequest, "Host names a server that this is not"};
    }
  }
  if (!needs_token(request.path, access_)) return;
  constexpr std::size_t kScheme = sizeof "Bearer " - 1;
  const std::string& given = request.authorization;
  const bool bearer = ::strncasecmp(given.c_str(), "Bearer ", kScheme) == 0;
  if (!equal_secrets(bearer ? given.substr(kScheme) : "", access_.token)) {
    throw Problem{problems::kUnauthorized,
                  bearer ? "the token is wrong" : "there is no 'Authorization: Bearer TOKEN'",
                  "",
                  {{"WWW-Authenticate", "Bearer"}}};
  }
}

WorkerPool* Router::pool(Place place) {
  switch (place) {
    case Place::database:
      return &database_;
    case Place::solving:
      return &solving_;
    case Place::patient:
      return &patient_;
    case Place::server:
      break;
  }
  return nullptr;
}

Response Router::answer(const Action& action, const Call& call) {
  try {
    return action(call);
  } catch (const Problem& problem) {
    return problem_response(problem);
  } catch (const job::DiskFull& error) {
    return problem_response({problems::kDiskFull, error.what()});
  } catch (const job::QueueFull&) {
    return problem_response(
        {problems::kQueueFull, "as many jobs are queued as may be", "", retry_after_a_second()});
  } catch (const job::KeyConflict&) {
    return problem_response(
        {problems::kIdempotencyConflict, "this Idempotency-Key came before with another request"});
  } catch (const Error& error) {
    return problem_response(problem_of(error));
  } catch (const std::exception& error) {
    spdlog::error("request {}: {}", call.request.id, error.what());
    return problem_response({problems::kInternal, error.what()});
  }
}

void Router::handle(Request request, Respond respond) {
  const Clock::time_point start = Clock::now();
  Found found;
  const auto finish = [this, start, method = known_method(request.method), id = request.id,
                       respond = std::move(respond)](const std::string& route, Response response) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    metrics_.count_request(route, method, response.status, seconds);
    constexpr int kServerErrors = 500;
    spdlog::log(response.status >= kServerErrors ? spdlog::level::warn : spdlog::level::debug,
                "request {}: {} {} {} {:.1f} ms", id, method, route, response.status,
                1000 * seconds);
    respond(std::move(response));
  };
  try {
    admit(request);
    found = find(request.method, request.path);
    if (found.route == nullptr && found.allowed.empty()) {
      throw Problem{problems::kNotFound, "there is nothing at this path"};
    }
    if (found.route == nullptr) {
      throw Problem{problems::kMethodNotAllowed,
                    "this path has " + found.allowed,
                    "",
                    {{"Allow", found.allowed}}};
    }
    if (stopping_ && found.route->place != Place::server) {
      throw Problem{problems::kShuttingDown, "the server is stopping", "", retry_after_a_second()};
    }
  } catch (const Problem& problem) {
    return finish(found.route != nullptr ? found.route->pattern : "none",
                  problem_response(problem));
  }
  const Route& route = *found.route;
  const auto call =
      std::make_shared<const Call>(Call{std::move(request), std::move(found.parameter)});
  WorkerPool* const workers = pool(route.place);
  if (workers == nullptr) return finish(route.pattern, answer(route.action, *call));
  const auto work = [finish, &route, call] { finish(route.pattern, answer(route.action, *call)); };
  if (workers->post(work)) return;
  finish(route.pattern, problem_response({problems::kQueueFull, "too many requests wait", "",
                                          retry_after_a_second()}));
}

void Router::finish() {
  for (WorkerPool* workers : {&database_, &solving_, &patient_}) workers->finish();
}

Response Router::refuse(Refusal refusal, const std::string& request_id, const std::string& detail) {
  const ProblemType& type = type_of(refusal);
  metrics_.count_request("none", "other", type.status, 0);
  spdlog::debug("request {}: refused with {}", request_id, type.status);
  std::vector<Header> headers;
  if (refusal == Refusal::too_many_streams) headers = retry_after_a_second();
  return problem_response({type, detail, "", std::move(headers)});
}

}  // namespace queens::http
