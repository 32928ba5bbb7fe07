// queens kernels: what is compiled in, and whether it can run here.

#include <spdlog/fmt/fmt.h>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"

namespace queens::cli {

int run_kernels(std::span<const std::string> words, const CancelToken& cancel) {
  Arguments arguments("kernels",
                      "List the kernels, best first, and why each can or cannot run here.",
                      "[options]", {});
  arguments.parse(words);
  Output output(cancel);
  const std::string chosen = chosen_kernel({.kernel = default_kernel()}).name;
  for (const KernelInfo& kernel : kernels()) {
    const std::string state = kernel.missing.empty() ? "can run: needs " + kernel.needs
                                                     : "cannot run: needs " + kernel.needs +
                                                           ", and this CPU lacks " + kernel.missing;
    output.write(fmt::format("{} {:<8}  {}\n            {}\n", kernel.name == chosen ? '*' : ' ',
                             kernel.name, kernel.summary, state));
  }
  output.write("\n* runs when --kernel and QUEENS_KERNEL name no other\n");
  output.commit();
  return kDone;
}

}  // namespace queens::cli
