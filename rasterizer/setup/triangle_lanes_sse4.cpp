#if defined(__x86_64__)
#define TRIANGLE_ISA triangles_sse4
#define TRIANGLE_LANES 4
#include "rasterizer/setup/triangle_lanes_body.h"

namespace rasterizer {

const TriangleFunctions triangle_functions_sse4{&triangles_sse4::set_up, &triangles_sse4::codes_of};

}  // namespace rasterizer
#endif
