#pragma once

// A table with what belongs to it, printed for people and written for programs.

#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/output.hpp"

namespace queens::cli {

struct Column {
  std::string title;   ///< for people; empty where the column is for programs only
  std::string key;     ///< for programs
  bool words = false;  ///< set left, not right
};

/// What a cell shows, and its full value; both are empty or "-" for none.
struct Cell {
  std::string shown;
  std::string value;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

std::string table_text(const Table& table);
std::string table_markdown(const Table& table);
std::string table_csv(const Table& table);

/// A result in all its forms.
struct Report {
  std::string heading;
  Table table;
  std::vector<std::string> notes;  ///< a line each
  std::string json;
  std::string svg;
};

std::string report_text(const Report& report);

/// --json, --csv, --markdown and --svg FILE.
void add_report_files(Arguments& arguments);

/// The files that a report goes to, opened before the work begins, so that one that cannot be
/// written is an error at once.
class ReportFiles {
 public:
  ReportFiles(const Arguments& arguments, const CancelToken& cancel);

  /// Writes all files, and the text on standard output where none of them goes there.
  void write(const Report& report);

 private:
  struct File {
    std::string form;  // the option's name
    std::unique_ptr<Output> output;
  };
  std::vector<File> files_;
  std::unique_ptr<Output> text_;
};

/// 1234567 as "1.23 M", with three digits that count.
std::string rate_text(double rate);

/// 0.0123 s as "0.01230": four digits that count, at most six after the point.
std::string seconds_cell(double seconds);

/// The shortest text that reads back as the same number.
std::string number_value(double number);

}  // namespace queens::cli
