#include "rasterizer/setup/triangle_lanes_body.h"
#include "runtime/simd/of_level.h"

namespace rasterizer {

template <>
const TriangleFunctions& triangle_functions_of<runtime::this_level>() {
    static constexpr TriangleFunctions functions{&ASMGL_ISA::set_up, &ASMGL_ISA::codes_of};
    return functions;
}

}  // namespace rasterizer
