#include "memory.h"

#include <algorithm>
#include <sstream>

#include "runtime/threads/control_groups.h"

namespace tool::doctor {
int64_t memory_line(const std::string& text, const std::string& name) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(name + ":")) continue;
        std::istringstream words(line.substr(name.size() + 1));
        int64_t kilobytes = 0;
        return words >> kilobytes ? kilobytes * 1024 : 0;
    }
    return 0;
}

int64_t cgroup_memory(const std::string& process, const std::string& root) {
    constexpr int64_t unlimited = int64_t{1} << 60;  // version 1 writes a large number
    int64_t least = 0;
    runtime::for_each_control_group(process, root, "memory", [&](const std::string& folder, bool v2) {
        std::istringstream words(runtime::read_system_file(folder + (v2 ? "/memory.max" : "/memory.limit_in_bytes")));
        int64_t bytes = 0;
        if (words >> bytes && bytes > 0 && bytes < unlimited) least = least ? std::min(least, bytes) : bytes;
    });
    return least;
}

}  // namespace tool::doctor
