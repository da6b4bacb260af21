#if defined(__x86_64__)
#define VERTEX_ISA vertices_avx2
#define VERTEX_LANES 8
#include "rasterizer/geometry/vertex_lanes_body.h"

namespace rasterizer {

const VertexLanes vertex_lanes_avx2{&vertices_avx2::find_load, &vertices_avx2::finish, &vertices_avx2::range_of,
                                    &vertices_avx2::store_register};

}  // namespace rasterizer
#endif
