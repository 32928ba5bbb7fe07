#include "json/machine.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "queens/queens.hpp"

namespace queens::json {
namespace {

#if defined(__clang__)
constexpr std::string_view kCompiler = "clang " __clang_version__;
#else
constexpr std::string_view kCompiler = "g++ " __VERSION__;
#endif

// Linux names the model on x86 only; what other architectures write says little to a reader.
std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(':');
    const std::size_t model = line.find_first_not_of(" \t", colon + 1);
    if (colon != std::string::npos && model != std::string::npos) return line.substr(model);
  }
  return "unknown CPU";
}

}  // namespace

std::string compiler() {
  return std::string(kCompiler);
}

Machine this_machine() {
  return {.cpu = cpu_model(), .cpus = available_cpus()};
}

std::string machine_text(const Machine& machine) {
  return machine.cpu + ", " + std::to_string(machine.cpus) +
         (machine.cpus == 1 ? " CPU" : " CPUs") + "; queens " + version() + ", " + compiler();
}

nlohmann::ordered_json machine_json(const Machine& machine) {
  return {{"version", version()},
          {"compiler", kCompiler},
          {"cpu", machine.cpu},
          {"cpus", machine.cpus}};
}

}  // namespace queens::json
