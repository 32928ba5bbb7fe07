#include "cli/watching.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/client_job.hpp"
#include "cli/client_options.hpp"
#include "cli/descriptor.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/output.hpp"
#include "cli/progress_display.hpp"
#include "json/result.hpp"

namespace queens::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{100};
constexpr milliseconds kLongestPause{5'000};
constexpr std::chrono::minutes kPatience{1};

bool line_wanted(const Arguments& arguments) {
  const bool never = arguments.has("progress") && arguments.text("progress") == "never";
  return !never && !arguments.flag("quiet");
}

// The state of a job on a terminal, as `queens count` shows that of its count.
class JobDisplay {
 public:
  explicit JobDisplay(const Arguments& arguments)
      : progress_(arguments), line_(line_wanted(arguments)) {}

  void show(const ClientJob& job) {
    if (job.state == "queued") {
      show("job " + job.id + " is queued");
    } else if (job.progress) {
      line_.erase();
      progress_.show(*job.progress);
    }
  }

  void show(const std::string& text) {
    progress_.clear();
    line_.show(text);
  }

  void clear() {
    progress_.clear();
    line_.erase();
  }

  void finish(CountResult result) {
    line_.erase();
    result.per_thread = {{.nodes = result.nodes}};  // which is where its nodes are looked for
    progress_.finish(result);
  }

  // A line of its own, where that does not mean to wait.
  void tell(spdlog::level::level_enum level, const std::string& text) {
    clear();
    if (writable_now(STDERR_FILENO)) spdlog::log(level, "{}", one_line(text));
  }

 private:
  ProgressDisplay progress_;
  ProgressLine line_;
};

// Prints the first solutions as soon as they are told, once, and the total when it is known; or a
// record in the end.
class JobPrinter {
 public:
  JobPrinter(const Arguments& arguments, const CancelToken& cancel)
      : json_(arguments.choice("format") == "json"), output_(cancel) {}

  [[nodiscard]] bool has_news(const ClientJob& job) const {
    return job.result || (job.solutions && !solutions_);
  }

  void print(const ClientJob& job) {
    if (job.solutions && !solutions_) {
      solutions_ = job.solutions;
      if (!json_) print_solutions();
    }
    if (!job.result) return;
    output_.write(
        json_ ? json::result_json(job.n, *job.result, solutions_ ? &*solutions_ : nullptr, false)
                        .dump() +
                    '\n'
              : totals_text(*job.result));
    output_.commit();
  }

 private:
  void print_solutions() {
    for (const Solution& solution : *solutions_) output_.write(columns_text(solution) + '\n');
    output_.flush();
  }

  bool json_;
  std::optional<std::vector<Solution>> solutions_;
  Output output_;
};

class Watcher {
 public:
  Watcher(const http::Client& client, std::string id, const Arguments& arguments,
          const CancelToken& cancel)
      : client_(client),
        id_(std::move(id)),
        cancel_(cancel),
        display_(arguments),
        printer_(arguments, cancel) {}

  void watch() {
    try {
      while (!follow()) recover();
    } catch (const Error&) {
      if (cancel_.requested()) {
        display_.tell(spdlog::level::info, "job " + id_ + " goes on at the server; 'queens watch " +
                                               id_ + "' follows it, 'queens cancel " + id_ +
                                               "' ends it");
      }
      throw;
    }
  }

 private:
  // One stream; true when the job's end has been seen and told.
  bool follow() {
    try {
      const http::Answer answer =
          client_.stream(job_path(id_) + "/events", last_event_,
                         [this](const http::ServerEvent& event) { return take(event); });
      if (ended_) return true;
      // Nothing more to come, but we know of no end: what we named is not what it knows.
      if (answer.status == 204) last_event_.clear();
      if (answer.good()) {
        connected();
      } else {
        refused(answer);
      }
    } catch (const http::ConnectionError& error) {
      failed(error.what());
    }
    return false;
  }

  // True if more is wanted.
  bool take(const http::ServerEvent& event) {
    connected();
    pause_ = kFirstPause;
    last_event_ = event.id;
    const ClientJob job = job_of(parse_answer(event.data));
    if (reader_gone(STDOUT_FILENO)) throw ReaderGone();
    display_.show(job);
    if (printer_.has_news(job)) {
      display_.clear();
      if (job.result) display_.finish(*job.result);
      printer_.print(job);
    }
    if (!job.ended()) return true;
    ended_ = true;
    display_.clear();
    if (job.state == "failed") throw ServerFailed("job " + id_ + " failed: " + job.error);
    if (job.state == "cancelled") {
      throw Error(ErrorCode::cancelled, "job " + id_ + " was cancelled");
    }
    return false;
  }

  void connected() {
    answered_ = Clock::now();
    if (warned_) display_.tell(spdlog::level::info, "the server answers again");
    warned_ = false;
  }

  void refused(const http::Answer& answer) {
    try {
      throw_refusal(client_, answer);
    } catch (const ServerFailed& error) {
      failed(error.what());
    }
  }

  // A server that has answered before may be about to start again.
  void failed(const std::string& why) {
    if (!answered_) throw ServerFailed(why);
    if (Clock::now() - *answered_ >= kPatience) throw ServerFailed(why + "; given up");
    if (!warned_) display_.tell(spdlog::level::warn, why + "; trying again for a minute");
    warned_ = true;
    display_.show("waiting for the server");
  }

  void recover() {
    pause_for(pause_, cancel_);
    pause_ = std::min(2 * pause_, kLongestPause);
  }

  const http::Client& client_;
  std::string id_;
  CancelToken cancel_;
  JobDisplay display_;
  JobPrinter printer_;
  std::string last_event_;
  bool ended_ = false;
  bool warned_ = false;
  std::optional<Clock::time_point> answered_;
  milliseconds pause_ = kFirstPause;
};

}  // namespace

void add_watch_options(Arguments& arguments) {
  arguments.add_choice("Output", "f,format", "FORMAT", {"text", "json"},
                       "text or json (default: text)");
  add_progress_options(arguments);
}

void check_watch_options(const Arguments& arguments) {
  check_progress_options(arguments);
  static_cast<void>(arguments.choice("format"));
}

void watch_job(const http::Client& client, const std::string& id, const Arguments& arguments,
               const CancelToken& cancel) {
  Watcher(client, id, arguments, cancel).watch();
}

}  // namespace queens::cli
