// For tests: how much memory this process has.
#pragma once

#include <cstdint>
#include <cstdio>
#include <unistd.h>

namespace glapi::testing {

// Bytes of memory that are there, in whole pages.
inline uint64_t resident_bytes() {
    unsigned long long pages = 0, all = 0;
    FILE* const file = std::fopen("/proc/self/statm", "r");
    if (std::fscanf(file, "%llu %llu", &all, &pages) != 2) pages = 0;
    std::fclose(file);
    return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace glapi::testing
