// Triangles set up eight at a time: which of them draw anything, their boxes, edges and planes. Compiled per
// SIMD level (triangle_lanes_body.h); TriangleSetup::put() is the reference.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "runtime/simd/cpu_features.h"

namespace rasterizer {

inline constexpr size_t triangles_at_once = 8;
// Boxes of as many pixels in each direction, at most: it is found out which of them a triangle covers.
inline constexpr int32_t covered_box = 4;

struct PixelBounds {
    int32_t min_x, min_y, max_x, max_y;  // inclusive
};

// Values that a draw's triangles share.
struct TriangleRules {
    PixelBounds bounds;
    int32_t reach;       // how far samples lie from the pixel's centre, in 1/256 pixel
    bool tests_centres;  // the centre is the pixel's only sample
    bool culls[2];       // by whether the corners go around clockwise on the grid
    HorizontalOwner owner;
    bool offsets;  // polygon offset, of what follows
    double offset_factor, offset_units, offset_bias, offset_clamp;
};

// Results, by triangle. Corners are counter-clockwise.
struct TriangleLanes {
    uint32_t drawn;   // bit n: triangle n covers pixels, as far as its box and their centres tell; the rest is of these
    uint32_t others;  // triangles that are too large for this function
    uint32_t turned;  // corners 1 and 2 have changed places
    uint32_t affine;  // all three 1/w are equal
    uint32_t clipped;  // the box is cut off at the bounds
    alignas(32) int32_t min_x[triangles_at_once], min_y[triangles_at_once], max_x[triangles_at_once],
        max_y[triangles_at_once];
    alignas(32) int32_t pixels[triangles_at_once];  // TilePrimitive::pixels
    alignas(32) int32_t edge_a[3][triangles_at_once], edge_b[3][triangles_at_once];
    alignas(32) int64_t edge_c[3][triangles_at_once];
    // As TilePrimitive has them.
    alignas(32) float x0[triangles_at_once], y0[triangles_at_once], b1_dx[triangles_at_once], b1_dy[triangles_at_once],
        b2_dx[triangles_at_once], b2_dy[triangles_at_once], z0[triangles_at_once], z_dx[triangles_at_once],
        z_dy[triangles_at_once], z_min[triangles_at_once], z_max[triangles_at_once], z_offset[triangles_at_once];
};

struct TriangleFunctions {
    // Sets up triangles_at_once triangles. All vertices have grid positions.
    void (*set_up)(const TriangleRules& rules, const AssembledPrimitive* triangles, const ShadedVertices& vertices,
                   TriangleLanes& to);
    // What vertices have of clip codes, together.
    uint32_t (*codes_of)(const ShadedVertices& vertices);
};

// For this CPU.
const TriangleFunctions& triangle_functions();

// `avx512` takes those of `avx2`: there are eight triangles.
template <runtime::SimdLevel>
const TriangleFunctions& triangle_functions_of();

}  // namespace rasterizer
