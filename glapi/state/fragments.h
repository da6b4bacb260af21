// Per-fragment operations (GL 2.1 §4.1, §4.2).
#pragma once

#include <array>

#include "glapi/generated/gl.h"
#include "glapi/state/limits.h"
#include "glapi/state/matrix.h"

namespace glapi {

struct BlendBuffer {
    bool enabled = false;
    GLenum source_rgb = GL_ONE, destination_rgb = GL_ZERO, source_alpha = GL_ONE, destination_alpha = GL_ZERO;
    GLenum equation_rgb = GL_FUNC_ADD, equation_alpha = GL_FUNC_ADD;
    std::array<bool, 4> write_mask{true, true, true, true};
};

// COLOR_BUFFER_BIT, with the draw buffers of framebuffer state.
struct ColorBufferState {
    bool alpha_test = false;
    GLenum alpha_function = GL_ALWAYS;
    float alpha_reference = 0;
    std::array<BlendBuffer, limits::MAX_DRAW_BUFFERS> buffers;
    Vector blend_color;
    bool advanced_coherent = true;  // BLEND_ADVANCED_COHERENT_KHR: blending is, whatever it says
    bool dither = true;
    bool coverage_to_color = false;
    GLuint coverage_color = 0;  // FRAGMENT_COVERAGE_COLOR_NV
    bool logic_operation = false, index_logic_operation = false;
    GLenum logic_operation_mode = GL_COPY;
    Vector clear_color;  // not clamped; the bits of integers after ClearColorI*EXT
    bool clear_color_integer = false;
    float clear_index = 0;
    GLuint index_mask = ~0u;
    GLenum clamp_fragment_color = GL_FIXED_ONLY, clamp_read_color = GL_FIXED_ONLY;
    bool framebuffer_srgb = false;
};

// DEPTH_BUFFER_BIT.
struct DepthState {
    bool test = false, write = true;
    GLenum function = GL_LESS;
    double clear = 1;
    bool bounds_test = false;
    double bounds_min = 0, bounds_max = 1;
};

struct StencilSide {
    GLenum function = GL_ALWAYS;
    GLint reference = 0;
    GLuint read_mask = ~0u, write_mask = ~0u;
    GLenum fail = GL_KEEP, depth_fail = GL_KEEP, pass = GL_KEEP;
};

// STENCIL_BUFFER_BIT. EXT_stencil_two_side: its back face is a third set of state, used instead of sides[1] while
// STENCIL_TEST_TWO_SIDE_EXT is enabled. Without it, and without separate calls, both sides are equal.
struct StencilState {
    bool test = false, test_two_side = false;
    GLenum active_face = GL_FRONT;
    std::array<StencilSide, 3> sides;  // front, back, EXT_stencil_two_side's back
    GLint clear = 0;
};

// ACCUM_BUFFER_BIT.
struct AccumulationState {
    Vector clear;
};

}  // namespace glapi
