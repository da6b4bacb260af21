#if defined(__x86_64__)
#define VERTEX_ISA vertices_sse4
#define VERTEX_LANES 4
#include "rasterizer/geometry/vertex_lanes_body.h"

namespace rasterizer {

const VertexLanes vertex_lanes_sse4{&vertices_sse4::find_load, &vertices_sse4::finish, &vertices_sse4::range_of,
                                    &vertices_sse4::store_register};

}  // namespace rasterizer
#endif
