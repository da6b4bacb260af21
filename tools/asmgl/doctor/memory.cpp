#include "memory.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tool::doctor {
namespace {

std::string group_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

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
    std::istringstream lines(process);
    for (std::string line; std::getline(lines, line);) {
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool v2 = controllers == ",,";
        if (!v2 && controllers.find(",memory,") == std::string::npos) continue;
        const std::string mount = v2 ? root : root + "/memory", name = v2 ? "/memory.max" : "/memory.limit_in_bytes";
        for (std::string path = line.substr(second + 1);; path.erase(path.rfind('/'))) {
            std::istringstream words(group_file(mount + path + name));
            int64_t bytes = 0;
            if (words >> bytes && bytes > 0 && bytes < unlimited) least = least ? std::min(least, bytes) : bytes;
            if (path.empty() || path == "/") break;
        }
    }
    return least;
}

}  // namespace tool::doctor
