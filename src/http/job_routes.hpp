#pragma once

#include "http/router.hpp"
#include "job/jobs.hpp"

namespace queens::http {

/// /v1/jobs and what is below it, and /v1/bench. Boards of more rows than `most_rows` are refused.
void add_job_routes(Router& router, job::Jobs& jobs, int most_rows);

/// The name of the document that /v1/bench keeps.
inline constexpr const char* kBenchDocument = "bench";

}  // namespace queens::http
