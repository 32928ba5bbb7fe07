#include "http/page_routes.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "http/input.hpp"
#include "http/page_files.hpp"
#include "http/problem.hpp"

namespace queens::http {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string type_of(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  return "application/json";
}

// FNV-1a: tells versions of a file apart, no more.
std::string tag_of(std::string_view content) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return fmt::format("\"{:016x}\"", hash);
}

Response file_response(const PageFile& file, const std::string& tag, const Request& request) {
  Response response{.type = type_of(file.name),
                    .headers = {{"ETag", tag},
                                {"Cache-Control", "no-cache"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Content-Security-Policy", std::string(kPolicy)}}};
  // A list of tags, weak ones too, since what lies between may have weakened ours.
  if (request.if_none_match == "*" || request.if_none_match.find(tag) != std::string::npos) {
    response.status = 304;
    return response;
  }
  response.body = file.content;
  return response;
}

}  // namespace

bool has_page_file(std::string_view name) {
  const auto files = page_files();
  return std::any_of(files.begin(), files.end(),
                     [name](const PageFile& file) { return file.name == name; });
}

void add_page_routes(Router& router) {
  for (const PageFile& file : page_files()) {
    const std::string path = file.name == "index.html" ? "/" : "/" + std::string(file.name);
    router.add("GET", path, Place::server, [&file, tag = tag_of(file.content)](const Call& call) {
      static_cast<void>(read_query(call.request.query, {}));
      return file_response(file, tag, call.request);
    });
  }
  router.add("GET", "/problems/{name}", Place::server, [](const Call& call) {
    for (const ProblemType* type : problem_types()) {
      if (type->name != call.parameter) continue;
      return Response{
          .type = "text/plain; charset=utf-8",
          .body = fmt::format("{} ({})\n\n{}\n", type->title, type->status, type->explanation)};
    }
    throw Problem{problems::kNotFound, "there is no problem of that name"};
  });
}

}  // namespace queens::http
