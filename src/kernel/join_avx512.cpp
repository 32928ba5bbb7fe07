// The join for AVX-512.

#include "kernel/half_join.hpp"
#include "kernel/join_backend.hpp"
#include "kernel/join_lanes_avx512.hpp"

namespace queens {

constinit const JoinBackend kAvx512Join = JoinBackendOf<HalfJoin<Avx512JoinLanes>>::kBackend;

}  // namespace queens
