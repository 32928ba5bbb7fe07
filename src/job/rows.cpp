#include "job/rows.hpp"

#include <SQLiteCpp/Column.h>

namespace queens::job {
namespace {

// A solution is a byte a row.
std::string bytes_of(const std::vector<Solution>& solutions) {
  std::string bytes;
  for (const Solution& solution : solutions) bytes.append(solution.begin(), solution.end());
  return bytes;
}

std::vector<Solution> solutions_in(const std::string& bytes, int n) {
  std::vector<Solution> solutions;
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
    const std::string one = bytes.substr(at, size);
    solutions.emplace_back(one.begin(), one.end());
  }
  return solutions;
}

Count count_in(const std::string& digits) {
  Count count;
  for (const char digit : digits) {
    count *= 10;
    count += static_cast<std::uint64_t>(digit - '0');
  }
  return count;
}

Time time_in(const SQLite::Column& column) {
  return Time(std::chrono::milliseconds(column.getInt64()));
}

std::optional<Time> time_if_any(const SQLite::Column& column) {
  if (column.isNull()) return std::nullopt;
  return time_in(column);
}

std::uint64_t number_in(const SQLite::Column& column) {
  return static_cast<std::uint64_t>(column.getInt64());
}

Request request_in(const SQLite::Statement& row) {
  return {.n = row.getColumn("n").getInt(),
          .rows = row.getColumn("rows").getString(),
          .first = row.getColumn("first").getInt(),
          .fundamental = row.getColumn("fundamental").getInt() != 0,
          .priority = static_cast<Priority>(row.getColumn("priority").getInt())};
}

Answer answer_in(const SQLite::Statement& row, int n) {
  Answer answer{.total = count_in(row.getColumn("total").getString()),
                .solutions = solutions_in(row.getColumn("solutions").getString(), n),
                .seconds = row.getColumn("seconds").getDouble(),
                .threads = row.getColumn("threads").getInt(),
                .method = row.getColumn("method").getString(),
                .kernel = row.getColumn("kernel").getString(),
                .subproblems = number_in(row.getColumn("subproblems")),
                .nodes = number_in(row.getColumn("nodes"))};
  if (const SQLite::Column fundamental = row.getColumn("fundamental_total");
      !fundamental.isNull()) {
    answer.fundamental = count_in(fundamental.getString());
  }
  return answer;
}

}  // namespace

Job job_in(const SQLite::Statement& row) {
  Job job{.id = number_in(row.getColumn("id")),
          .state = state_named(row.getColumn("state").getString()).value(),
          .request = request_in(row),
          .created = time_in(row.getColumn("created")),
          .started = time_if_any(row.getColumn("started")),
          .finished = time_if_any(row.getColumn("finished")),
          .revision = row.getColumn("revision").getInt64()};
  if (job.state == State::done) job.answer = answer_in(row, job.request.n);
  if (job.state == State::failed) {
    job.failure = Failure{.code = row.getColumn("failure_code").getString(),
                          .message = row.getColumn("failure").getString()};
  }
  return job;
}

void bind_request(SQLite::Statement& statement, const Request& request) {
  statement.bind(":n", request.n);
  statement.bind(":rows", request.rows);
  statement.bind(":first", request.first);
  statement.bind(":fundamental", request.fundamental ? 1 : 0);
  statement.bind(":priority", static_cast<int>(request.priority));
}

void bind_answer(SQLite::Statement& statement, const Answer& answer) {
  const std::string solutions = bytes_of(answer.solutions);
  statement.bind(":total", answer.total.to_string());
  if (answer.fundamental) statement.bind(":fundamental", answer.fundamental->to_string());
  statement.bind(":solutions", solutions.data(), static_cast<int>(solutions.size()));
  statement.bind(":seconds", answer.seconds);
  statement.bind(":threads", answer.threads);
  statement.bind(":method", answer.method);
  statement.bind(":kernel", answer.kernel);
  statement.bind(":subproblems", static_cast<std::int64_t>(answer.subproblems));
  statement.bind(":nodes", static_cast<std::int64_t>(answer.nodes));
}

}  // namespace queens::job
