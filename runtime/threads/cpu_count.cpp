#include "runtime/threads/cpu_count.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <memory>
#include <sched.h>
#include <sstream>
#include <thread>

namespace runtime {
namespace {

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// "QUOTA PERIOD", both in microseconds; "max" and -1 are no quota.
double quota_of(const std::string& text) {
    std::istringstream words(text);
    double quota = 0, period = 0;
    return words >> quota >> period && quota > 0 && period > 0 ? quota / period : 0;
}

double smaller(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

// The quota of one group of either version.
double group_quota(const std::string& folder, bool v2) {
    if (v2) return quota_of(read_file(folder + "/cpu.max"));
    return quota_of(read_file(folder + "/cpu.cfs_quota_us") + " " + read_file(folder + "/cpu.cfs_period_us"));
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
    std::istringstream lines(process);
    for (std::string line; std::getline(lines, line);) {
        // ID:CONTROLLERS:PATH; version 2 has no controllers.
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool v2 = controllers == ",,";
        if (!v2 && controllers.find(",cpu,") == std::string::npos) continue;
        const std::string mount = v2 ? root : root + "/cpu";
        std::string path = line.substr(second + 1);
        // In a container the path may be the host's; the container's own group is its root.
        for (;;) {
            quota = smaller(quota, group_quota(mount + path, v2));
            if (path.empty() || path == "/") break;
            path.erase(path.rfind('/'));
        }
    }
    return quota;
}

int32_t usable_cpus() {
    const double quota = detail::cgroup_quota(read_file("/proc/self/cgroup"), "/sys/fs/cgroup");
    const int32_t cpus = std::max(1, detail::affine_cpus());
    return quota > 0 ? std::min(cpus, std::max(1, static_cast<int32_t>(std::ceil(quota)))) : cpus;
}

}  // namespace runtime
