// Finds the command and turns what it throws into a message on standard error and an exit code.

#include "cli/program.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <exception>

#include "cli/command.hpp"
#include "cli/descriptor.hpp"
#include "cli/exit_code.hpp"
#include "cli/format.hpp"
#include "cli/help.hpp"
#include "cli/log.hpp"
#include "cli/output.hpp"
#include "cli/signals.hpp"
#include "json/machine.hpp"
#include "queens/queens.hpp"

namespace queens::cli {
namespace {

std::string version_text() {
  std::string names;
  for (const KernelInfo& kernel : kernels()) names += (names.empty() ? "" : ", ") + kernel.name;
  return fmt::format(
      "queens {}\ncompiled with {}\nkernels {}; {} would run here\nCPUs {}\nmemory {} MiB "
      "for joins, a quarter of what may be used\n",
      version(), json::compiler(), names, chosen_kernel().name, cpus_text(),
      default_memory() >> 20U);
}

int print(const std::string& text, const CancelToken& cancel) {
  Output output(cancel);
  output.write(text);
  output.commit();
  return kDone;
}

int dispatch(std::span<const std::string> words, const CancelToken& cancel) {
  if (words.empty()) throw UsageError("a command is missing; see 'queens --help'");
  const std::string& name = words.front();
  const bool help = name == "--help" || name == "-h";
  if (help || name == "--version" || name == "-V") {
    if (words.size() > 1) throw UsageError("'" + words[1] + "' is one word too many");
    return print(help ? help_text() : version_text(), cancel);
  }
  if (name == "help") {
    if (words.size() == 1) return print(help_text(), cancel);
    const std::array<std::string, 2> asked = {words[1], "--help"};
    return dispatch(asked, cancel);
  }
  for (const Command& command : commands()) {
    if (command.name == name) return command.run(words.subspan(1), cancel);
  }
  throw UsageError("there is no command '" + name + "'; see 'queens --help'");
}

void report(const std::string& message) {
  spdlog::error("{}", one_line(message));
}

int exit_code_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::cancelled:
      return kCancelled;
    case ErrorCode::invalid_input:
    case ErrorCode::unknown_kernel:
    case ErrorCode::unsupported_kernel:
    case ErrorCode::unsupported_file:
      return kBadUsage;
    case ErrorCode::overflow:
    case ErrorCode::io:
    case ErrorCode::resources:
    case ErrorCode::internal:
      break;
  }
  return kFailed;
}

}  // namespace

int run_program(std::span<const std::string> words) {
  start_log("info");
  const CancelToken cancel = cancel_on_signals();
  try {
    try {
      return dispatch(words, cancel);
    } catch (const HelpAsked& asked) {
      return print(asked.text, cancel);
    }
  } catch (const ReaderGone&) {
    return kDone;
  } catch (const Error& error) {
    // Who cancels does not want to wait for a terminal that is stopped or a pipe that is full.
    const bool cancelled = error.code() == ErrorCode::cancelled;
    if (!cancelled || writable_now(STDERR_FILENO)) report(error.what());
    return exit_code_of(error);
  } catch (const UsageError& error) {
    report(error.what());
    return kBadUsage;
  } catch (const DifferenceFound& error) {
    report(error.what());
    return kDiffers;
  } catch (const std::exception& error) {
    report(error.what());
    return kFailed;
  }
}

}  // namespace queens::cli
