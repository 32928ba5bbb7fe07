#include "http/service.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "http/input.hpp"
#include "http/job_routes.hpp"
#include "http/metrics.hpp"
#include "http/page_routes.hpp"
#include "http/problem.hpp"
#include "http/router.hpp"
#include "http/solver.hpp"
#include "queens/queens.hpp"

namespace queens::http {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds kGrace{2'500};

// Two, so that one long request does not keep a short one waiting.
constexpr int kSolvingThreads = 2;

// Who needs no token must be asked for by a name of this machine: see
// problems::kMisdirectedRequest.
Access access_of(const ServiceSettings& settings) {
  Access access{.token = settings.token, .open_metrics = settings.open_metrics};
  const std::string& address = settings.server.address;
  if (settings.token.empty() && is_loopback(address)) {
    access.hosts = {"localhost", "127.0.0.1", "[::1]", address};
  }
  return access;
}

job::JobsSettings with_metrics(job::JobsSettings settings, Metrics& metrics) {
  settings.wrote = [&metrics](double seconds) { metrics.count_write(seconds); };
  settings.runner.ended = [&metrics](const job::Job& job) { metrics.count_ended(job); };
  return settings;
}

Response kernels_response() {
  Json list = Json::array();
  for (const KernelInfo& kernel : kernels()) {
    list.push_back({{"name", kernel.name},
                    {"summary", kernel.summary},
                    {"needs", kernel.needs},
                    {"missing", kernel.missing},
                    {"joins", kernel.joins},
                    {"reference", kernel.reference}});
  }
  return {.body = Json{{"kernels", list}}.dump()};
}

}  // namespace

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

// In the order in which they depend on each other: the last ends first.
struct Service::Parts {
  explicit Parts(const ServiceSettings& settings)
      : solver(settings.jobs.runner.kernel, settings.jobs.runner.threads, metrics),
        jobs(with_metrics(settings.jobs, metrics)),
        router(access_of(settings), metrics, kSolvingThreads),
        server(settings.server, router) {
    add_page_routes(router);
    add_job_routes(router, jobs, settings.most_rows);
    add_solver_routes(settings.most_rows);
    add_watching_routes(!settings.token.empty());
  }

  void add_solver_routes(int most_rows) {
    router.add("POST", "/v1/solve", Place::solving, [this, most_rows](const Call& call) {
      static_cast<void>(read_query(call.request.query, {}));
      return Response{.body = solver.solve(read_solve_request(call.request, most_rows))};
    });
    router.add("GET", "/v1/estimate", Place::patient, [this, most_rows](const Call& call) {
      const auto parameters = read_query(call.request.query, {"n", "board", "seed"});
      const auto seed = parameters.find("seed");
      const std::uint64_t number =
          seed == parameters.end() ? 1 : read_number("seed", seed->second, 0, UINT64_MAX);
      return Response{.body = solver.estimate(read_board_query(parameters, most_rows), number)};
    });
    router.add("GET", "/v1/kernels", Place::server, [](const Call& call) {
      static_cast<void>(read_query(call.request.query, {}));
      return kernels_response();
    });
  }

  void add_watching_routes(bool with_token) {
    router.add("GET", "/healthz", Place::server,
               [](const Call&) { return Response{.body = R"({"status":"ok"})"}; });
    router.add("GET", "/readyz", Place::database, [this, with_token](const Call&) {
      const Json json = {{"status", "ready"},
                         {"bench", jobs.document(kBenchDocument).has_value()},
                         {"plot", has_page_file("uplot.js")},
                         {"token", with_token}};
      return Response{.body = json.dump()};
    });
    router.add("GET", "/metrics", Place::database, [this](const Call&) {
      return Response{.type = "text/plain; version=0.0.4; charset=utf-8",
                      .body = metrics.text(jobs.numbers())};
    });
  }

  Metrics metrics;
  Solver solver;
  job::Jobs jobs;
  Router router;
  Server server;
};

Service::Service(const ServiceSettings& settings) : parts_(std::make_unique<Parts>(settings)) {}

Service::~Service() {
  parts_->router.finish();
}

std::uint16_t Service::port() const {
  return parts_->server.port();
}

void Service::run(const std::function<bool()>& stop_asked) {
  const auto stopping = [this] {
    parts_->router.stop();
    parts_->solver.stop();
    parts_->jobs.stop();
  };
  parts_->server.run(stop_asked, stopping, kGrace);
}

}  // namespace queens::http
