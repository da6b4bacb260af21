// State between vertices and fragments: viewports, culling, polygon modes, sizes, clipping.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "rasterizer/draw/pixel_grid.h"

namespace rasterizer {

inline constexpr int max_viewports = 16;
inline constexpr int max_clip_distances = 8;

struct Viewport {
    float x = 0, y = 0, width = 0, height = 0;  // pixels
    double near_value = 0, far_value = 1;
};
struct Rectangle {
    int32_t x = 0, y = 0, width = 0, height = 0;
};

enum class PolygonMode : uint8_t { Point, Line, Fill };

inline constexpr int max_sub_pixel_bias = 8;

// What conservative rasterization covers: primitives as the grid has them, or as they were before they came onto it.
enum class ConservativeMode : uint8_t { PostSnap, PreSnapTriangles, PreSnap };

struct RasterState {
    bool front_face_clockwise = false;
    bool cull_front = false, cull_back = false;
    std::array<PolygonMode, 2> polygon_mode{PolygonMode::Fill, PolygonMode::Fill};  // front, back
    std::array<bool, 3> polygon_offset{};                                           // enabled for point, line, fill
    float offset_factor = 0, offset_units = 0, offset_clamp = 0;
    bool polygon_stipple = false;
    std::array<uint32_t, 32> polygon_stipple_pattern{};  // row 0 at the bottom; bit 31 is the leftmost pixel
    bool polygon_smooth = false;
    float line_width = 1;
    bool line_smooth = false, line_stipple = false;
    uint16_t line_stipple_pattern = 0xffff;
    uint16_t line_stipple_factor = 1;
    float point_size = 1;  // used unless the vertex program writes result.pointsize and it is enabled
    bool program_point_size = false;
    float point_size_min = 0, point_size_max = 1e9f, point_fade_threshold = 1;
    bool point_smooth = false, point_sprite = false;
    bool point_sprite_upper_left = true;
    uint8_t point_sprite_coordinates = 0;  // bit n: texcoord n is replaced (COORD_REPLACE)
    bool flat_shade = false;               // ShadeModel(FLAT): colours of the provoking vertex
    bool provoking_first = false;
    bool two_sided_color = false;  // VERTEX_PROGRAM_TWO_SIDE or two-sided lighting: back faces use back colours
    bool clamp_vertex_color = true;
    uint8_t clip_distances = 0;  // bit n: result.clip[n] clips
    bool depth_clamp = false;
    bool clip_origin_upper_left = false, clip_depth_zero_to_one = false;  // ARB_clip_control
    bool rasterizer_discard = false;
    bool multisample = true;
    std::shared_ptr<const SampleOffsets> sample_offsets;  // null: the standard ones
    bool scissor_test = false;
    bool conservative = false;  // every pixel that a primitive touches, whole (NV_conservative_raster)
    ConservativeMode conservative_mode = ConservativeMode::PostSnap;
    uint8_t dilation = 0;             // quarters of a pixel by which `conservative` primitives grow in each direction
    bool whole_sample_masks = false;  // programs that run for a sample see the mask of the pixel (INTEL)
    uint8_t sub_pixel_bias_x = 0,
            sub_pixel_bias_y = 0;  // more sub-pixel bits where `conservative`; at most max_sub_pixel_bias
};

// Conservative rasterization, in 1/512 pixels: by how much the grid may have moved a vertex, where that counts.
inline int32_t snap_error(const RasterState& raster, bool polygon) {
    switch (raster.conservative_mode) {
        case ConservativeMode::PostSnap: return 0;
        case ConservativeMode::PreSnapTriangles: return polygon;
        case ConservativeMode::PreSnap: return 1;
    }
    return 0;
}
// How far around its centre a pixel touches what it draws. (The sum of a primitive and a square is all centres of such
// squares that touch the primitive: pixels grow, and the primitive stays.)
inline int32_t touching_reach(const RasterState& raster, bool polygon) {
    return 256 + 128 * raster.dilation + snap_error(raster, polygon);
}
// How far around its centre a pixel has to be inside of a primitive to be covered whole: as it was before it grew.
inline int32_t covering_reach(const RasterState& raster, bool polygon) { return 256 + snap_error(raster, polygon); }

}  // namespace rasterizer
