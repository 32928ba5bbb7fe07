// Memory limits, on made-up file systems.

#include "run/memory.hpp"

#include <gtest/gtest.h>

#include "support/made_up_root.hpp"

namespace queens::test {
namespace {

using UsableMemory = MadeUpRoot;

TEST_F(UsableMemory, IsTheMachinesWithoutControlGroups) {
  EXPECT_GT(usable_memory(root_), 16U << 20U);
}

TEST_F(UsableMemory, IsTheLeastLimitOfVersion2) {
  put("proc/self/cgroup", "0::/jobs/one\n");
  put("proc/self/mountinfo", "30 25 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
  put("sys/fs/cgroup/jobs/one/memory.max", "max\n");
  put("sys/fs/cgroup/jobs/memory.max", "33554432\n");
  EXPECT_EQ(usable_memory(root_), 33'554'432U);
}

TEST_F(UsableMemory, IsTheLimitOfVersion1) {
  put("proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/box\n0::/\n");
  put("proc/self/mountinfo", "32 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  put("sys/fs/cgroup/memory/m/memory.limit_in_bytes", "50331648\n");
  put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(usable_memory(root_), 50'331'648U);
}

}  // namespace
}  // namespace queens::test
