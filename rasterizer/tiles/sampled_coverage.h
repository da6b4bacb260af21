// Coverage of shapes that are asked for each sample: round points, antialiased lines and polygons. Compiled per
// instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/primitive_box.h"

namespace rasterizer::ASMGL_ISA {

RASTERIZER_INLINE float smooth_line_coverage(const RasterState& raster, const TilePrimitive& primitive, float x,
                                             float y) {
    const SmoothShape& line = primitive.smooth_shape;
    const float dx = x - line.center_x, dy = y - line.center_y;
    const float along = dx * line.axis_x + dy * line.axis_y, across = dy * line.axis_x - dx * line.axis_y;
    const float side = line.half_width + 0.5f - (across < 0 ? -across : across);
    const float end = line.half_length + 0.5f - (along < 0 ? -along : along);
    if (line.stippled) {
        float position = along + line.half_length;
        position = position < 0 ? 0 : position > line.stipple_length ? line.stipple_length : position;
        const auto counter = static_cast<uint32_t>(position + line.stipple_start);
        if (!(raster.line_stipple_pattern >> (counter / raster.line_stipple_factor & 15) & 1)) return 0;
    }
    // A box filter one pixel wide, exact for axis-aligned lines.
    const float widest = 2 * line.half_width < 1 ? 2 * line.half_width : 1;
    const float s = side < 0 ? 0 : side > widest ? widest : side;
    const float e = end < 0 ? 0 : end > 1 ? 1 : end;
    return s * e;
}

// How much of the square of the pixel at (x, y) a triangle covers: exact where one polygon edge or two cross it.
// Edges that cut a polygon into triangles give whole pixels to one side.
inline float smooth_polygon_coverage(const TilePrimitive& primitive, float x, float y) {
    constexpr double half = sub_pixel_one / 2;
    double corners[8][2] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    int count = 4;
    const auto center_x = static_cast<int64_t>(x * sub_pixel_one), center_y = static_cast<int64_t>(y * sub_pixel_one);
    for (int e = 0; e < 3; ++e) {
        const EdgeFunction& edge = primitive.edges[e];
        const int64_t at = edge.c + edge.a * center_x + edge.b * center_y;
        if (!(primitive.boundary >> e & 1)) {
            if (at < 0) return 0;
            continue;
        }
        const int64_t a = edge.a < 0 ? -int64_t{edge.a} : edge.a, b = edge.b < 0 ? -int64_t{edge.b} : edge.b;
        const int64_t reach = (a + b) * (sub_pixel_one / 2);
        if (at >= reach) continue;
        if (at <= -reach) return 0;
        double kept[8][2];
        int kept_count = 0;
        for (int i = 0; i < count; ++i) {
            const double* const from = corners[i];
            const double* const to = corners[i + 1 == count ? 0 : i + 1];
            const double d0 = static_cast<double>(at) + edge.a * from[0] + edge.b * from[1];
            const double d1 = static_cast<double>(at) + edge.a * to[0] + edge.b * to[1];
            if (d0 >= 0) {
                kept[kept_count][0] = from[0];
                kept[kept_count++][1] = from[1];
            }
            if ((d0 >= 0) == (d1 >= 0)) continue;
            const double t = d0 / (d0 - d1);
            kept[kept_count][0] = from[0] + t * (to[0] - from[0]);
            kept[kept_count++][1] = from[1] + t * (to[1] - from[1]);
        }
        count = kept_count;
        __builtin_memcpy(corners, kept, sizeof corners);
        if (count < 3) return 0;
    }
    double area = 0;
    for (int i = 0; i < count; ++i) {
        const double* const from = corners[i];
        const double* const to = corners[i + 1 == count ? 0 : i + 1];
        area += from[0] * to[1] - to[0] * from[1];
    }
    return static_cast<float>(area / (2.0 * sub_pixel_one * sub_pixel_one));
}

// By how much coverage scales the alpha of a fragment at (x, y).
template <int samples>
RASTERIZER_INLINE float smooth_coverage(const ActiveDraw<samples>& active, const TilePrimitive& primitive, float x,
                                        float y) {
    if (primitive.shape == Shape::SmoothLine) return smooth_line_coverage(active.tile_draw->raster, primitive, x, y);
    if (primitive.shape == Shape::SmoothPolygon) return smooth_polygon_coverage(primitive, x, y);
    if (active.multisample || active.tile_draw->raster.conservative) return primitive.fade;
    const SmoothShape& disc = primitive.smooth_shape;
    const float dx = x - disc.center_x, dy = y - disc.center_y;
    const float rim = disc.half_width + 0.5f - __builtin_sqrtf(dx * dx + dy * dy);
    return rim < 0 ? 0 : rim > 1 ? 1 : rim;
}

// Calls inside(x, y) for the sample positions of the primitive's box, and draw_block(block, masks) with what it
// accepts.
template <int samples, class Inside, class DrawBlock>
void cover_where(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                 Inside inside, DrawBlock draw_block) {
    const auto [low_x, low_y, high_x, high_y] = box_in_tile(tile, primitive);
    for (int32_t by = low_y & ~7; by <= high_y; by += block_size)
        for (int32_t bx = low_x & ~7; bx <= high_x; bx += block_size) {
            const uint64_t box = box_mask(low_x - bx, low_y - by, high_x - bx, high_y - by);
            CoverageMasks<samples> masks;
            for (int s = 0; s < samples; ++s) {
                const float ox = active.sample_x[s];
                const float oy = active.sample_y[s];
                masks.of[s] = 0;
                for (uint64_t left = box; left; left &= left - 1) {
                    const int pixel = __builtin_ctzll(left);
                    const float x = static_cast<float>(tile.x + bx + block_offsets.ix[pixel]) + 0.5f + ox;
                    const float y = static_cast<float>(tile.y + by + block_offsets.iy[pixel]) + 0.5f + oy;
                    if (inside(x, y)) masks.of[s] |= uint64_t{1} << pixel;
                }
            }
            draw_block(bx / 8 + by, masks);
        }
}

template <int samples, class DrawBlock>
void cover_disc(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                DrawBlock draw_block) {
    const SmoothShape& disc = primitive.smooth_shape;
    if (active.tile_draw->raster.conservative) {
        cover_where(
            tile, active, primitive,
            [&](float x, float y) {
                // The point of the pixel's square that is nearest to the centre.
                float dx = absolute(x - disc.center_x) - disc.axis_x, dy = absolute(y - disc.center_y) - disc.axis_x;
                dx = dx > 0 ? dx : 0;
                dy = dy > 0 ? dy : 0;
                return dx * dx + dy * dy <= disc.half_width * disc.half_width;
            },
            draw_block);
        return;
    }
    // Antialiased discs touch pixels up to half a pixel further out; their coverage falls off there.
    const float reach = disc.half_width + (primitive.smooth && !active.spread ? 0.5f : 0.0f);
    cover_where(
        tile, active, primitive,
        [&](float x, float y) {
            const float dx = x - disc.center_x, dy = y - disc.center_y;
            return dx * dx + dy * dy < reach * reach;
        },
        draw_block);
}

}  // namespace rasterizer::ASMGL_ISA
