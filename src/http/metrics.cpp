#include "http/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace queens::http {
namespace {

const prometheus::Histogram::BucketBoundaries kFast = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                       0.05,   0.1,   0.25,   1,     5};
const prometheus::Histogram::BucketBoundaries kSlow = {0.001, 0.01, 0.1,  1,     10,
                                                       60,    600,  3600, 36000, 360000};

}  // namespace

struct Metrics::Families {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Gauge>& jobs =
      prometheus::BuildGauge().Name("queens_jobs").Help("Jobs by state").Register(registry);
  prometheus::Gauge& queue = prometheus::BuildGauge()
                                 .Name("queens_queue_depth")
                                 .Help("Jobs that wait to be run")
                                 .Register(registry)
                                 .Add({});
  prometheus::Family<prometheus::Counter>& ended = prometheus::BuildCounter()
                                                       .Name("queens_jobs_ended_total")
                                                       .Help("Jobs that ended, by their state")
                                                       .Register(registry);
  prometheus::Family<prometheus::Histogram>& solve = prometheus::BuildHistogram()
                                                         .Name("queens_solve_seconds")
                                                         .Help("Time of counts that were finished")
                                                         .Register(registry);
  prometheus::Counter& nodes = prometheus::BuildCounter()
                                   .Name("queens_nodes_total")
                                   .Help("Nodes that finished counts visited")
                                   .Register(registry)
                                   .Add({});
  prometheus::Family<prometheus::Counter>& requests = prometheus::BuildCounter()
                                                          .Name("queens_http_requests_total")
                                                          .Help("Requests by route and status")
                                                          .Register(registry);
  prometheus::Histogram& latency = prometheus::BuildHistogram()
                                       .Name("queens_http_request_seconds")
                                       .Help("Time until a request's answer was made")
                                       .Register(registry)
                                       .Add({}, kFast);
  prometheus::Gauge& streams = prometheus::BuildGauge()
                                   .Name("queens_event_streams")
                                   .Help("Event streams that are open")
                                   .Register(registry)
                                   .Add({});
  prometheus::Histogram& writes = prometheus::BuildHistogram()
                                      .Name("queens_database_write_seconds")
                                      .Help("Time of a write to the database")
                                      .Register(registry)
                                      .Add({}, kFast);
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {}

Metrics::~Metrics() = default;

void Metrics::count_request(const std::string& route, const std::string& method, int status,
                            double seconds) {
  families_->requests
      .Add({{"route", route}, {"method", method}, {"status", std::to_string(status)}})
      .Increment();
  families_->latency.Observe(seconds);
}

void Metrics::count_streams(int change) {
  families_->streams.Increment(change);
}

void Metrics::count_write(double seconds) {
  families_->writes.Observe(seconds);
}

void Metrics::count_solve(double seconds, std::uint64_t nodes) {
  families_->solve.Add({{"kind", "request"}}, kSlow).Observe(seconds);
  families_->nodes.Increment(static_cast<double>(nodes));
}

void Metrics::count_ended(const job::Job& job) {
  families_->ended.Add({{"state", std::string(job::state_name(job.state))}}).Increment();
  if (!job.answer) return;
  families_->solve.Add({{"kind", "job"}}, kSlow).Observe(job.answer->seconds);
  families_->nodes.Increment(static_cast<double>(job.answer->nodes));
}

std::string Metrics::text(const std::map<job::State, std::uint64_t>& jobs) {
  for (const job::State state : {job::State::queued, job::State::running, job::State::done,
                                 job::State::failed, job::State::cancelled}) {
    const auto found = jobs.find(state);
    const double number = found == jobs.end() ? 0 : static_cast<double>(found->second);
    families_->jobs.Add({{"state", std::string(job::state_name(state))}}).Set(number);
    if (state == job::State::queued) families_->queue.Set(number);
  }
  return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace queens::http
