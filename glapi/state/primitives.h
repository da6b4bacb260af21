// Points, lines, polygons, multisampling (GL 2.1 §3.3–3.5).
#pragma once

#include <array>

#include "glapi/generated/gl.h"

namespace glapi {

// POINT_BIT.
struct PointState {
    float size = 1;
    bool smooth = false, sprite = false, program_size = false;
    float size_min = 0, size_max = 256;
    float fade_threshold = 1;
    std::array<float, 3> attenuation{1, 0, 0};
    GLenum sprite_origin = GL_UPPER_LEFT, sprite_r_mode = GL_ZERO;
};

// LINE_BIT.
struct LineState {
    float width = 1;
    bool smooth = false, stipple = false;
    GLushort stipple_pattern = 0xffff;
    GLint stipple_factor = 1;
};

// POLYGON_BIT.
struct PolygonState {
    bool cull = false, smooth = false, stipple = false;
    bool offset_point = false, offset_line = false, offset_fill = false;
    GLenum cull_face = GL_BACK, front_face = GL_CCW;
    std::array<GLenum, 2> mode{GL_FILL, GL_FILL};  // front, back
    float offset_factor = 0, offset_units = 0, offset_clamp = 0;
    float offset_bias = 0;  // PolygonOffsetEXT, in place of units
};

// POLYGON_STIPPLE_BIT: 32 rows from the bottom; bit 31 is the leftmost pixel.
struct PolygonStippleState {
    PolygonStippleState() { rows.fill(~0u); }
    std::array<GLuint, 32> rows;
};

// MULTISAMPLE_BIT.
struct MultisampleState {
    bool enabled = true, alpha_to_coverage = false, alpha_to_one = false, coverage = false;
    GLenum alpha_to_coverage_dither = GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV;  // not dithered
    float coverage_value = 1;
    bool coverage_invert = false;
    bool mask_enabled = false;
    GLbitfield mask = ~0u;
    bool sample_shading = false;
    float min_sample_shading = 0;
};

// HINT_BIT.
struct HintState {
    GLenum perspective_correction = GL_DONT_CARE, point_smooth = GL_DONT_CARE, line_smooth = GL_DONT_CARE;
    GLenum polygon_smooth = GL_DONT_CARE, fog = GL_DONT_CARE, generate_mipmap = GL_DONT_CARE;
    GLenum texture_compression = GL_DONT_CARE, fragment_shader_derivative = GL_DONT_CARE;
    GLenum multisample_filter = GL_DONT_CARE;
    GLenum clip_volume = GL_DONT_CARE;
};

}  // namespace glapi
