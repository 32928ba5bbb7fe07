#include "job/runner.hpp"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "job/first_solutions.hpp"
#include "job/foresight.hpp"
#include "queens/error.hpp"
#include "run/periodic.hpp"

namespace queens::job {
namespace {

using namespace std::chrono_literals;

// Foreseen nodes above which a job is long: some ten seconds of one core, n = 18 on empty boards.
constexpr double kLongNodes = 4e9;
// Boards for which planning alone would take long.
constexpr int kLongSize = 21;
constexpr std::chrono::milliseconds kPlanningTime = 250ms;

// For the first solutions before the count; afterwards there is another way to them.
constexpr std::chrono::milliseconds kOrderedTime = 1000ms;

constexpr std::chrono::milliseconds kRetry = 1000ms;

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::resources:
      return "resources";
    case ErrorCode::overflow:
      return "overflow";
    case ErrorCode::io:
      return "io";
    default:
      return "internal";
  }
}

int free_squares(const Board& board) {
  int squares = 0;
  for (int row = 0; row < board.size(); ++row) {
    squares += __builtin_popcount(board.free_columns(row));
  }
  return squares;
}

// Threads that this one starts are as patient, those of oneTBB too. Without the right to be it
// counts as well, only less politely.
void be_patient() {
  constexpr int kNice = 10;
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNice));
}

}  // namespace

struct Runner::Run {
  std::mutex mutex;  // guards the job
  Job job;
  CancelToken cancel;
  std::atomic<bool> out_of_time = false;
};

Runner::Runner(Store& store, Feed& feed, RunnerSettings settings)
    : store_(store), feed_(feed), settings_(std::move(settings)) {
  threads_.emplace_back([this] { work({Length::unknown, Length::brief}); });
  for (int i = 0; i < settings_.long_jobs; ++i) {
    threads_.emplace_back([this] { work({Length::long_}); });
  }
}

Runner::~Runner() {
  stop();
}

void Runner::wake() {
  const std::scoped_lock hold(mutex_);
  ++wakes_;
  woken_.notify_all();
}

void Runner::cancel(std::uint64_t id) {
  const std::scoped_lock hold(mutex_);
  if (const auto run = runs_.find(id); run != runs_.end()) run->second->cancel.request();
}

std::shared_ptr<Runner::Run> Runner::find(std::uint64_t id) {
  const std::scoped_lock hold(mutex_);
  const auto found = runs_.find(id);
  return found != runs_.end() ? found->second : nullptr;
}

std::int64_t Runner::revision(std::uint64_t id) {
  const std::shared_ptr<Run> run = find(id);
  if (run == nullptr) return 0;
  const std::scoped_lock hold(run->mutex);
  return run->job.revision;
}

void Runner::add_progress(Job& job) {
  const std::shared_ptr<Run> run = find(job.id);
  if (run == nullptr) return;
  const std::scoped_lock hold(run->mutex);
  if (job.state != State::running || run->job.state != State::running) return;
  job.revision = std::max(job.revision, run->job.revision);
  job.first_solutions = run->job.first_solutions;
  job.progress = run->job.progress;
}

void Runner::stop() {
  {
    const std::scoped_lock hold(mutex_);
    stopping_ = true;
    for (const auto& [id, run] : runs_) run->cancel.request();
    woken_.notify_all();
  }
  threads_.clear();
}

bool Runner::stopping() {
  const std::scoped_lock hold(mutex_);
  return stopping_;
}

void Runner::wait(std::chrono::milliseconds time) {
  std::unique_lock hold(mutex_);
  woken_.wait_for(hold, time, [this] { return stopping_; });
}

void Runner::work(const std::vector<Length>& lengths) {
  be_patient();
  while (true) {
    std::uint64_t seen = 0;
    {
      const std::scoped_lock hold(mutex_);
      if (stopping_) return;
      seen = wakes_;
    }
    try {
      if (work_once(lengths)) continue;
    } catch (const std::exception& error) {
      spdlog::error("jobs wait: {}", error.what());
      wait(kRetry);
      continue;
    }
    std::unique_lock hold(mutex_);
    woken_.wait(hold, [this, seen] { return stopping_ || wakes_ != seen; });
  }
}

// Does something for the next job; false where there is none.
bool Runner::work_once(const std::vector<Length>& lengths) {
  const std::optional<Job> job = store_.next(lengths);
  if (!job) return false;
  Length length = store_.length(job->id);
  if (length == Length::unknown) {
    length = is_long(*job) ? Length::long_ : Length::brief;
    if (length == Length::long_) {  // one of the others runs it
      store_.set_length(job->id, length);
      wake();
      return true;
    }
  }
  run(*job, length);
  return true;
}

bool Runner::is_long(const Job& job) const {
  const Board board = job.request.board();
  if (board.size() >= kLongSize && 2 * free_squares(board) > board.size() * board.size()) {
    return true;
  }
  const std::optional<double> nodes =
      nodes_foreseen(board, kPlanningTime, {.threads = 1, .kernel = settings_.kernel});
  return !nodes || *nodes > kLongNodes;
}

void Runner::run(const Job& job, Length length) {
  const auto run = std::make_shared<Run>();
  run->job = job;
  {
    // Before the store says that it runs, so that who cancels it then finds it.
    const std::scoped_lock hold(mutex_);
    if (stopping_ || !runs_.emplace(job.id, run).second) return;
  }
  struct Leave {
    Runner& runner;
    std::uint64_t id;
    ~Leave() {
      const std::scoped_lock hold(runner.mutex_);
      runner.runs_.erase(id);
    }
  };
  const Leave leave{*this, job.id};
  const std::optional<Job> started = store_.start(job.id);
  if (!started) return;
  {
    const std::scoped_lock hold(run->mutex);
    run->job = *started;
  }
  feed_.publish(*started);
  spdlog::info("job {}: n = {}{} begins", job.id, job.request.n,
               job.request.rows.empty() ? "" : " with blocked squares");
  run_started(*run, length);
}

void Runner::run_started(Run& run, Length length) {
  if (!run_to_end(run, length) || length != Length::long_) return;  // its checkpoint stays
  std::error_code ignored;
  std::filesystem::remove(checkpoint_of(run.job.id), ignored);
}

// Whether the job has ended, and not only this run of it.
bool Runner::run_to_end(Run& run, Length length) {
  const std::uint64_t id = run.job.id;
  const auto fail = [&](std::string_view code, const std::string& message) {
    const Failure failure{.code = std::string(code), .message = message};
    return conclude(run, [&] { return store_.fail(id, failure, revision(id)); });
  };
  try {
    const Answer answer = count_in(run, length);
    return conclude(run, [&] { return store_.finish(id, answer, revision(id)); });
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled) return fail(code_name(error.code()), error.what());
    if (run.out_of_time) return fail("time-limit", "the count took longer than a job may");
    if (!stopping()) return true;  // cancelled, as the store knows
    conclude(run, [&] { return store_.queue_again(id, revision(id)); });
    return false;
  } catch (const std::bad_alloc&) {
    return fail("resources", "the system grants too little memory");
  } catch (const std::exception& error) {
    return fail("internal", error.what());
  }
}

Options Runner::options_for(const Run& run, Length length) const {
  const std::uint64_t memory = settings_.memory != 0 ? settings_.memory : default_memory();
  const auto shares = static_cast<std::uint64_t>(settings_.long_jobs) + 1;
  return {.threads = settings_.threads,
          .priority = length == Length::brief ? Priority::high : run.job.request.priority,
          .kernel = settings_.kernel,
          .memory = std::max<std::uint64_t>(memory / shares, 1),
          .fundamental = run.job.request.fundamental,
          .cancel = run.cancel};
}

Answer Runner::count_in(Run& run, Length length) {
  const Request request = run.job.request;
  const Board board = request.board();
  std::optional<Periodic> alarm;
  if (settings_.job_time) {
    alarm.emplace(*settings_.job_time, [&run] {
      run.out_of_time = true;
      run.cancel.request();
    });
  }
  Options options = options_for(run, length);
  const auto k = static_cast<std::size_t>(request.first);
  std::optional<std::vector<Solution>> first =
      first_solutions_within(kOrderedTime, board, k, options);
  const auto publish = [this, &run](const auto& change) {
    const std::scoped_lock hold(run.mutex);
    const std::int64_t now =
        std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now())
            .time_since_epoch()
            .count();
    run.job.revision = std::max(run.job.revision + 1, now);
    change(run.job);
    feed_.publish(run.job);
  };
  if (first) publish([&first](Job& job) { job.first_solutions = first; });
  options.progress = [&publish](const Progress& progress) {
    publish([&progress](Job& job) { job.progress = progress; });
  };
  if (length == Length::long_) watch_checkpoint(run, options);
  const CountResult result = count(board, options);
  if (!first) first = first_solutions_by_counts(board, k, result.total, options);
  return {.total = result.total,
          .fundamental = result.fundamental,
          .solutions = std::move(*first),
          .seconds = result.elapsed.count(),
          .threads = result.threads,
          .method = result.method,
          .kernel = result.kernel,
          .subproblems = result.subproblems,
          .nodes = result.nodes};
}

// Has the count keep a checkpoint. One that cannot be used any more is set aside.
void Runner::watch_checkpoint(Run& run, Options& options) {
  const std::uint64_t id = run.job.id;
  options.checkpoint.file = checkpoint_of(id);
  options.checkpoint.interval = settings_.checkpoint_interval;
  if (std::filesystem::exists(options.checkpoint.file)) {
    try {
      static_cast<void>(check_checkpoint(run.job.request.board(), options));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_input && error.code() != ErrorCode::unsupported_file) {
        throw;
      }
      spdlog::warn("job {} begins anew: {}", id, error.what());
      std::filesystem::rename(options.checkpoint.file, options.checkpoint.file.string() + ".bad");
    }
  }
  const auto failing = std::make_shared<bool>(false);
  options.checkpoint.report = [id, failing](const CheckpointReport& report) {
    if (report.resumed) spdlog::info("job {} goes on after {} subproblems", id, report.subproblems);
    if (std::exchange(*failing, !report.error.empty()) == *failing) return;
    if (*failing) {
      spdlog::warn("job {}: {}; it goes on, and the last checkpoint stays", id, report.error);
    } else {
      spdlog::info("job {}: the checkpoint is being written again", id);
    }
  };
}

// Writes how the run ended, and again until it is written: an answer is not lost because the disk
// is full for a while. False where the service stops before that.
bool Runner::conclude(const Run& run, const std::function<std::optional<Job>()>& change) {
  const std::uint64_t id = run.job.id;
  while (true) {
    try {
      const std::optional<Job> job = change();
      if (!job) return true;  // cancelled meanwhile
      spdlog::info("job {} is {}{}", id, state_name(job->state),
                   job->failure ? ": " + job->failure->message : "");
      if (settings_.ended && is_final(job->state)) settings_.ended(*job);
      feed_.publish(*job);
      return true;
    } catch (const StoreError& error) {
      spdlog::error("job {} waits for its end to be written: {}", id, error.what());
      if (stopping()) return false;  // found to be running at the next start, and run again
      wait(kRetry);
    }
  }
}

std::filesystem::path Runner::checkpoint_of(std::uint64_t id) const {
  return settings_.checkpoints / (std::to_string(id) + ".checkpoint");
}

}  // namespace queens::job
