#include "runtime/threads/control_groups.h"

#include <fstream>
#include <iterator>
#include <sstream>

namespace runtime {

void for_each_control_group(const std::string& process, const std::string& root, const std::string& controller,
                            const std::function<void(const std::string& folder, bool v2)>& visit) {
    std::istringstream lines(process);
    for (std::string line; std::getline(lines, line);) {
        // ID:CONTROLLERS:PATH; version 2 has no controllers.
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool v2 = controllers == ",,";
        if (!v2 && controllers.find("," + controller + ",") == std::string::npos) continue;
        const std::string mount = v2 ? root : root + "/" + controller;
        // In a container the path may be the host's; the container's own group is its root.
        for (std::string path = line.substr(second + 1);; path.erase(path.rfind('/'))) {
            visit(mount + path, v2);
            if (path.empty() || path == "/") break;
        }
    }
}

std::string read_system_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace runtime
