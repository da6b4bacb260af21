#include "runtime/threads/cpu_count.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>
#include <unistd.h>

#include "runtime/threads/worker_pool.h"

namespace runtime {
namespace {

namespace fs = std::filesystem;

class Groups : public testing::Test {
  protected:
    ~Groups() override { fs::remove_all(root_); }

    void write(const std::string& file, const std::string& text) {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text;
    }
    double quota(const std::string& process) const { return detail::cgroup_quota(process, root_.string()); }

    fs::path root_ = fs::temp_directory_path() / ("asmgl_groups_" + std::to_string(getpid()));
};

TEST_F(Groups, WithoutQuota) {
    write("a/cpu.max", "max 100000\n");
    EXPECT_EQ(quota("0::/a\n"), 0);
    EXPECT_EQ(quota("0::/elsewhere\n"), 0);
    EXPECT_EQ(quota(""), 0);
}

TEST_F(Groups, TheSmallestOfAllGroupsAbove) {
    write("cpu.max", "400000 100000\n");
    write("a/cpu.max", "50000 100000\n");
    write("a/b/cpu.max", "300000 100000\n");
    EXPECT_EQ(quota("0::/a/b\n"), 0.5);
    EXPECT_EQ(quota("0::/\n"), 4);
}

// In a container the group's own folder is the root of what is mounted.
TEST_F(Groups, APathOfTheHost) {
    write("cpu.max", "150000 100000\n");
    EXPECT_EQ(quota("0::/system.slice/docker-0123.scope\n"), 1.5);
}

TEST_F(Groups, VersionOne) {
    write("cpu/a/cpu.cfs_quota_us", "250000\n");
    write("cpu/a/cpu.cfs_period_us", "100000\n");
    write("cpu/b/cpu.cfs_quota_us", "-1\n");
    write("cpu/b/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(quota("5:cpuset:/a\n4:cpu,cpuacct:/a\n"), 2.5);
    EXPECT_EQ(quota("4:cpu,cpuacct:/b\n"), 0);
}

TEST(UsableCpus, FollowTheAffinityMask) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    // The mask is a thread's, so that no other test sees it.
    std::thread([&] {
        cpu_set_t one;
        CPU_ZERO(&one);
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &before)) {
                CPU_SET(cpu, &one);
                break;
            }
        ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
        EXPECT_EQ(usable_cpus(), 1);
    }).join();
    EXPECT_GE(usable_cpus(), 1);
    EXPECT_LE(usable_cpus(), CPU_COUNT(&before));
}

}  // namespace
}  // namespace runtime
