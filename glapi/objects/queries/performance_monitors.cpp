#include "glapi/objects/queries/performance_monitors.h"

namespace glapi {

const std::array<PerformanceCounter, performance_counter_count> performance_counters{{
    {"Vertices submitted", "Vertices that draws have, those of all instances"},
    {"Primitives submitted", "Primitives that draws make of their vertices"},
    {"Vertex shader invocations", "Vertices that vertex programs have processed"},
    {"Tessellation control patches", "Patches that control programs have processed"},
    {"Tessellation evaluation invocations", "Vertices that evaluation programs have processed"},
    {"Geometry shader invocations", "Primitives that geometry programs have processed"},
    {"Geometry shader primitives", "Primitives that geometry programs have emitted"},
    {"Clipping input primitives", "Primitives that came to clipping"},
    {"Clipping output primitives", "Primitives that clipping has made of them"},
    {"Fragment shader invocations", "Fragments that fragment programs have processed"},
    {"Compute shader invocations", "Invocations of compute programs"},
    {"Time", "Nanoseconds between the two ends"},
}};

}  // namespace glapi
