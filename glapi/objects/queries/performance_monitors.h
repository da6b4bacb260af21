// What AMD_performance_monitor and INTEL_performance_query count: the pipeline's statistics, and time.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include "glapi/generated/gl.h"
#include "glapi/objects/name_table.h"
#include "rasterizer/draw/counters.h"

namespace glapi {

// Counter n is PipelineCount n; the last one is time in nanoseconds.
inline constexpr size_t performance_counter_count = static_cast<size_t>(rasterizer::PipelineCount::Count) + 1;
struct PerformanceCounter {
    const char *name, *description;
};
extern const std::array<PerformanceCounter, performance_counter_count> performance_counters;

struct PerformanceMonitor {
    using Values = std::array<uint64_t, performance_counter_count>;
    uint32_t selected = 0;  // bit n: counter n
    bool active = false, ended = false;
    Values at_begin{}, counted{};
};

struct PerformanceMonitors {
    NameTable<PerformanceMonitor> amd, intel;  // not shared
    GLuint amd_active = 0;                     // 0: none
    GLuint intel_count = 0;
    int active = 0;  // of both
};

}  // namespace glapi
