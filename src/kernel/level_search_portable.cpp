// The level-buffered search for any CPU.

#include "kernel/lanes_portable.hpp"
#include "kernel/level_backend.hpp"
#include "kernel/level_search.hpp"

namespace queens {

constinit const LevelBackend kPortableLevels =
    LevelBackendOf<LevelSearch<PortableLanes16>, LevelSearch<PortableLanes32>>::kBackend;

}  // namespace queens
