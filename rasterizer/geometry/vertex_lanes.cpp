#include "rasterizer/geometry/vertex_lanes.h"

#include "runtime/simd/cpu_features.h"

namespace rasterizer {

const VertexLanes& vertex_lanes() {
    // Registers of 16 lanes would take two of the pieces of 128 bits that vertices are written in at a time, no more.
    static const VertexLanes& chosen =
        runtime::simd_level() == runtime::SimdLevel::Sse4 ? vertex_lanes_sse4 : vertex_lanes_avx2;
    return chosen;
}

}  // namespace rasterizer
