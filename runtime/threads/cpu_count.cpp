#include "runtime/threads/cpu_count.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <memory>
#include <sched.h>
#include <sstream>
#include <thread>

#include "runtime/threads/control_groups.h"

namespace runtime {
namespace {

// "QUOTA PERIOD", both in microseconds; "max" and -1 are no quota.
double quota_of(const std::string& text) {
    std::istringstream words(text);
    double quota = 0, period = 0;
    return words >> quota >> period && quota > 0 && period > 0 ? quota / period : 0;
}

double smaller(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

// The quota of one group of either version.
double group_quota(const std::string& folder, bool v2) {
    if (v2) return quota_of(read_system_file(folder + "/cpu.max"));
    return quota_of(read_system_file(folder + "/cpu.cfs_quota_us") + " " +
                    read_system_file(folder + "/cpu.cfs_period_us"));
}

}  // namespace

// The mask may be larger than cpu_set_t, which has 1,024 CPUs: the kernel says by EINVAL that it is.
int32_t detail::affine_cpus() {
    for (int cpus = CPU_SETSIZE; cpus <= 1 << 18; cpus *= 4) {
        const size_t size = CPU_ALLOC_SIZE(cpus);
        const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(CPU_ALLOC(cpus), [](cpu_set_t* s) { CPU_FREE(s); });
        if (!set) break;
        CPU_ZERO_S(size, set.get());
        if (sched_getaffinity(0, size, set.get()) == 0) return CPU_COUNT_S(size, set.get());
        if (errno != EINVAL) break;
    }
    return static_cast<int32_t>(std::thread::hardware_concurrency());
}

double detail::cgroup_quota(const std::string& process, const std::string& root) {
    double quota = 0;
    for_each_control_group(process, root, "cpu", [&](const std::string& folder, bool v2) {
        quota = smaller(quota, group_quota(folder, v2));
    });
    return quota;
}

int32_t usable_cpus() {
    const double quota = detail::cgroup_quota(read_system_file("/proc/self/cgroup"), "/sys/fs/cgroup");
    const int32_t cpus = std::max(1, detail::affine_cpus());
    return quota > 0 ? std::min(cpus, std::max(1, static_cast<int32_t>(std::ceil(quota)))) : cpus;
}

}  // namespace runtime
