// Transform feedback: captures values from the vertices of the last stage.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/geometry/assemble_primitives.h"

namespace rasterizer {

// Vertices' results in memory.
struct CapturedVertices {
    const std::byte* data;
    size_t stride;       // bytes
    uint32_t first = 0;  // number of the first vertex
};

class FeedbackCapture {
  public:
    // `offsets`: where in a vertex the vector of each varying is, in bytes; -1: nowhere. `numbers`: the same of the
    // vertex's number.
    FeedbackCapture(const Draw& draw, const arbasm::Program& program, std::span<const int32_t> offsets,
                    int32_t numbers = -1);
    // In order, unless its buffers are full. It is counted where queries want that.
    void take(const AssembledPrimitive& primitive, uint8_t stream, const CapturedVertices& vertices);
    // The same of any number of vertices.
    void take(std::span<const uint32_t> order, uint32_t primitive_id, uint8_t stream, const CapturedVertices& vertices);

  private:
    // A captured varying of each vertex.
    struct Column {
        int32_t offset_in_vertex = -1;  // in the vertex; -1: `constant`, or the primitive's number
        bool primitive_id = false;
        uint8_t buffer = 0;
        uint32_t offset = 0, bytes = 0;  // in the captured vertex
        std::array<uint32_t, 4> constant{};
    };
    struct Stream {
        std::vector<Column> columns;
        std::vector<FeedbackBuffer*> buffers;
    };
    void write(const Column& column, const std::byte* vertex, uint32_t primitive_id, std::byte* to) const;

    TransformFeedback& feedback_;
    StreamCounters* const counters_;
    const bool provoking_first_;
    std::array<Stream, runtime::max_vertex_streams> streams_;
};

}  // namespace rasterizer
