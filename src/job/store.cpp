#include "job/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "job/rows.hpp"
#include "queens/error.hpp"
#include "store/atomic_file.hpp"

namespace queens::job {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kVersion = 1;  // of the tables
constexpr int kBusyMilliseconds = 5000;

constexpr const char* kTables = R"(
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  n INTEGER NOT NULL,
  rows TEXT NOT NULL,
  first INTEGER NOT NULL,
  fundamental INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  key TEXT UNIQUE,
  length INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  started INTEGER,
  finished INTEGER,
  revision INTEGER NOT NULL,
  total TEXT,
  fundamental_total TEXT,
  solutions BLOB,
  seconds REAL,
  threads INTEGER,
  method TEXT,
  kernel TEXT,
  subproblems INTEGER,
  nodes INTEGER,
  failure_code TEXT,
  failure TEXT
) STRICT;
CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE TABLE documents (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
PRAGMA user_version = 1;
)";

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::int64_t signed_id(std::uint64_t id) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(id, INT64_MAX));
}

std::filesystem::path created(const std::filesystem::path& folder) {
  try {
    create_folder(folder);
  } catch (const Error& error) {
    throw StoreError(error.what());
  }
  return folder;
}

[[noreturn]] void translate(const SQLite::Exception& error) {
  const std::string message = std::string("the database: ") + error.what();
  if (error.getErrorCode() == SQLITE_FULL) throw DiskFull(message);
  throw StoreError(message);
}

}  // namespace

// The connection, and the lock without which nobody uses it.
class Store::Database {
  // Held by the process that works in the folder.
  class Lock {
   public:
    explicit Lock(const std::filesystem::path& file)
        : fd_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
      if (fd_ < 0) throw StoreError("cannot write " + file.string());
      if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
      ::close(fd_);
      throw FolderRefused(file.parent_path().string() + " is in use by another process");
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { ::close(fd_); }

   private:
    int fd_;
  };

 public:
  Database(const std::filesystem::path& folder, std::function<void(double)> wrote)
      : wrote_(std::move(wrote)),
        folder_lock_(created(folder) / "lock"),
        connection_((folder / "jobs.sqlite").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                    kBusyMilliseconds) {
    connection_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    const int version = connection_.execAndGet("PRAGMA user_version").getInt();
    if (version > kVersion) {
      throw FolderRefused("the database in " + folder.string() + " is of a newer version");
    }
    SQLite::Transaction change(connection_, SQLite::TransactionBehavior::IMMEDIATE);
    if (version == 0) connection_.exec(kTables);
    SQLite::Statement again(connection_,
                            "UPDATE jobs SET state = 'queued', revision = max(revision + 1, ?) "
                            "WHERE state = 'running'");
    again.bind(1, now());
    again.exec();
    change.commit();
  }

  // Calls the function with the connection; its errors become ours.
  template <typename Function>
  auto read(const Function& function) {
    const std::scoped_lock hold(mutex_);
    try {
      return function(connection_);
    } catch (const SQLite::Exception& error) {
      translate(error);
    }
  }

  // The same in a transaction.
  template <typename Function>
  auto write(const Function& function) {
    const Clock::time_point start = Clock::now();
    auto result = read([&function](SQLite::Database& connection) {
      SQLite::Transaction change(connection, SQLite::TransactionBehavior::IMMEDIATE);
      auto value = function(connection);
      change.commit();
      return value;
    });
    if (wrote_) wrote_(std::chrono::duration<double>(Clock::now() - start).count());
    return result;
  }

  static std::optional<Job> find(SQLite::Database& connection, std::uint64_t id) {
    SQLite::Statement query(connection, "SELECT * FROM jobs WHERE id = ?");
    query.bind(1, signed_id(id));
    if (!query.executeStep()) return std::nullopt;
    return job_in(query);
  }

  // Runs "UPDATE jobs SET ... WHERE id = :id AND state ...", whose other parameters `bind` sets.
  template <typename Bind>
  std::optional<Job> change(std::uint64_t id, std::int64_t seen, const std::string& assignments,
                            const std::string& from, const Bind& bind) {
    return write([&](SQLite::Database& connection) -> std::optional<Job> {
      SQLite::Statement update(connection,
                               "UPDATE jobs SET revision = max(revision + 1, :now, :seen + 1), " +
                                   assignments + " WHERE id = :id AND state " + from);
      update.bind(":now", now());
      update.bind(":seen", seen);
      update.bind(":id", signed_id(id));
      bind(update);
      if (update.exec() == 0) return std::nullopt;
      return find(connection, id);
    });
  }

 private:
  std::function<void(double)> wrote_;
  Lock folder_lock_;
  std::mutex mutex_;
  SQLite::Database connection_;
};

Store::Store(const std::filesystem::path& folder, std::function<void(double)> wrote) {
  try {
    database_ = std::make_unique<Database>(folder, std::move(wrote));
  } catch (const SQLite::Exception& error) {
    translate(error);
  }
}

Store::~Store() = default;

Submitted Store::submit(const Request& request, const std::string& key, std::size_t most_queued) {
  return database_->write([&](SQLite::Database& connection) -> Submitted {
    if (!key.empty()) {
      SQLite::Statement query(connection, "SELECT * FROM jobs WHERE key = ?");
      query.bind(1, key);
      if (query.executeStep()) {
        Job job = job_in(query);
        if (job.request != request) throw KeyConflict();
        return {.job = std::move(job), .existed = true};
      }
    }
    SQLite::Statement queued(connection, "SELECT count(*) FROM jobs WHERE state = 'queued'");
    queued.executeStep();
    if (static_cast<std::size_t>(queued.getColumn(0).getInt64()) >= most_queued) throw QueueFull();
    SQLite::Statement insert(connection,
                             "INSERT INTO jobs (state, n, rows, first, fundamental, priority, key, "
                             "created, revision) VALUES ('queued', :n, :rows, :first, "
                             ":fundamental, :priority, :key, :now, :now)");
    bind_request(insert, request);
    if (!key.empty()) insert.bind(":key", key);
    insert.bind(":now", now());
    insert.exec();
    const auto id = static_cast<std::uint64_t>(connection.getLastInsertRowid());
    return {.job = Database::find(connection, id).value()};
  });
}

std::optional<Job> Store::find(std::uint64_t id) {
  return database_->read(
      [id](SQLite::Database& connection) { return Database::find(connection, id); });
}

Page Store::list(const Filter& filter) {
  return database_->read([&filter](SQLite::Database& connection) {
    std::string states;
    for (const State state : filter.states) {
      states += (states.empty() ? "'" : ", '") + std::string(state_name(state)) + "'";
    }
    SQLite::Statement query(connection,
                            "SELECT * FROM jobs WHERE id < :before" +
                                (states.empty() ? "" : " AND state IN (" + states + ")") +
                                " ORDER BY id DESC LIMIT :limit");
    query.bind(":before", signed_id(filter.before));
    query.bind(":limit", filter.limit + 1);
    Page page;
    while (query.executeStep()) page.jobs.push_back(job_in(query));
    if (page.jobs.size() > static_cast<std::size_t>(filter.limit)) {
      page.jobs.pop_back();
      page.next = page.jobs.back().id;
    }
    return page;
  });
}

std::map<State, std::uint64_t> Store::numbers() {
  return database_->read([](SQLite::Database& connection) {
    SQLite::Statement query(connection, "SELECT state, count(*) FROM jobs GROUP BY state");
    std::map<State, std::uint64_t> numbers;
    while (query.executeStep()) {
      numbers[state_named(query.getColumn(0).getString()).value()] =
          static_cast<std::uint64_t>(query.getColumn(1).getInt64());
    }
    return numbers;
  });
}

std::optional<Job> Store::next(const std::vector<Length>& lengths) {
  return database_->read([&lengths](SQLite::Database& connection) -> std::optional<Job> {
    std::string list;
    for (const Length length : lengths) {
      list += (list.empty() ? "" : ", ") + std::to_string(static_cast<int>(length));
    }
    SQLite::Statement query(connection,
                            "SELECT * FROM jobs WHERE state = 'queued' AND length IN (" + list +
                                ") ORDER BY priority DESC, started IS NULL, id LIMIT 1");
    if (!query.executeStep()) return std::nullopt;
    return job_in(query);
  });
}

Length Store::length(std::uint64_t id) {
  return database_->read([id](SQLite::Database& connection) {
    SQLite::Statement query(connection, "SELECT length FROM jobs WHERE id = ?");
    query.bind(1, signed_id(id));
    return query.executeStep() ? static_cast<Length>(query.getColumn(0).getInt()) : Length::unknown;
  });
}

void Store::set_length(std::uint64_t id, Length length) {
  database_->write([id, length](SQLite::Database& connection) {
    SQLite::Statement update(connection, "UPDATE jobs SET length = ? WHERE id = ?");
    update.bind(1, static_cast<int>(length));
    update.bind(2, signed_id(id));
    return update.exec();
  });
}

std::optional<Job> Store::start(std::uint64_t id) {
  return database_->change(id, 0, "state = 'running', started = coalesce(started, :now)",
                           "= 'queued'", [](SQLite::Statement&) {});
}

std::optional<Job> Store::queue_again(std::uint64_t id, std::int64_t seen) {
  return database_->change(id, seen, "state = 'queued'", "= 'running'", [](SQLite::Statement&) {});
}

std::optional<Job> Store::finish(std::uint64_t id, const Answer& answer, std::int64_t seen) {
  return database_->change(
      id, seen,
      "state = 'done', finished = :now, total = :total, fundamental_total = :fundamental, "
      "solutions = :solutions, seconds = :seconds, threads = :threads, method = :method, "
      "kernel = :kernel, subproblems = :subproblems, nodes = :nodes",
      "= 'running'", [&answer](SQLite::Statement& update) { bind_answer(update, answer); });
}

std::optional<Job> Store::fail(std::uint64_t id, const Failure& failure, std::int64_t seen) {
  return database_->change(
      id, seen, "state = 'failed', finished = :now, failure_code = :code, failure = :message",
      "= 'running'", [&failure](SQLite::Statement& update) {
        update.bind(":code", failure.code);
        update.bind(":message", failure.message);
      });
}

std::optional<Job> Store::cancel(std::uint64_t id, std::int64_t seen) {
  return database_->change(id, seen, "state = 'cancelled', finished = :now",
                           "IN ('queued', 'running')", [](SQLite::Statement&) {});
}

std::optional<std::string> Store::document(const std::string& name) {
  return database_->read([&name](SQLite::Database& connection) -> std::optional<std::string> {
    SQLite::Statement query(connection, "SELECT text FROM documents WHERE name = ?");
    query.bind(1, name);
    if (!query.executeStep()) return std::nullopt;
    return query.getColumn(0).getString();
  });
}

void Store::set_document(const std::string& name, const std::string& text) {
  database_->write([&](SQLite::Database& connection) {
    SQLite::Statement insert(connection,
                             "INSERT INTO documents (name, text) VALUES (?, ?) "
                             "ON CONFLICT (name) DO UPDATE SET text = excluded.text");
    insert.bind(1, name);
    insert.bind(2, text);
    return insert.exec();
  });
}

}  // namespace queens::job
