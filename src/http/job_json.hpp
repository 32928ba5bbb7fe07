#pragma once

#include <nlohmann/json_fwd.hpp>

#include "job/job.hpp"

namespace queens::http {

/// A job as the API shows it: see openapi.json. `solutions` is left out where it would come too
/// often.
nlohmann::ordered_json job_json(const job::Job& job, bool with_solutions);

}  // namespace queens::http
