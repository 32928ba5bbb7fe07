#pragma once

#include <span>
#include <string>
#include <string_view>

#include "queens/cancel.hpp"

namespace queens::cli {

/// A command of the program: "queens NAME words...". Commands return an ExitCode or throw
/// UsageError, IoError, DifferenceFound, ReaderGone or queens::Error, which main turns into
/// messages and exit codes.
struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(std::span<const std::string> words, const CancelToken& cancel) = nullptr;
};

int run_solve(std::span<const std::string> words, const CancelToken& cancel);
int run_count(std::span<const std::string> words, const CancelToken& cancel);
int run_list(std::span<const std::string> words, const CancelToken& cancel);
int run_judge(std::span<const std::string> words, const CancelToken& cancel);
int run_estimate(std::span<const std::string> words, const CancelToken& cancel);
int run_bench(std::span<const std::string> words, const CancelToken& cancel);
int run_shard(std::span<const std::string> words, const CancelToken& cancel);
int run_merge(std::span<const std::string> words, const CancelToken& cancel);
int run_verify(std::span<const std::string> words, const CancelToken& cancel);
int run_serve(std::span<const std::string> words, const CancelToken& cancel);
int run_submit(std::span<const std::string> words, const CancelToken& cancel);
int run_status(std::span<const std::string> words, const CancelToken& cancel);
int run_watch(std::span<const std::string> words, const CancelToken& cancel);
int run_cancel(std::span<const std::string> words, const CancelToken& cancel);
int run_health(std::span<const std::string> words, const CancelToken& cancel);
int run_kernels(std::span<const std::string> words, const CancelToken& cancel);
int run_completion(std::span<const std::string> words, const CancelToken& cancel);
int run_manual(std::span<const std::string> words, const CancelToken& cancel);

/// All of them, in the order of the help.
std::span<const Command> commands();

}  // namespace queens::cli
