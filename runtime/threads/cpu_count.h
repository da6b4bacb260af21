// How many CPUs this process may use at once.
#pragma once

#include <cstdint>
#include <string>

namespace runtime {

// CPUs of the affinity mask (sched_setaffinity(2), taskset, cpusets), no more than the CPU quota of the process's
// control group or of a group above it allows, rounded up (cgroup v2's cpu.max, v1's cpu.cfs_quota_us). At least 1.
// Asks the system at each call.
int32_t usable_cpus();

namespace detail {

// CPUs of the affinity mask.
int32_t affine_cpus();

// The quota of a control group and those above it, in CPUs: the smallest; 0 where none has one. `process` is the text
// of /proc/self/cgroup, `root` where the control groups are mounted.
double cgroup_quota(const std::string& process, const std::string& root);

}  // namespace detail
}  // namespace runtime
