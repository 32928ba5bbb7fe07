// queens bench, as it is called. How fast anything is, is not a test's business.

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "cli/queens_program.hpp"
#include "queens/queens.hpp"

namespace queens::test {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Words bench(const Words& words) {
  Words all = {"bench"};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

const Words kSmall = {"-n",        "6..7",        "--threads", "1,2",
                      "--kernels", "scalar,scan", "--repeat",  "3"};

Words small(const Words& more) {
  Words words = bench(kSmall);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Enough of XML for what we write: elements nest, attributes are quoted, no stray marks.
void expect_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  for (std::size_t at = 0; at < xml.size();) {
    const std::size_t tag = std::min(xml.find('<', at), xml.size());
    const std::string text = xml.substr(at, tag - at);
    ASSERT_EQ(text.find('>'), std::string::npos) << text;
    ASSERT_TRUE(!open.empty() || text.find_first_not_of('\n') == std::string::npos) << text;
    if (tag == xml.size()) break;
    const std::size_t end = xml.find('>', tag);
    ASSERT_NE(end, std::string::npos);
    const std::string inside = xml.substr(tag + 1, end - tag - 1);
    ASSERT_EQ(inside.find('<'), std::string::npos) << inside;
    ASSERT_EQ(std::count(inside.begin(), inside.end(), '"') % 2, 0) << inside;
    const std::string name = inside.substr(0, inside.find_first_of(" /", 1));
    if (inside.starts_with('/')) {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ(open.back(), inside.substr(1));
      open.pop_back();
    } else {
      if (open.empty()) ++roots;
      if (!inside.ends_with('/')) open.push_back(name);
    }
    at = end + 1;
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(roots, 1U);
}

TEST(BenchTest, PrintsATable) {
  const std::string out = output_of(small({}));
  for (const std::string title :
       {"n", "kernel", "method", "threads", "median s", "spread", "speed-up", "efficiency",
        "nodes/s", "solutions/s", "cycles/node"}) {
    EXPECT_THAT(out, HasSubstr(title));
  }
  for (const std::string n : {"6", "7"}) {
    for (const std::string kernel : {"scalar", "scan"}) {
      for (const std::string threads : {"1", "2"}) {
        EXPECT_THAT(out,
                    ContainsRegex("\n" + n + "  " + kernel + " +search +" + threads + "  +[0-9]"));
      }
    }
  }
  EXPECT_THAT(out, HasSubstr("4 (n = 6), 40 (n = 7)"));
  EXPECT_THAT(out, HasSubstr("spread: "));
}

TEST(BenchTest, TellsWhyThereAreNoCycles) {
  const std::string out = output_of(small({}));
  const bool shown = out.find("no cycles/node: ") == std::string::npos;
  EXPECT_THAT(lines_of(out)[3], ContainsRegex(shown ? "[0-9]$" : "-$"));
}

TEST(BenchTest, MeasuresTheBestKernelUnlessToldOtherwise) {
  const std::string out = output_of({"bench", "-n", "6", "--repeat", "1"});
  EXPECT_THAT(out, HasSubstr("\n6  " + chosen_kernel().name));
  EXPECT_THAT(out, Not(HasSubstr("bitmask")));
}

TEST(BenchTest, MeasuresAllKernelsThatCanRun) {
  const std::string out = output_of({"bench", "-n", "6", "--kernels", "all", "--repeat", "1"});
  for (const KernelInfo& kernel : kernels()) {
    EXPECT_EQ(kernel.missing.empty(), out.find("\n6  " + kernel.name) != std::string::npos);
  }
}

TEST(BenchTest, WritesEveryRunAsJson) {
  const TemporaryFolder folder;
  const std::string path = folder.path("runs.json");
  EXPECT_THAT(output_of(small({"--json", path})), HasSubstr("median"));
  const auto json = nlohmann::json::parse(read_file(path));
  EXPECT_EQ(json["version"], version());
  EXPECT_EQ(json["cpus"], available_cpus());
  for (const std::string field : {"compiler", "cpu"}) EXPECT_NE(json[field], "");
  EXPECT_EQ(json["repeat"], 3);
  ASSERT_EQ(json["variants"].size(), 8U);
  for (const auto& variant : json["variants"]) {
    EXPECT_EQ(variant["total"], variant["n"] == 6 ? "4" : "40");
    ASSERT_EQ(variant["runs"].size(), 3U);
    for (const auto& run : variant["runs"]) EXPECT_GT(run["seconds"], 0);
    EXPECT_GT(variant["median_seconds"], 0);
    EXPECT_TRUE(variant["threads"] == 2 || variant["speed_up"] == 1.0);
    EXPECT_TRUE(variant["efficiency"].is_number());
  }
}

TEST(BenchTest, WritesCsv) {
  const auto lines = lines_of(output_of(small({"--csv", "-"})));
  ASSERT_EQ(lines.size(), 9U);
  const auto columns = lines_of(lines[0], ',');
  EXPECT_THAT(columns, ElementsAre("n", "kernel", "method", "threads", "runs", "median_seconds",
                                   "spread", "least_seconds", "most_seconds", "speed_up",
                                   "efficiency", "nodes", "nodes_per_second",
                                   "solutions_per_second", "cycles_per_node", "total", "left_out"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(std::count(lines[i].begin(), lines[i].end(), ','), 16) << lines[i];
    EXPECT_THAT(lines[i], ContainsRegex(i <= 4 ? "^6,.*,4,$" : "^7,.*,40,$"));
  }
}

TEST(BenchTest, WritesMarkdown) {
  const std::string text = output_of(small({"--markdown", "-"}));
  EXPECT_THAT(text, HasSubstr("| kernel"));
  EXPECT_THAT(text, ContainsRegex("\n\\| *---: \\| ---"));
  EXPECT_THAT(text, ContainsRegex("\n\\| 7 \\| scan +\\| "));
}

TEST(BenchTest, DrawsSvg) {
  for (const Words& words :
       {small({"--svg", "-"}), bench({"-n", "6", "--threads", "1", "--svg", "-"}),
        bench({"-n", "5..8", "--threads", "2,4", "--svg", "-"})}) {
    SCOPED_TRACE(testing::PrintToString(words));
    const std::string svg = output_of(words);
    EXPECT_THAT(svg, testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    expect_well_formed(svg);
    for (const std::string part : {"Speed-up against", ">ideal<", ">threads<", "median time"}) {
      EXPECT_THAT(svg, HasSubstr(part));
    }
  }
}

TEST(BenchTest, WritesSeveralFilesAndTheTable) {
  const TemporaryFolder folder;
  const std::string out =
      output_of(small({"--json", folder.path("j"), "--csv", folder.path("c"), "--markdown",
                       folder.path("m"), "--svg", folder.path("s")}));
  EXPECT_THAT(out, HasSubstr("median s"));
  EXPECT_THAT(folder.names(), ElementsAre("c", "j", "m", "s"));
}

TEST(BenchTest, NamesWhatItLeavesOut) {
  const TemporaryFolder folder;
  const std::string csv = folder.path("csv");
  const std::string out = output_of({"bench", "-n", "6,17,18", "--kernels", "scan", "--threads",
                                     "2", "--repeat", "1", "--most", "1", "--csv", csv});
  EXPECT_THAT(out, ContainsRegex("\n 6  scan +search +2 +[0-9]"));
  EXPECT_THAT(out, ContainsRegex("\n17  scan +search +2 +- "));
  EXPECT_THAT(out, ContainsRegex("\n18  scan +search +2 +- "));
  EXPECT_THAT(out, HasSubstr("left out: n = 17, scan search, 2 threads: takes more than 1 s"));
  EXPECT_THAT(out, HasSubstr("left out: n = 18, scan search, 2 threads: would take 5 s or more"));
  EXPECT_THAT(out, HasSubstr("--most 1"));
  EXPECT_THAT(read_file(csv), HasSubstr("takes more than 1 s"));
}

TEST(BenchTest, Simulates) {
  const TemporaryFolder folder;
  const Words words = {"bench",          "--simulate", "1,2,4,...,4096", "-n", "8", "--json",
                       folder.path("j"), "--svg",      folder.path("s")};
  const std::string out = output_of(words);
  for (const std::string part : {"workers", "predicted s", "speed-up", "counting eff.",
                                 "whole eff.", "bounded by", "not modelled", "total 92"}) {
    EXPECT_THAT(out, HasSubstr(part));
  }
  EXPECT_THAT(out, ContainsRegex("\n   4096 +[0-9]"));
  const auto json = nlohmann::json::parse(read_file(folder.path("j")));
  EXPECT_EQ(json["total"], "92");
  ASSERT_EQ(json["predictions"].size(), 13U);
  EXPECT_EQ(json["predictions"][0]["speed_up"], 1.0);
  EXPECT_EQ(json["predictions"][12]["workers"], 4096);
  double work = 0;
  for (const auto& one : json["measured"]["subproblems"]) work += double(one["seconds"]);
  EXPECT_LE(work, double(json["predictions"][0]["counting_seconds"]) * 1.0001);
  expect_well_formed(read_file(folder.path("s")));
}

TEST(BenchTest, SimulatesTheKernelAskedFor) {
  EXPECT_THAT(output_of({"bench", "--simulate", "2", "-n", "6", "--kernels", "bitmask"}),
              HasSubstr("bitmask"));
}

TEST(BenchTest, ClimbsTheLadder) {
  const std::string out = output_of({"bench", "--ladder", "-n", "8", "--repeat", "1"});
  std::size_t last = 0;
  for (const std::string step : {"\nscan ", "\narrays ", "\nbitmask ", "\nscalar "}) {
    const std::size_t at = out.find(step);
    ASSERT_NE(at, std::string::npos) << step;
    EXPECT_GT(at, last);
    last = at;
  }
  EXPECT_THAT(out, HasSubstr("what changes"));
  EXPECT_THAT(out, HasSubstr("92 (n = 8)"));
  if (available_cpus() > 1) {
    const std::string cpus = std::to_string(available_cpus());
    const KernelInfo best = chosen_kernel();
    EXPECT_THAT(out, ContainsRegex("\n" + best.name + " +search +" + cpus + " "));
  }
}

TEST(BenchTest, WritesTheLadder) {
  const Words words = {"bench", "--ladder", "-n", "6", "--repeat", "2"};
  Words as_json = words;
  as_json.insert(as_json.end(), {"--json", "-"});
  const auto json = nlohmann::json::parse(output_of(as_json));
  EXPECT_EQ(json["n"], 6);
  for (const auto& step : json["steps"]) EXPECT_EQ(step["seconds"].size(), 2U);
  Words as_csv = words;
  as_csv.insert(as_csv.end(), {"--csv", "-"});
  EXPECT_THAT(output_of(as_csv),
              testing::StartsWith("kernel,method,threads,median_seconds,by_last,"));
}

TEST(BenchTest, RefusesBadWords) {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"-n", "0"}, "each number of -n must be a whole number from 1 to 32, not '0'"},
      {{"-n", "33"}, "'33'"},
      {{"-n", "17..14"}, "'17..14' runs backwards"},
      {{"-n", ""}, "-n"},
      {{"-n", ".."}, "-n"},
      {{"-n", "8,"}, "-n"},
      {{"-n", "-5"}, "-n"},
      {{"--kernels", "nosuch"}, "'nosuch'"},
      {{"--kernels", ""}, "--kernels"},
      {{"--kernels", "scalar,"}, "--kernels"},
      {{"--threads", "0"}, "--threads"},
      {{"--threads", "1025"}, "1025"},
      {{"--threads", "4..2"}, "backwards"},
      {{"--repeat", "0"}, "--repeat"},
      {{"--most", "0"}, "--most"},
      {{"--most", "x"}, "--most"},
      {{"--simulate", "0"}, "--simulate"},
      {{"--simulate", "1,2,3,...,9"}, "doubling"},
      {{"--simulate", "2", "--ladder"}, "--simulate and --ladder"},
      {{"--simulate", "2", "--threads", "2"}, "--simulate and --threads"},
      {{"--simulate", "2", "-n", "6..7"}, "one -n"},
      {{"--simulate", "2", "--kernels", "scan,scalar"}, "--kernels"},
      {{"--ladder", "-n", "6..7"}, "one -n"},
      {{"--ladder", "--kernels", "scan"}, "--ladder and --kernels"},
      {{"--ladder", "--svg", "-"}, "--ladder and --svg"},
      {{"--json", "-", "--csv", "-"}, "'-'"},
      {{"--json", ""}, "empty"},
      {{"8"}, "'8'"},
  };
  for (const auto& [words, naming] : cases) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_refused(run_queens(bench(words)), naming);
  }
}

TEST(BenchTest, FailsAtOnceWhereAFileCannotBeWritten) {
  for (const std::string form : {"--json", "--csv", "--markdown", "--svg"}) {
    // Would take long, if it were begun.
    const Outcome outcome = run_queens({"bench", "-n", "20", form, "/nosuch/file"});
    expect_message(outcome, 1, "/nosuch/file");
  }
  expect_message(run_queens(small({}), {.output_file = "/dev/full"}), 1, "standard output");
}

class BenchCancelTest : public testing::TestWithParam<int> {};

TEST_P(BenchCancelTest, EndsSoonAndLeavesNothing) {
  for (const Words& words :
       {Words{"-n", "20"}, Words{"--simulate", "2", "-n", "20"}, Words{"--ladder", "-n", "20"},
        Words{"-n", "12", "--repeat", "10000"}}) {
    SCOPED_TRACE(testing::PrintToString(words));
    const TemporaryFolder folder;
    Words all = bench(words);
    all.insert(all.end(), {"--json", folder.path("json")});
    EXPECT_EQ(cancel_queens(all, GetParam()).out, "");
    EXPECT_THAT(folder.names(), ElementsAre());
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, BenchCancelTest, testing::Values(SIGINT, SIGTERM),
                         [](const testing::TestParamInfo<int>& test) {
                           return test.param == SIGINT ? "Interrupt" : "Terminate";
                         });

TEST(BenchTest, ShowsWhatItDoesOnATerminal) {
  Process process(kProgram, {"bench", "-n", "12", "--repeat", "10000"}, {.terminal = true});
  EXPECT_TRUE(process.read_error_until(" left"));
  process.send(SIGINT);
  EXPECT_THAT(process.wait().err, ContainsRegex("round [0-9]+ of 10000: n = 12, "));
}

TEST(BenchTest, IsQuietWhereAskedTo) {
  const Outcome outcome = cancel_queens(
      {"bench", "-n", "12", "--repeat", "10000", "--quiet"}, SIGINT, {.terminal = true},
      [](Process& process) { EXPECT_FALSE(process.ends_within(std::chrono::milliseconds(1300))); });
  EXPECT_THAT(outcome.err, Not(HasSubstr("round")));
}

}  // namespace
}  // namespace queens::test
