// The output of setup for tiles: one shape on the pixel grid, with edges and planes for interpolation.
//
// Positions have the units of edge_function.h.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/scene/edge_function.h"

namespace rasterizer {

struct TileDraw;

// Conservative rasterization: data of the whole polygon for each of its triangles, if it has more than three corners.
struct PolygonPart {
    const EdgeFunction* outline;  // of the polygon
    int32_t outline_count;
    // Where the triangles before this one end: pixels that touch the edge, which is where both functions and the box
    // say so, are theirs.
    bool follows;
    EdgeFunction sides[2];
    int32_t min_x, min_y, max_x, max_y;  // pixels
};

enum class Shape : uint8_t {
    Edges,          // inside edge_count edge functions and the box
    Line,           // the pixels of a diamond-exit line: see LineSteps
    Disc,           // a round point
    SmoothLine,     // an antialiased line
    SmoothPolygon,  // an antialiased triangle: pixels that its edges touch, too
};

// An aliased line as columns (x-major) or rows (y-major): along the major axis from first to last, the minor
// coordinate of step i is floor((minor_start + i·minor_step) / 2^32), and `width` pixels upwards from there.
struct LineSteps {
    int64_t minor_start, minor_step;
    int32_t first, last;  // major coordinate, first <= last
    int32_t width;
    bool y_major;
    bool reversed;  // the line runs from last to first
    bool stippled;
    uint32_t stipple_start;  // the stipple counter's value at the line's first pixel
};

struct SmoothShape {
    float center_x, center_y;  // disc; or the middle of the line
    float axis_x, axis_y;      // line: unit vector along it. disc: touching_reach() and covering_reach(), in pixels
    float half_length, half_width;  // disc: half_width is the radius
    bool stippled;
    float stipple_start, stipple_length;
};

// Most small primitives are written only up to `part` (small_primitive_bytes): two cache lines.
struct TilePrimitive {
    const TileDraw* draw;
    const ShadedVertex* vertex[3];
    const ShadedVertex* flat;            // provoking vertex
    int32_t min_x, min_y, max_x, max_y;  // pixels, inclusive; already within the draw's bounds
    // Barycentric weights of vertex 1 and 2 and depth, as planes through (x0, y0), all in pixels.
    float x0, y0;
    float b1_dx, b1_dy, b2_dx, b2_dy;
    float z0, z_dx, z_dy, z_min, z_max;  // z_min and z_max: with z_offset
    uint32_t primitive_id;
    uint16_t layer;  // of the framebuffer
    Shape shape;
    uint8_t edge_count;
    bool back_facing;
    bool affine;  // all three 1/w are equal
    bool is_point;
    bool smooth;           // coverage or `fade` scales alpha
    bool polygon;          // polygon stipple applies
    uint8_t boundary = 0;  // SmoothPolygon: bit i, edge i is one of the polygon's; the others cut it into triangles
    bool clipped = true;   // the box may be smaller than what is inside of the edges
    // The covered pixels of a triangle in a box of at most 4×4 pixels of one block, four bits a row, for one sample; 0:
    // not known.
    uint16_t pixels = 0;
    float fade = 1;  // of points that multisampling would have made too small (GL 2.1, 3.3)
    // glPolygonOffset's. Each fragment adds it to the depth of the plane when that has been rounded, so that a unit is
    // never lost (GL 4.6, 14.6.5).
    float z_offset = 0;
    // Conservative rasterization: all edges, the polygon's too, are moved outwards, so that the centres of touched
    // pixels are inside.
    alignas(16) const PolygonPart* part = nullptr;
    // For fragments: the value that the program wrote, even if there is no such layer or viewport.
    int32_t written_layer, written_viewport;
    union alignas(16) {
        EdgeFunction edges[4];
        LineSteps line;
        SmoothShape smooth_shape;
    };
};
// The size of primitives with known pixels and of boxes, without edges and written layer or viewport; and of triangles.
inline constexpr size_t small_primitive_bytes = offsetof(TilePrimitive, part),
                        triangle_bytes = offsetof(TilePrimitive, edges) + 3 * sizeof(EdgeFunction);
// Whole lines, where pointers have 64 bits; what is streamed in any case.
static_assert(small_primitive_bytes % 16 == 0 && triangle_bytes % 16 == 0);
static_assert(sizeof(void*) < 8 || (small_primitive_bytes == 128 && triangle_bytes == 192));

// What a point sprite keeps of a coordinate as its r (NV_point_sprite): points are the same all over.
inline uint32_t sprite_r(const FragmentInput& input, const TilePrimitive& primitive) {
    if (input.sprite_r < 0) return 0;
    const size_t component = static_cast<uint8_t>(input.sprite_r);
    if (input.kind != FragmentInput::Kind::Varying) return input.constant[component];
    return std::bit_cast<uint32_t>(primitive.vertex[0][input.slot * 4 + component]);
}

}  // namespace rasterizer
