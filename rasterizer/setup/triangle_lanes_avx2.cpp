#if defined(__x86_64__)
#define TRIANGLE_ISA triangles_avx2
#define TRIANGLE_LANES 8
#include "rasterizer/setup/triangle_lanes_body.h"

namespace rasterizer {

const TriangleFunctions triangle_functions_avx2{&triangles_avx2::set_up, &triangles_avx2::codes_of};

}  // namespace rasterizer
#endif
