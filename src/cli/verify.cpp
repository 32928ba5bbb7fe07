// queens verify: the counts of a file made again.

#include <spdlog/fmt/fmt.h>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/output.hpp"
#include "cli/progress_display.hpp"
#include "cli/quantity.hpp"
#include "queens/shards.hpp"

namespace queens::cli {
namespace {

constexpr double kShare = 0.01;

double read_share(const Arguments& arguments) {
  if (arguments.flag("all") && arguments.has("sample")) {
    throw UsageError("give either --sample or --all, not both");
  }
  if (arguments.flag("all")) return 1;
  return arguments.has("sample") ? parse_percentage("--sample", arguments.text("sample")) : kShare;
}

std::string verified_text(const std::string& name, const FileVerification& verified) {
  const std::string shard =
      verified.part.of == 1
          ? ""
          : fmt::format("shard {} of {}, ", verified.part.index, verified.part.of);
  return fmt::format("{}: n = {}, {}by {}, kernel {}: {} of {} subproblems, {} solutions\n{}\n",
                     name, verified.board.size(), shard, verified.method, verified.kernels,
                     verified.subproblems, verified.of_subproblems, verified.total.to_string(),
                     verification_text(verified.verification));
}

}  // namespace

int run_verify(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("verify",
                      "Read a checkpoint or shard file, check it, count a part of it again and "
                      "compare.",
                      "FILE [options]", {"file"});
  arguments.add_value("Verify", "sample", "P%",
                      "Count this share of the subproblems again, with another kernel than before "
                      "(default: 1%), and some parts of the board by the other method");
  arguments.add_flag("Verify", "all", "Count all subproblems again");
  arguments.add_value("Verify", "seed", "S", "Take others (default: 1)");
  arguments.add_value("Verify", "k,kernel", "NAME",
                      "Count with this kernel (default: the best that did not make the file)");
  arguments.suggest("kernel", kernel_names("auto"));
  add_memory_option(arguments);
  add_run_options(arguments);
  add_progress_options(arguments);
  arguments.parse(words);
  check_progress_options(arguments);
  Options options = read_run_options(arguments, cancel);
  read_memory_option(arguments, options);
  read_kernel(arguments, options);
  const double share = read_share(arguments);
  const std::uint64_t seed = arguments.number("seed", 0, UINT64_MAX, 1);
  if (!arguments.has("file")) throw UsageError("FILE is missing: give a checkpoint or shard file");
  const std::string name = arguments.text("file");
  Output output(cancel);
  ProgressDisplay report(arguments);
  options.progress = [&report](const Progress& progress) { report.show(progress); };
  const FileVerification verified = verify_file(name, share, seed, options);
  report.clear();
  if (!verified.verification.difference.empty()) {
    throw DifferenceFound(name + ": " + verified.verification.difference);
  }
  output.write(verified_text(name, verified));
  output.commit();
  return kDone;
}

}  // namespace queens::cli
