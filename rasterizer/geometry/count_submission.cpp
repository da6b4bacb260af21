#include "rasterizer/geometry/count_submission.h"

#include <algorithm>

#include "rasterizer/geometry/fetch_vertices.h"

namespace rasterizer {
namespace {

// Primitives of n vertices between two restarts.
uint64_t primitives_of(const Draw& draw, uint64_t n) {
    const auto strip = [n](uint64_t first, uint64_t step) { return n < first ? 0 : (n - first) / step + 1; };
    switch (draw.primitive) {
        case Primitive::Points: return n;
        case Primitive::Lines: return n / 2;
        case Primitive::LineLoop: return n < 2 ? 0 : n;
        case Primitive::LineStrip: return strip(2, 1);
        case Primitive::Triangles: return n / 3;
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan: return strip(3, 1);
        case Primitive::Quads: return n / 4;
        case Primitive::QuadStrip: return strip(4, 2);
        case Primitive::Polygon: return n < 3 ? 0 : 1;
        case Primitive::LinesAdjacency: return n / 4;
        case Primitive::LineStripAdjacency: return strip(4, 1);
        case Primitive::TrianglesAdjacency: return n / 6;
        case Primitive::TriangleStripAdjacency: return strip(6, 2);
        case Primitive::Patches: return n / static_cast<uint64_t>(std::max(draw.patch_vertices, 1));
    }
    return 0;
}

}  // namespace

void count_submission(const Draw& draw, PipelineStatistics& statistics) {
    const VertexInput& input = draw.input;
    uint64_t vertices = 0, primitives = 0, since_restart = 0;
    const auto end_strip = [&] {
        vertices += since_restart;
        primitives += primitives_of(draw, since_restart);
        since_restart = 0;
    };
    if (input.index_type != IndexType::None && input.primitive_restart) {
        for (int64_t i = 0; i < input.count; ++i) {
            if (fetch_index(input, i) == input.restart_index)
                end_strip();
            else
                ++since_restart;
        }
    } else {
        since_restart = static_cast<uint64_t>(std::max(input.count, 0));
    }
    end_strip();
    const auto instances = static_cast<uint64_t>(std::max(input.instance_count, 0));
    statistics.add(PipelineCount::VerticesSubmitted, vertices * instances);
    statistics.add(PipelineCount::PrimitivesSubmitted, primitives * instances);
}

}  // namespace rasterizer
