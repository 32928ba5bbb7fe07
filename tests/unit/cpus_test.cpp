// CPU quotas, on made-up file systems.

#include "run/cpus.hpp"

#include <gtest/gtest.h>

#include "queens/queens.hpp"
#include "support/made_up_root.hpp"

namespace queens::test {
namespace {

class CpuQuota : public MadeUpRoot {
 protected:
  void version_2(const std::string& group, const std::string& mount_root = "/") const {
    put("proc/self/cgroup", "0::" + group + "\n");
    put("proc/self/mountinfo", "22 1 0:20 / /proc rw - proc proc rw\n30 25 0:26 " + mount_root +
                                   " /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
  }
};

TEST_F(CpuQuota, IsNoneWithoutControlGroups) {
  EXPECT_EQ(cpu_quota(root_), std::nullopt);
}

TEST_F(CpuQuota, IsTheQuotaOverThePeriod) {
  version_2("/");
  put("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(cpu_quota(root_), 1.5);
}

TEST_F(CpuQuota, IsNoneForMax) {
  version_2("/");
  put("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(cpu_quota(root_), std::nullopt);
}

TEST_F(CpuQuota, IsTheLeastOfTheGroupAndThoseAbove) {
  version_2("/jobs/one");
  put("sys/fs/cgroup/jobs/one/cpu.max", "800000 100000\n");
  put("sys/fs/cgroup/jobs/cpu.max", "300000 100000\n");
  EXPECT_EQ(cpu_quota(root_), 3.0);
}

TEST_F(CpuQuota, FallsBackToTheMountForAPathThatOnlyTheHostKnows) {
  version_2("/machine/container-7");
  put("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(cpu_quota(root_), 2.0);
}

TEST_F(CpuQuota, FollowsAMountOfAGroupBelowTheTop) {
  version_2("/machine/container-7/inner", "/machine/container-7");
  put("sys/fs/cgroup/inner/cpu.max", "50000 100000\n");
  put("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(cpu_quota(root_), 0.5);
}

TEST_F(CpuQuota, ReadsVersion1) {
  put("proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/box\n0::/\n");
  put("proc/self/mountinfo",
      "31 25 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "32 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  put("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "250000\n");
  put("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
  put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cpu_quota(root_), 2.5);
}

// As recorded in a container of podman and runc on a machine with version 1: the mounts show the
// container's own group at their top, and the group's path is one of the host.
TEST_F(CpuQuota, ReadsWhatWasRecordedInAContainer) {
  const std::string group = "/libpod_parent/libpod-4b3ef4537721da918b631a677116dad4d21b2bc8";
  put("proc/self/cgroup", "9:name=systemd:" + group + "\n4:memory:" + group +
                              "\n3:cpuset:" + group + "\n2:cpuacct:" + group + "\n1:cpu:" + group +
                              "\n0::" + group + "\n");
  put("proc/self/mountinfo",
      "83 76 0:47 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime - tmpfs tmpfs rw,mode=755\n"
      "84 83 0:29 " +
          group +
          " /sys/fs/cgroup/cpu ro,nosuid,nodev,noexec,relatime - cgroup cgroup "
          "rw,cpu\n"
          "85 83 0:30 " +
          group +
          " /sys/fs/cgroup/cpuacct ro,nosuid,nodev,noexec,relatime - cgroup "
          "cgroup rw,cpuacct\n");
  put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "150000\n");
  put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cpu_quota(root_), 1.5);
}

// As in a container of Docker on a machine with version 2: a namespace of its own hides the host's
// groups.
TEST_F(CpuQuota, ReadsVersion2InAContainer) {
  put("proc/self/cgroup", "0::/\n");
  put("proc/self/mountinfo",
      "623 622 0:57 / /sys ro,nosuid,nodev,noexec,relatime - sysfs sysfs ro\n"
      "624 623 0:29 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup "
      "rw,nsdelegate,memory_recursiveprot\n");
  put("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(cpu_quota(root_), 0.5);
}

// The same without a namespace: what the mount shows is the whole tree, or the group alone.
TEST_F(CpuQuota, ReadsVersion2WithThePathOfTheHost) {
  put("proc/self/cgroup", "0::/system.slice/docker-0123456789ab.scope\n");
  put("proc/self/mountinfo",
      "624 623 0:29 /../../system.slice/docker-0123456789ab.scope /sys/fs/cgroup ro,nosuid - "
      "cgroup2 cgroup rw\n");
  put("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(cpu_quota(root_), 2.0);
}

TEST(CpuLimits, GoWithTheCpusThatAreUsed) {
  const CpuLimits limits = cpu_limits();
  EXPECT_GE(limits.affinity, available_cpus());
}

TEST(AvailableCpus, AreAtLeastOne) {
  EXPECT_GE(available_cpus(), 1);
}

}  // namespace
}  // namespace queens::test
