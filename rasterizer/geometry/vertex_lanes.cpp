#include "rasterizer/geometry/vertex_lanes.h"

#include "runtime/simd/of_level.h"

namespace rasterizer {

const VertexLanes& vertex_lanes() {
    // Registers of 16 lanes would take two of the pieces of 128 bits that vertices are written in at a time, no more.
    static const VertexLanes& chosen = *runtime::of_narrow_level(
        runtime::simd_level(), []<runtime::SimdLevel level>() { return &vertex_lanes_of<level>(); });
    return chosen;
}

}  // namespace rasterizer
