#pragma once

// Rows of the table `jobs` as jobs, and back.

#include <SQLiteCpp/Statement.h>

#include "job/job.hpp"

namespace queens::job {

/// The job in the statement's present row, which holds all columns.
Job job_in(const SQLite::Statement& row);

/// Sets :n, :rows, :first, :fundamental and :priority.
void bind_request(SQLite::Statement& statement, const Request& request);

/// Sets :total, :fundamental, :solutions, :seconds, :threads, :method, :kernel, :subproblems and
/// :nodes.
void bind_answer(SQLite::Statement& statement, const Answer& answer);

}  // namespace queens::job
