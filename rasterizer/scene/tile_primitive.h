// What setup hands to the tiles: one shape on the pixel grid with what interpolation needs.
//
// Positions are those of edge_function.h.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/scene/edge_function.h"

namespace rasterizer {

struct DrawRecord;

inline constexpr int tile_size = 64;
inline constexpr int tile_pixels = tile_size * tile_size;
inline constexpr int block_size = 8;  // a tile is 8×8 blocks of 8×8 pixels
inline constexpr int blocks_per_tile = 64;
inline constexpr int block_pixels = 64;  // in quads: pixel = 4·quad + 2·y + x, quad = 4·row + column
inline constexpr int max_samples = 4;
inline constexpr int max_framebuffer_size = 16384;

// Setup clips to this band. Inside it edge functions, taken at pixel centres of a tile that the edge crosses and
// shifted down by the sub-pixel bits, fit 32 bits: 64·(|a| + |b|) with |a|, |b| <= 2^23.
inline constexpr float guard_band_low = -8192, guard_band_high = 24576;

// Sample positions of 4× multisampling relative to the pixel's centre, in 1/256 pixel.
inline constexpr std::array<std::array<int32_t, 2>, max_samples> sample_offsets{
    {{-32, -96}, {96, -32}, {-96, 32}, {32, 96}}};

// A post-transform vertex: slots of four floats. Slot 0 is the clip position, slot 1 the window position
// (x, y, z, 1/w), the rest are the vertex program's results that the draw needs (geometry/vertex_layout.h).
using VertexRecord = float;
inline constexpr int clip_slot = 0, window_slot = 1, first_varying_slot = 2;

// What a triangle of a polygon of more than three corners knows of the others under conservative rasterization.
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
    float center_x, center_y;       // disc; or the middle of the line
    float axis_x, axis_y;           // line: unit vector along it
    float half_length, half_width;  // disc: half_width is the radius
    bool stippled;
    float stipple_start, stipple_length;
};

struct TilePrimitive {
    const DrawRecord* draw;
    const VertexRecord* vertex[3];
    const VertexRecord* flat;            // provoking vertex
    int32_t min_x, min_y, max_x, max_y;  // pixels, inclusive; already within the draw's bounds
    // Barycentric weights of vertex 1 and 2 and depth, as planes through (x0, y0), all in pixels.
    float x0, y0;
    float b1_dx, b1_dy, b2_dx, b2_dy;
    float z0, z_dx, z_dy, z_min, z_max;
    uint32_t primitive_id;
    uint16_t layer;    // of the framebuffer
    uint8_t viewport;  // its number
    Shape shape;
    uint8_t edge_count;
    bool back_facing;
    bool affine;  // all three 1/w are equal
    bool is_point;
    bool smooth;           // coverage or `fade` scales alpha
    bool polygon;          // polygon stipple applies
    uint8_t boundary = 0;  // SmoothPolygon: bit i, edge i is one of the polygon's; the others cut it into triangles
    float fade = 1;        // of points that multisampling would have made too small (GL 2.1, 3.3)
    // Conservative rasterization: its edges, those of the polygon too, are moved outwards, so that they hold at the
    // centres of pixels that touch what is inside.
    const PolygonPart* part = nullptr;
    union {
        EdgeFunction edges[4];
        LineSteps line;
        SmoothShape smooth_shape;
    };
};

}  // namespace rasterizer
