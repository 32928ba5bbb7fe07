// The join for any CPU.

#include "kernel/half_join.hpp"
#include "kernel/join_backend.hpp"
#include "kernel/join_lanes_portable.hpp"

namespace queens {

constinit const JoinBackend kPortableJoin = JoinBackendOf<HalfJoin<PortableJoinLanes>>::kBackend;

}  // namespace queens
