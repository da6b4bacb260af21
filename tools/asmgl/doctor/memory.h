// How much memory a process may have.
#pragma once

#include <cstdint>
#include <string>

namespace tool::doctor {

// What the process's control group and those above it allow, the smallest, in bytes; 0: no limit. `process` is the text
// of /proc/self/cgroup, `root` where the control groups are mounted.
int64_t cgroup_memory(const std::string& process, const std::string& root);

// The number of a line "NAME:   123 kB" of /proc/meminfo, in bytes; 0: there is none.
int64_t memory_line(const std::string& text, const std::string& name);

}  // namespace tool::doctor
