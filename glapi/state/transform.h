// Coordinate transformation: matrix stacks, viewports, clip planes (GL 2.1 §2.11, §2.12).
#pragma once

#include <array>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/state/limits.h"
#include "glapi/state/matrix.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

struct MatrixState {
    MatrixStack modelview{limits::MAX_MODELVIEW_STACK_DEPTH};
    MatrixStack projection{limits::MAX_PROJECTION_STACK_DEPTH};
    MatrixStack color{limits::MAX_COLOR_MATRIX_STACK_DEPTH};  // of pixels: ARB_imaging
    std::array<MatrixStack, limits::MAX_TEXTURE_COORDS> texture;
    std::array<MatrixStack, limits::MAX_PROGRAM_MATRICES_ARB> program;  // MATRIX0_ARB …
    // ARB_vertex_blend, EXT_vertex_weighting: MODELVIEW1_ARB and so on.
    std::array<MatrixStack, limits::MAX_VERTEX_UNITS_ARB - 1> blended;
    // OES_matrix_palette, ARB_matrix_palette.
    std::vector<MatrixStack> palette;
    GLuint current_palette = 0;
    bool palette_enabled = false;
    const MatrixStack& vertex_unit(size_t unit) const { return unit == 0 ? modelview : blended[unit - 1]; }
    MatrixState();
};

// TRANSFORM_BIT.
struct TransformState {
    GLenum matrix_mode = GL_MODELVIEW;
    bool normalize = false, rescale_normal = false;
    std::array<bool, limits::MAX_CLIP_PLANES> clip_plane_enabled{};
    std::array<Vector, limits::MAX_CLIP_PLANES> clip_planes{};  // eye coordinates
    bool depth_clamp = false;
    // ARB_vertex_blend, and EXT_vertex_weighting, which counts where the former is off.
    bool vertex_blend = false, vertex_weighting = false, weight_sum_unity = false;
    int active_vertex_units = 1;
    GLenum clip_origin = GL_LOWER_LEFT, clip_depth_mode = GL_NEGATIVE_ONE_TO_ONE;
};

// VIEWPORT_BIT.
struct ViewportState {
    std::array<rasterizer::Viewport, limits::MAX_VIEWPORTS> viewports;
    bool raster_position_unclipped = false;
    GLuint sub_pixel_bias_x = 0, sub_pixel_bias_y = 0;
    // ViewportPositionWScaleNV, by viewport: factors of x and y in the sum that is added to w, while enabled.
    std::array<std::array<float, 2>, limits::MAX_VIEWPORTS> w_scales{};
};

// SCISSOR_BIT.
struct ScissorState {
    std::array<bool, limits::MAX_VIEWPORTS> enabled{};
    std::array<rasterizer::Rectangle, limits::MAX_VIEWPORTS> boxes;
    // NV_scissor_exclusive: what is not drawn, by viewport.
    std::array<bool, limits::MAX_VIEWPORTS> exclusive_enabled{};
    std::array<rasterizer::Rectangle, limits::MAX_VIEWPORTS> exclusive_boxes;
    // EXT_window_rectangles; those beyond the count have no size.
    GLenum window_mode = GL_EXCLUSIVE_EXT;
    int window_count = 0;
    std::array<rasterizer::Rectangle, limits::MAX_WINDOW_RECTANGLES_EXT> window_rectangles;
};
// The part of a framebuffer of this size, in pixels, inside of the first scissor box; may be empty.
rasterizer::Rectangle scissored_area(const ScissorState& scissor, int32_t width, int32_t height);

}  // namespace glapi
