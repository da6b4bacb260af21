// The control groups that a process is in (cgroups(7), versions 1 and 2).
#pragma once

#include <functional>
#include <string>

namespace runtime {

// Visits the process's group of a controller ("cpu", "memory") and those above it, by their folders. `process` is the
// text of /proc/self/cgroup, `root` where the groups are mounted. `v2`: of version 2, whose files have other names.
void for_each_control_group(const std::string& process, const std::string& root, const std::string& controller,
                            const std::function<void(const std::string& folder, bool v2)>& visit);

// A file of a group, or of /proc. Empty where there is none.
std::string read_system_file(const std::string& path);

}  // namespace runtime
