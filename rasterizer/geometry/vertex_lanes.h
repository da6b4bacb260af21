// Work on groups of vertices before and after their program: fetch, positions in the window, shaded vertices. Compiled
// per SIMD level (vertex_lanes_body.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "rasterizer/draw/vertex_input.h"
#include "rasterizer/scene/edge_function.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/simd/lane_group.h"

namespace rasterizer {

struct AssembledPrimitive;
struct VertexRange;
struct ViewTransform;

// An array's elements, as many as are readable.
struct VertexElements {
    const std::byte* data;
    size_t stride;
    uint64_t readable;
};

// Elements of a group's vertices, to the four registers of an attribute. `all`: every one is readable.
using VertexLoad = void (*)(const VertexElements& from, const uint32_t* vertices, size_t count, bool all,
                            runtime::LaneWord* const to[4]);

// A group's shaded vertices, `stride` floats each.
struct VertexRows {
    float* first;
    int stride;
};

struct VertexLanes {
    // Null: there is no function for the attribute's format, which is read element by element then.
    VertexLoad (*find_load)(const VertexAttribute& attribute);
    // Clip codes (except for clip and cull distances), positions on the sub-pixel grid, clip and window positions, for
    // the first `count` vertices of a group; it may write more.
    void (*finish)(const ViewTransform& view, const runtime::LaneVector& position, size_t count, const VertexRows& rows,
                   uint32_t* codes, FixedPoint* grid_positions);
    // The numbers of all vertices that primitives have.
    VertexRange (*range_of)(const AssembledPrimitive* primitives, size_t count);
    // One register to a slot of the vertices. `scalar`: only x counts.
    void (*store)(const runtime::LaneVector& from, bool clamp, bool scalar, size_t count, const VertexRows& rows,
                  int slot);
};

// For this CPU.
const VertexLanes& vertex_lanes();

template <runtime::SimdLevel>
const VertexLanes& vertex_lanes_of();

}  // namespace rasterizer
