// Per-fragment operations (GL 2.1 §4.1, §4.2).
#include "glapi/state/fragments.h"

#include <algorithm>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

bool is_compare_function(GLenum function) { return function >= GL_NEVER && function <= GL_ALWAYS; }

bool is_stencil_operation(GLenum operation) {
    switch (operation) {
        case GL_KEEP:
        case GL_ZERO:
        case GL_REPLACE:
        case GL_INCR:
        case GL_DECR:
        case GL_INVERT:
        case GL_INCR_WRAP:
        case GL_DECR_WRAP: return true;
        default: return false;
    }
}

bool is_blend_factor(GLenum factor) {
    switch (factor) {
        case GL_ZERO:
        case GL_ONE:
        case GL_SRC_COLOR:
        case GL_ONE_MINUS_SRC_COLOR:
        case GL_DST_COLOR:
        case GL_ONE_MINUS_DST_COLOR:
        case GL_SRC_ALPHA:
        case GL_ONE_MINUS_SRC_ALPHA:
        case GL_DST_ALPHA:
        case GL_ONE_MINUS_DST_ALPHA:
        case GL_CONSTANT_COLOR:
        case GL_ONE_MINUS_CONSTANT_COLOR:
        case GL_CONSTANT_ALPHA:
        case GL_ONE_MINUS_CONSTANT_ALPHA:
        case GL_SRC1_COLOR:
        case GL_ONE_MINUS_SRC1_COLOR:
        case GL_SRC1_ALPHA:
        case GL_ONE_MINUS_SRC1_ALPHA:
        case GL_SRC_ALPHA_SATURATE: return true;  // of the destination too: ARB_blend_func_extended
        default: return false;
    }
}

bool is_blend_equation(GLenum mode) {
    return mode == GL_FUNC_ADD || mode == GL_FUNC_SUBTRACT || mode == GL_FUNC_REVERSE_SUBTRACT || mode == GL_MIN ||
           mode == GL_MAX;
}

bool is_advanced_equation(GLenum mode) {
    switch (mode) {
#define GLSL_BLEND_EQUATION(layout, name) case GL_##name:
#include "glsl/tree/blend_equations.def"
#undef GLSL_BLEND_EQUATION
        return true;
        default: return false;
    }
}

void set_blend_function(Errors& errors, State& state, int first, int count, GLenum source_rgb, GLenum destination_rgb,
                        GLenum source_alpha, GLenum destination_alpha) {
    for (GLenum factor : {source_rgb, source_alpha}) {
        if (!is_blend_factor(factor)) {
            return errors.error(GL_INVALID_ENUM, "%s is not a source factor", enum_name(factor));
        }
    }
    for (GLenum factor : {destination_rgb, destination_alpha}) {
        if (!is_blend_factor(factor)) {
            return errors.error(GL_INVALID_ENUM, "%s is not a destination factor", enum_name(factor));
        }
    }
    for (int i = first; i < first + count; ++i) {
        BlendBuffer& buffer = state.color_buffer.buffers[i];
        buffer.source_rgb = source_rgb, buffer.destination_rgb = destination_rgb;
        buffer.source_alpha = source_alpha, buffer.destination_alpha = destination_alpha;
    }
}

// `separate`: the command takes two equations, and neither may be an advanced one.
void set_blend_equation(Errors& errors, State& state, int first, int count, GLenum rgb, GLenum alpha, bool separate) {
    for (GLenum mode : {rgb, alpha}) {
        if (!is_blend_equation(mode) && (separate || !is_advanced_equation(mode))) {
            return errors.error(GL_INVALID_ENUM, "%s is not an equation", enum_name(mode));
        }
    }
    for (int i = first; i < first + count; ++i) {
        state.color_buffer.buffers[i].equation_rgb = rgb;
        state.color_buffer.buffers[i].equation_alpha = alpha;
    }
}

bool is_draw_buffer(Errors& errors, GLuint index) {
    if (index < limits::MAX_DRAW_BUFFERS) return true;
    errors.error(GL_INVALID_VALUE, "there is no draw buffer %u", index);
    return false;
}

// Indices into StencilState::sides: the unseparate commands set front and back, or the active face of
// EXT_stencil_two_side. Bit n: side n.
int active_sides(const StencilState& stencil) { return stencil.active_face == GL_BACK ? 4 : 3; }

int sides_of_face(Errors& errors, GLenum face) {
    switch (face) {
        case GL_FRONT: return 1;
        case GL_BACK: return 2;
        case GL_FRONT_AND_BACK: return 3;
        default: errors.error(GL_INVALID_ENUM, "%s is not a face", enum_name(face)); return 0;
    }
}

template <typename Function>
void for_sides(StencilState& stencil, int sides, Function&& function) {
    for (int side = 0; side < 3; ++side) {
        if (sides >> side & 1) function(stencil.sides[side]);
    }
}

void set_stencil_function(Errors& errors, State& state, int sides, GLenum function, GLint reference, GLuint mask) {
    if (!is_compare_function(function)) {
        return errors.error(GL_INVALID_ENUM, "%s is not a comparison", enum_name(function));
    }
    for_sides(state.stencil, sides,
              [&](StencilSide& side) { side.function = function, side.reference = reference, side.read_mask = mask; });
}

void set_stencil_operation(Errors& errors, State& state, int sides, GLenum fail, GLenum depth_fail, GLenum pass) {
    for (GLenum operation : {fail, depth_fail, pass}) {
        if (!is_stencil_operation(operation)) {
            return errors.error(GL_INVALID_ENUM, "%s is not an operation", enum_name(operation));
        }
    }
    for_sides(state.stencil, sides,
              [&](StencilSide& side) { side.fail = fail, side.depth_fail = depth_fail, side.pass = pass; });
}

}  // namespace

namespace commands {

void FragmentCoverageColorNV(Context& context, GLuint color) {
    if (color >= GLuint{limits::MAX_DRAW_BUFFERS})
        return context.error(GL_INVALID_VALUE, "there is no colour %u", color);
    context.state.color_buffer.coverage_color = color;
}

void checked::AlphaFunc(Context& context, GLenum func, GLfloat ref) {
    context.state.color_buffer.alpha_function = func;
    context.state.color_buffer.alpha_reference = ref;  // clamped where it is used (ARB_color_buffer_float)
}

void BlendFunc(Context& context, GLenum sfactor, GLenum dfactor) {
    set_blend_function(context, context.state, 0, limits::MAX_DRAW_BUFFERS, sfactor, dfactor, sfactor, dfactor);
}
void BlendFuncSeparate(Context& context, GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha,
                       GLenum dfactorAlpha) {
    set_blend_function(context, context.state, 0, limits::MAX_DRAW_BUFFERS, sfactorRGB, dfactorRGB, sfactorAlpha,
                       dfactorAlpha);
}
void BlendFunci(Context& context, GLuint buf, GLenum src, GLenum dst) {
    if (is_draw_buffer(context, buf)) {
        set_blend_function(context, context.state, int(buf), 1, src, dst, src, dst);
    }
}
void BlendFuncSeparatei(Context& context, GLuint buf, GLenum srcRGB, GLenum dstRGB, GLenum srcAlpha, GLenum dstAlpha) {
    if (is_draw_buffer(context, buf)) {
        set_blend_function(context, context.state, int(buf), 1, srcRGB, dstRGB, srcAlpha, dstAlpha);
    }
}
void BlendEquation(Context& context, GLenum mode) {
    set_blend_equation(context, context.state, 0, limits::MAX_DRAW_BUFFERS, mode, mode, false);
}
void BlendEquationSeparate(Context& context, GLenum modeRGB, GLenum modeAlpha) {
    set_blend_equation(context, context.state, 0, limits::MAX_DRAW_BUFFERS, modeRGB, modeAlpha, true);
}
void BlendEquationi(Context& context, GLuint buf, GLenum mode) {
    if (is_draw_buffer(context, buf)) {
        set_blend_equation(context, context.state, int(buf), 1, mode, mode, false);
    }
}
void BlendEquationSeparatei(Context& context, GLuint buf, GLenum modeRGB, GLenum modeAlpha) {
    if (is_draw_buffer(context, buf)) {
        set_blend_equation(context, context.state, int(buf), 1, modeRGB, modeAlpha, true);
    }
}
// Fragments of a pixel are blended in their order always, so there is nothing to wait for.
void BlendBarrier(Context&) {}
void BlendColor(Context& context, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
    context.state.color_buffer.blend_color = {red, green, blue, alpha};
}

void ColorMask(Context& context, GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
    for (BlendBuffer& buffer : context.state.color_buffer.buffers) {
        buffer.write_mask = {red != 0, green != 0, blue != 0, alpha != 0};
    }
}
void ColorMaski(Context& context, GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a) {
    if (!is_draw_buffer(context, index)) return;
    context.state.color_buffer.buffers[index].write_mask = {r != 0, g != 0, b != 0, a != 0};
}
void IndexMask(Context& context, GLuint mask) { context.state.color_buffer.index_mask = mask; }

void checked::LogicOp(Context& context, GLenum opcode) { context.state.color_buffer.logic_operation_mode = opcode; }

void checked::DepthFunc(Context& context, GLenum func) { context.state.depth.function = func; }
void DepthMask(Context& context, GLboolean flag) { context.state.depth.write = flag != 0; }

void DepthBoundsEXT(Context& context, GLclampd zmin, GLclampd zmax) {
    if (zmin > zmax) return context.error(GL_INVALID_VALUE, "%g > %g", zmin, zmax);
    context.state.depth.bounds_min = std::clamp(zmin, 0.0, 1.0);
    context.state.depth.bounds_max = std::clamp(zmax, 0.0, 1.0);
}

void DepthBoundsdNV(Context& context, GLdouble zmin, GLdouble zmax) {
    if (zmin > zmax) return context.error(GL_INVALID_VALUE, "%g > %g", zmin, zmax);
    context.state.depth.bounds_min = zmin;
    context.state.depth.bounds_max = zmax;
}

void StencilFunc(Context& context, GLenum func, GLint ref, GLuint mask) {
    set_stencil_function(context, context.state, active_sides(context.state.stencil), func, ref, mask);
}
void StencilFuncSeparate(Context& context, GLenum face, GLenum func, GLint ref, GLuint mask) {
    if (const int sides = sides_of_face(context, face)) {
        set_stencil_function(context, context.state, sides, func, ref, mask);
    }
}
void StencilFuncSeparateATI(Context& context, GLenum frontfunc, GLenum backfunc, GLint ref, GLuint mask) {
    if (!is_compare_function(backfunc)) {
        return context.error(GL_INVALID_ENUM, "%s is not a comparison", enum_name(backfunc));
    }
    set_stencil_function(context, context.state, 1, frontfunc, ref, mask);
    if (is_compare_function(frontfunc)) set_stencil_function(context, context.state, 2, backfunc, ref, mask);
}
void StencilOp(Context& context, GLenum fail, GLenum zfail, GLenum zpass) {
    set_stencil_operation(context, context.state, active_sides(context.state.stencil), fail, zfail, zpass);
}
void StencilOpSeparate(Context& context, GLenum face, GLenum sfail, GLenum dpfail, GLenum dppass) {
    if (const int sides = sides_of_face(context, face)) {
        set_stencil_operation(context, context.state, sides, sfail, dpfail, dppass);
    }
}
void StencilMask(Context& context, GLuint mask) {
    StencilState& stencil = context.state.stencil;
    for_sides(stencil, active_sides(stencil), [mask](StencilSide& side) { side.write_mask = mask; });
}
void StencilMaskSeparate(Context& context, GLenum face, GLuint mask) {
    for_sides(context.state.stencil, sides_of_face(context, face),
              [mask](StencilSide& side) { side.write_mask = mask; });
}
void checked::ActiveStencilFaceEXT(Context& context, GLenum face) { context.state.stencil.active_face = face; }

}  // namespace commands
}  // namespace glapi
