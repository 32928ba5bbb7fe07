#include "cli/report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cli/exit_code.hpp"

namespace queens::cli {
namespace {

const std::vector<std::string> kForms = {"json", "csv", "markdown", "svg"};

std::string padded(const std::string& text, std::size_t width, bool left) {
  return left ? fmt::format("{:<{}}", text, width) : fmt::format("{:>{}}", text, width);
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t width = table.columns[i].title.size();
    for (const auto& row : table.rows) width = std::max(width, row[i].shown.size());
    widths.push_back(width);
  }
  return widths;
}

// Lines of aligned cells between the given marks; `cell` says what stands in a column.
template <typename CellText>
std::string aligned_line(const Table& table, const std::vector<std::size_t>& widths,
                         const std::string& before, const std::string& between,
                         const std::string& after, const CellText& cell) {
  std::string line;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title.empty()) continue;
    line += line.empty() ? before : between;
    line += padded(cell(i), widths[i], table.columns[i].words);
  }
  line += after;
  while (line.ends_with(' ')) line.pop_back();
  return line + '\n';
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string report_markdown(const Report& report) {
  std::string text = report.heading + "\n\n" + table_markdown(report.table);
  for (const std::string& note : report.notes) text += "\n" + note + "\n";
  return text;
}

std::string in_form(const Report& report, const std::string& form) {
  if (form == "json") return report.json;
  if (form == "csv") return table_csv(report.table);
  if (form == "markdown") return report_markdown(report);
  return report.svg;
}

}  // namespace

std::string table_text(const Table& table) {
  const std::vector<std::size_t> widths = widths_of(table);
  const auto title = [&table](std::size_t i) { return table.columns[i].title; };
  std::string text = aligned_line(table, widths, "", "  ", "", title);
  for (const auto& row : table.rows) {
    text +=
        aligned_line(table, widths, "", "  ", "", [&row](std::size_t i) { return row[i].shown; });
  }
  return text;
}

std::string table_markdown(const Table& table) {
  const std::vector<std::size_t> widths = widths_of(table);
  const auto title = [&table](std::size_t i) { return table.columns[i].title; };
  std::string text = aligned_line(table, widths, "| ", " | ", " |", title);
  text += aligned_line(table, widths, "| ", " | ", " |", [&table](std::size_t i) {
    return std::string(table.columns[i].words ? "---" : "---:");
  });
  for (const auto& row : table.rows) {
    text += aligned_line(table, widths, "| ", " | ", " |",
                         [&row](std::size_t i) { return row[i].shown; });
  }
  return text;
}

std::string table_csv(const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += (i == 0 ? "" : ",") + table.columns[i].key;
  }
  text += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      text += (i == 0 ? "" : ",") + csv_field(row[i].value);
    text += '\n';
  }
  return text;
}

std::string report_text(const Report& report) {
  std::string text = report.heading + "\n\n" + table_text(report.table);
  if (!report.notes.empty()) text += '\n';
  for (const std::string& note : report.notes) text += note + '\n';
  return text;
}

void add_report_files(Arguments& arguments) {
  const std::string where = " into FILE ('-': standard output, in place of the table)";
  arguments.add_value("Output", "json", "FILE", "Write every single run" + where);
  arguments.add_value("Output", "csv", "FILE", "Write the table" + where);
  arguments.add_value("Output", "markdown", "FILE", "Write the table" + where);
  arguments.add_value("Output", "svg", "FILE", "Draw speed-up and times" + where);
}

ReportFiles::ReportFiles(const Arguments& arguments, const CancelToken& cancel) {
  bool printed = false;
  for (const std::string& form : kForms) {
    if (!arguments.has(form)) continue;
    const std::string path = arguments.text(form);
    if (path == "-" && std::exchange(printed, true)) {
      throw UsageError("only one of --json, --csv, --markdown and --svg can be '-'");
    }
    files_.push_back({form, std::make_unique<Output>(path, cancel)});
  }
  if (!printed) text_ = std::make_unique<Output>(cancel);
}

void ReportFiles::write(const Report& report) {
  for (const File& file : files_) {
    file.output->write(in_form(report, file.form));
    file.output->commit();
  }
  if (text_ == nullptr) return;
  text_->write(report_text(report));
  text_->commit();
}

std::string rate_text(double rate) {
  static constexpr std::array kUnits = {"", " k", " M", " G", " T", " P", " E"};
  std::size_t unit = 0;
  constexpr double kThousand = 999.5;  // is shown as 1000
  for (; rate >= kThousand && unit + 1 < kUnits.size(); ++unit) rate /= 1000;
  const int decimals = rate >= 99.95 ? 0 : rate >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f}{}", rate, decimals, kUnits[unit]);
}

std::string seconds_cell(double seconds) {
  const double digits = seconds > 0 ? std::floor(std::log10(seconds)) : 0;
  return fmt::format("{:.{}f}", seconds, static_cast<int>(std::clamp(3 - digits, 0.0, 6.0)));
}

std::string number_value(double number) {
  return fmt::format("{}", number);
}

}  // namespace queens::cli
