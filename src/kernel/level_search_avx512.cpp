// The level-buffered search for AVX-512.

#include "kernel/lanes_avx512.hpp"
#include "kernel/level_backend.hpp"
#include "kernel/level_search.hpp"

namespace queens {

constinit const LevelBackend kAvx512Levels =
    LevelBackendOf<LevelSearch<Avx512Lanes16>, LevelSearch<Avx512Lanes32>>::kBackend;

}  // namespace queens
