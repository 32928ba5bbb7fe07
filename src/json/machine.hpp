#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace queens::json {

/// The compiler that built this program, with its version.
std::string compiler();

/// Where a measurement was taken.
struct Machine {
  std::string cpu;  ///< its model, "unknown CPU" where the system does not tell
  int cpus = 0;     ///< that this process may use
};

Machine this_machine();

/// "AMD EPYC, 2 CPUs; queens 0.1.0, g++ 12.2.0".
std::string machine_text(const Machine& machine);

/// The same as JSON fields: version, compiler, cpu, cpus.
nlohmann::ordered_json machine_json(const Machine& machine);

}  // namespace queens::json
