#include "glapi/state/memory_info.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace glapi {
namespace {

// What a process can make use of: addresses of 32 bits reach little of a large machine.
constexpr int64_t most_kib = sizeof(void*) < 8 ? int64_t{2} << 20 : INT64_MAX;

int64_t pages_in_kib(int name) {
    const int64_t pages = std::max<int64_t>(sysconf(name), 0);
    return std::min(pages * (std::max<int64_t>(sysconf(_SC_PAGESIZE), 1024) / 1024), most_kib);
}

}  // namespace

int64_t physical_memory() { return pages_in_kib(_SC_PHYS_PAGES); }

// What caches of files hold is available, too, which only the kernel's own estimate says.
int64_t available_memory() {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/meminfo", "re"), &std::fclose);
    char line[128];
    long long available = 0;
    while (file && std::fgets(line, sizeof line, file.get()))
        if (std::sscanf(line, "MemAvailable: %lld", &available) == 1) return std::min<int64_t>(available, most_kib);
    return pages_in_kib(_SC_AVPHYS_PAGES);
}

}  // namespace glapi
