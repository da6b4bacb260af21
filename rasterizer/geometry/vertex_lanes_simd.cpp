#include "rasterizer/geometry/vertex_lanes_body.h"
#include "runtime/simd/of_level.h"

namespace rasterizer {

template <>
const VertexLanes& vertex_lanes_of<runtime::this_level>() {
    static constexpr VertexLanes lanes{&ASMGL_ISA::find_load, &ASMGL_ISA::finish, &ASMGL_ISA::range_of,
                                       &ASMGL_ISA::store_register};
    return lanes;
}

}  // namespace rasterizer
