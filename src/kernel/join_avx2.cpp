// The join for AVX2.

#include "kernel/half_join.hpp"
#include "kernel/join_backend.hpp"
#include "kernel/join_lanes_avx2.hpp"

namespace queens {

constinit const JoinBackend kAvx2Join = JoinBackendOf<HalfJoin<Avx2JoinLanes>>::kBackend;

}  // namespace queens
