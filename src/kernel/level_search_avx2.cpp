// The level-buffered search for AVX2.

#include "kernel/lanes_avx2.hpp"
#include "kernel/level_backend.hpp"
#include "kernel/level_search.hpp"

namespace queens {

constinit const LevelBackend kAvx2Levels =
    LevelBackendOf<LevelSearch<Avx2Lanes16>, LevelSearch<Avx2Lanes32>>::kBackend;

}  // namespace queens
