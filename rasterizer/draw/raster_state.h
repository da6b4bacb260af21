// State between vertices and fragments: viewports, culling, polygon modes, sizes, clipping.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "ir/limits.h"
#include "rasterizer/draw/pixel_grid.h"

namespace rasterizer {

inline constexpr int max_viewports = arbasm::limits::MAX_VIEWPORTS;
inline constexpr int max_clip_distances = arbasm::limits::MAX_COMBINED_CLIP_AND_CULL_DISTANCES;

// The source of a component of clip coordinates for a viewport (NV_viewport_swizzle).
struct ClipComponent {
    uint8_t from;
    bool negative = false;
    bool operator==(const ClipComponent&) const = default;
};

struct Viewport {
    float x = 0, y = 0, width = 0, height = 0;  // pixels
    double near_value = 0, far_value = 1;
    std::array<ClipComponent, 4> swizzle{{{0}, {1}, {2}, {3}}};
    float w_by_x = 0, w_by_y = 0;  // then added to w (NV_clip_space_w_scaling)
};
inline bool moves_positions(const Viewport& viewport) {
    return viewport.w_by_x != 0 || viewport.w_by_y != 0 || viewport.swizzle != Viewport{}.swizzle;
}
struct Rectangle {
    int32_t x = 0, y = 0, width = 0, height = 0;
};

// FillRectangle: the box around each triangle (NV_fill_rectangle).
enum class PolygonMode : uint8_t { Point, Line, Fill, FillRectangle };
constexpr bool is_filled(PolygonMode mode) { return mode == PolygonMode::Fill || mode == PolygonMode::FillRectangle; }

inline constexpr int max_sub_pixel_bias = arbasm::limits::MAX_SUBPIXEL_PRECISION_BIAS_BITS_NV;

// The primitives that conservative rasterization covers: after or before snapping to the grid.
enum class ConservativeMode : uint8_t { PostSnap, PreSnapTriangles, PreSnap };

// Pixels that are left alone, whatever scissor boxes say.
struct PixelAreas {
    // EXT_window_rectangles: fragments fall inside of one of these, or outside of all.
    std::vector<Rectangle> window;
    bool inside_window = false;
    std::array<Rectangle, max_viewports> excluded;  // by viewport (NV_scissor_exclusive); of no size: none
};

struct RasterState {
    bool front_face_clockwise = false;
    bool cull_front = false, cull_back = false;
    std::array<PolygonMode, 2> polygon_mode{PolygonMode::Fill, PolygonMode::Fill};  // front, back
    std::array<bool, 4> polygon_offset{};                                           // by polygon mode
    float offset_factor = 0, offset_units = 0, offset_clamp = 0;
    float offset_bias = 0;  // as depths are, whatever holds them
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
    // OpenGL ES: lines are not clipped at the sides of the view volume; points and lines end at the viewport's sides,
    // as polygons do.
    bool confined_by_viewport = false;
    bool point_sprite_upper_left = true;
    uint8_t point_sprite_coordinates = 0;  // bit n: texcoord n is replaced (COORD_REPLACE)
    int8_t point_sprite_r = -1;            // the component that its r keeps; -1: it becomes 0
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
    std::shared_ptr<const PixelAreas> areas;  // null: there are none
    bool conservative = false;                // every pixel that a primitive touches, whole (NV_conservative_raster)
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
// Half the side of the square around a pixel's centre: a pixel is covered where that touches the primitive. (Minkowski
// sum: the pixel grows, and the primitive stays as it is.)
inline int32_t touching_reach(const RasterState& raster, bool polygon) {
    return 256 + 128 * raster.dilation + snap_error(raster, polygon);
}
// A pixel that is inside of a primitive so far around its centre is covered whole: as it was before it grew.
inline int32_t covering_reach(const RasterState& raster, bool polygon) { return 256 + snap_error(raster, polygon); }

}  // namespace rasterizer
