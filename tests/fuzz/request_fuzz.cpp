// Whatever a user sends as a body or a query, reading it ends with a request that can be counted,
// or with a problem of its own, which is a client's error.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "http/input.hpp"
#include "http/problem.hpp"

namespace {

using namespace queens::http;

constexpr int kRows = 32;

template <typename Read>
void read(const Read& read_one) {
  try {
    const queens::job::Request request = read_one();
    if (request.board().size() != request.n || request.n > kRows) std::abort();
  } catch (const Problem& problem) {
    constexpr int kClientErrors = 400;
    constexpr int kServerErrors = 500;
    if (problem.type.status < kClientErrors || problem.type.status >= kServerErrors) std::abort();
    if (problem_response(problem).body.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const Request request{.content_type = "application/json", .idempotency_key = text, .body = text};
  read([&] { return read_job_request(request, kRows); });
  read([&] { return read_solve_request(request, kRows); });
  read([&] {
    const auto parameters = read_query(text, {"n", "board", "seed"});
    if (parameters.contains("seed")) read_number("seed", parameters.at("seed"), 0, UINT64_MAX);
    return read_board_query(parameters, kRows);
  });
  read([&] {
    static_cast<void>(read_key(request));
    return queens::job::Request{.n = 1};
  });
  read([&] {
    static_cast<void>(read_id(text));
    return queens::job::Request{.n = 1};
  });
  return 0;
}
