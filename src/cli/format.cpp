#include "cli/format.hpp"

#include <spdlog/fmt/fmt.h>

namespace queens::cli {

std::string columns_text(std::span<const std::uint8_t> columns, char separator) {
  std::string text;
  text.reserve(columns.size() * 3);
  for (const std::uint8_t column : columns) {
    if (!text.empty()) text += separator;
    const int number = column + 1;  // two digits at most
    if (number >= 10) text += static_cast<char>('0' + number / 10);
    text += static_cast<char>('0' + number % 10);
  }
  return text;
}

std::string totals_text(const CountResult& result) {
  std::string text = result.total.to_string() + '\n';
  if (result.fundamental) text += result.fundamental->to_string() + '\n';
  return text;
}

std::string board_drawing(std::span<const std::uint8_t> columns) {
  std::string text;
  text.reserve(columns.size() * (columns.size() + 1));
  for (const std::uint8_t column : columns) {
    std::string row(columns.size(), '.');
    row[column] = 'Q';
    text += row;
    text += '\n';
  }
  return text;
}

std::string result_csv(int board_size, const CountResult& result,
                       const std::vector<Solution>* solutions) {
  std::string header = "n,total";
  std::string record = fmt::format("{},{}", board_size, result.total.to_string());
  if (result.fundamental) {
    header += ",fundamental";
    record += "," + result.fundamental->to_string();
  }
  if (solutions != nullptr) {
    header += ",solutions";
    std::string list;
    for (const Solution& solution : *solutions) {
      list += (list.empty() ? "" : ";") + columns_text(solution);
    }
    record += "," + list;
  }
  header += ",seconds,threads,method,kernel,subproblems,nodes";
  record += fmt::format(",{},{},{},{},{},{}", result.elapsed.count(), result.threads, result.method,
                        result.kernel, result.subproblems, result.nodes);
  return header + '\n' + record + '\n';
}

std::string one_line(const std::string& message) {
  std::string line;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    line += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return line;
}

std::string verification_text(const Verification& verification) {
  return fmt::format(
      "{} subproblems counted again with kernel {} and {} parts of the board by the other method{} "
      "agree",
      verification.subproblems, verification.kernel, verification.slices,
      verification.remark.empty() ? "" : " (" + verification.remark + ')');
}

std::string cpus_text() {
  const CpuLimits limits = cpu_limits();
  const std::string quota = limits.quota ? fmt::format("quota {:.2f}", *limits.quota) : "no quota";
  return fmt::format("{} ({} by affinity, {})", available_cpus(), limits.affinity, quota);
}

std::string stats_text(const CountResult& result) {
  static constexpr auto kRow = "{:>6} {:>11} {:>18} {:>24} {:>10} {:>13}\n";
  std::string text =
      fmt::format(kRow, "thread", "subproblems", "nodes", "solutions", "seconds", "nodes/s");
  std::uint64_t nodes_now = 0;  // without those of a checkpoint, which took none of the time
  for (const ThreadStats& thread : result.per_thread) nodes_now += thread.nodes;
  const auto add_row = [&text](const std::string& name, const ThreadStats& stats,
                               std::uint64_t nodes) {
    const double seconds = stats.busy.count();
    const double rate = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
    text += fmt::format(kRow, name, stats.subproblems, stats.nodes, stats.solutions.to_string(),
                        fmt::format("{:.3f}", seconds), fmt::format("{:.4g}", rate));
  };
  for (std::size_t i = 0; i < result.per_thread.size(); ++i) {
    add_row(std::to_string(i + 1), result.per_thread[i], result.per_thread[i].nodes);
  }
  if (result.resumed > 0) {
    text +=
        fmt::format("{:>6} {:>11} {:>18}\n", "before", result.resumed, result.nodes - nodes_now);
  }
  add_row("all",
          {.subproblems = result.subproblems,
           .nodes = result.nodes,
           .solutions = result.total,
           .busy = result.elapsed},
          nodes_now);
  return text + "CPUs " + cpus_text() + '\n';
}

}  // namespace queens::cli
