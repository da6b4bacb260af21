// Viewports, depth ranges, scissors, clip planes (GL 2.1 §2.11.1, §2.12, §4.1.2).
#include "glapi/state/transform.h"

#include <algorithm>
#include <cmath>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

bool is_viewport(Errors& errors, GLuint first, GLsizei count) {
    if (count >= 0 && uint64_t(first) + uint64_t(count) <= limits::MAX_VIEWPORTS) return true;
    errors.error(GL_INVALID_VALUE, "viewports %u…%lld do not exist", first, static_cast<long long>(first) + count - 1);
    return false;
}

void set_viewport(rasterizer::Viewport& viewport, float x, float y, float width, float height) {
    viewport.x = std::clamp(x, limits::VIEWPORT_BOUNDS_RANGE[0], limits::VIEWPORT_BOUNDS_RANGE[1]);
    viewport.y = std::clamp(y, limits::VIEWPORT_BOUNDS_RANGE[0], limits::VIEWPORT_BOUNDS_RANGE[1]);
    viewport.width = std::min(width, float(limits::MAX_VIEWPORT_DIMS[0]));
    viewport.height = std::min(height, float(limits::MAX_VIEWPORT_DIMS[0]));
}

void set_depth_range(rasterizer::Viewport& viewport, double near_value, double far_value) {
    viewport.near_value = std::clamp(near_value, 0.0, 1.0);
    viewport.far_value = std::clamp(far_value, 0.0, 1.0);
}

template <typename Number>
void set_depth_ranges(Context& context, GLuint first, GLsizei count, const Number* v) {
    if (!is_viewport(context, first, count)) return;
    for (GLsizei i = 0; i < count; ++i) {
        set_depth_range(context.state.viewport.viewports[first + GLuint(i)], v[2 * i], v[2 * i + 1]);
    }
}

bool are_boxes(Errors& errors, GLsizei count, const GLint* v) {
    for (GLsizei i = 0; i < count; ++i) {
        if (v[4 * i + 2] >= 0 && v[4 * i + 3] >= 0) continue;
        errors.error(GL_INVALID_VALUE, "the size of box %d is negative", i);
        return false;
    }
    return true;
}
rasterizer::Rectangle box_of(const GLint* v) { return {v[0], v[1], v[2], v[3]}; }

// Index, or -1 with the error recorded.
int clip_plane_index(Errors& errors, GLenum plane) {
    if (plane >= GL_CLIP_PLANE0 && plane < GL_CLIP_PLANE0 + limits::MAX_CLIP_PLANES) return int(plane - GL_CLIP_PLANE0);
    errors.error(GL_INVALID_ENUM, "%s is not a clip plane", enum_name(plane));
    return -1;
}

}  // namespace

namespace commands {

void Viewport(Context& context, GLint x, GLint y, GLsizei width, GLsizei height) {
    if (width < 0 || height < 0) {
        return context.error(GL_INVALID_VALUE, "size %d×%d is negative", width, height);
    }
    for (auto& viewport : context.state.viewport.viewports) {
        set_viewport(viewport, float(x), float(y), float(width), float(height));
    }
    // Programs call this when their window has been resized: a good moment to follow.
    context.framebuffers.window_stale = true;
}

void ViewportIndexedf(Context& context, GLuint index, GLfloat x, GLfloat y, GLfloat w, GLfloat h) {
    const GLfloat v[] = {x, y, w, h};
    ViewportArrayv(context, index, 1, v);
}
void ViewportIndexedfv(Context& context, GLuint index, const GLfloat* v) { ViewportArrayv(context, index, 1, v); }
void ViewportArrayv(Context& context, GLuint first, GLsizei count, const GLfloat* v) {
    if (!is_viewport(context, first, count)) return;
    for (GLsizei i = 0; i < count; ++i) {
        if (!(v[4 * i + 2] >= 0) || !(v[4 * i + 3] >= 0)) {
            return context.error(GL_INVALID_VALUE, "the size of viewport %u is negative", first + i);
        }
    }
    for (GLsizei i = 0; i < count; ++i, v += 4) {
        set_viewport(context.state.viewport.viewports[first + GLuint(i)], v[0], v[1], v[2], v[3]);
    }
}

void SubpixelPrecisionBiasNV(Context& context, GLuint xbits, GLuint ybits) {
    constexpr GLuint most = rasterizer::max_sub_pixel_bias;
    if (xbits > most || ybits > most) {
        return context.error(GL_INVALID_VALUE, "%u and %u bits; there are %u at most", xbits, ybits, most);
    }
    context.state.viewport.sub_pixel_bias_x = xbits;
    context.state.viewport.sub_pixel_bias_y = ybits;
}

void ViewportSwizzleNV(Context& context, GLuint index, GLenum swizzlex, GLenum swizzley, GLenum swizzlez,
                       GLenum swizzlew) {
    if (!is_viewport(context, index, 1)) return;
    const GLenum tokens[] = {swizzlex, swizzley, swizzlez, swizzlew};
    std::array<rasterizer::ClipComponent, 4> swizzle;
    for (size_t c = 0; c < swizzle.size(); ++c) {
        const GLenum number = tokens[c] - GL_VIEWPORT_SWIZZLE_POSITIVE_X_NV;
        if (number >= 8) return context.error(GL_INVALID_ENUM, "%s is no component", enum_name(tokens[c]));
        swizzle[c] = {static_cast<uint8_t>(number / 2), number % 2 != 0};
    }
    context.state.viewport.viewports[index].swizzle = swizzle;
}

void ViewportPositionWScaleNV(Context& context, GLuint index, GLfloat xcoeff, GLfloat ycoeff) {
    if (is_viewport(context, index, 1)) context.state.viewport.w_scales[index] = {xcoeff, ycoeff};
}

void checked::ConservativeRasterParameterfNV(Context& context, GLfloat value) {
    if (!(value >= 0))
        return context.error(GL_INVALID_VALUE, "primitives can't grow by %g pixels", static_cast<double>(value));
    // "The nearest supported value which is greater than the requested value is used."
    context.state.conservative_dilation =
        std::min(std::ceil(value / limits::CONSERVATIVE_RASTER_DILATE_GRANULARITY_NV) *
                     limits::CONSERVATIVE_RASTER_DILATE_GRANULARITY_NV,
                 limits::CONSERVATIVE_RASTER_DILATE_RANGE_NV[1]);
}

void checked::ConservativeRasterParameteriNV(Context& context, GLint param) {
    if (param != GL_CONSERVATIVE_RASTER_MODE_POST_SNAP_NV &&
        param != GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_TRIANGLES_NV && param != GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_NV)
        return context.error(GL_INVALID_ENUM, "0x%x is no mode", static_cast<GLenum>(param));
    context.state.conservative_mode = static_cast<GLenum>(param);
}

void DepthRange(Context& context, GLdouble n, GLdouble f) {
    for (auto& viewport : context.state.viewport.viewports) set_depth_range(viewport, n, f);
}
void DepthRangeIndexed(Context& context, GLuint index, GLdouble n, GLdouble f) {
    if (!is_viewport(context, index, 1)) return;
    set_depth_range(context.state.viewport.viewports[index], n, f);
}
void DepthRangeArrayv(Context& context, GLuint first, GLsizei count, const GLdouble* v) {
    set_depth_ranges(context, first, count, v);
}
void DepthRangeIndexedfOES(Context& context, GLuint index, GLfloat n, GLfloat f) {
    if (!is_viewport(context, index, 1)) return;
    set_depth_range(context.state.viewport.viewports[index], n, f);
}
void DepthRangeArrayfvOES(Context& context, GLuint first, GLsizei count, const GLfloat* v) {
    set_depth_ranges(context, first, count, v);
}

// NV_depth_buffer_float: not clamped.
void DepthRangedNV(Context& context, GLdouble zNear, GLdouble zFar) {
    for (auto& viewport : context.state.viewport.viewports) viewport.near_value = zNear, viewport.far_value = zFar;
}
void DepthRangeArraydvNV(Context& context, GLuint first, GLsizei count, const GLdouble* v) {
    if (!is_viewport(context, first, count)) return;
    for (GLsizei i = 0; i < count; ++i) {
        rasterizer::Viewport& viewport = context.state.viewport.viewports[first + GLuint(i)];
        viewport.near_value = v[2 * i], viewport.far_value = v[2 * i + 1];
    }
}
void DepthRangeIndexeddNV(Context& context, GLuint index, GLdouble n, GLdouble f) {
    const GLdouble v[] = {n, f};
    DepthRangeArraydvNV(context, index, 1, v);
}

void Scissor(Context& context, GLint x, GLint y, GLsizei width, GLsizei height) {
    if (width < 0 || height < 0) {
        return context.error(GL_INVALID_VALUE, "size %d×%d is negative", width, height);
    }
    context.state.scissor.boxes.fill({x, y, width, height});
}
void ScissorIndexed(Context& context, GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height) {
    const GLint v[] = {left, bottom, width, height};
    ScissorArrayv(context, index, 1, v);
}
void ScissorIndexedv(Context& context, GLuint index, const GLint* v) { ScissorArrayv(context, index, 1, v); }
void ScissorArrayv(Context& context, GLuint first, GLsizei count, const GLint* v) {
    if (!is_viewport(context, first, count)) return;
    if (!are_boxes(context, count, v)) return;
    for (GLsizei i = 0; i < count; ++i) context.state.scissor.boxes[first + GLuint(i)] = box_of(v + 4 * i);
}

void ScissorExclusiveNV(Context& context, GLint x, GLint y, GLsizei width, GLsizei height) {
    if (width < 0 || height < 0) return context.error(GL_INVALID_VALUE, "size %d×%d is negative", width, height);
    context.state.scissor.exclusive_boxes.fill({x, y, width, height});
}
void ScissorExclusiveArrayvNV(Context& context, GLuint first, GLsizei count, const GLint* v) {
    if (!is_viewport(context, first, count) || !are_boxes(context, count, v)) return;
    for (GLsizei i = 0; i < count; ++i) context.state.scissor.exclusive_boxes[first + GLuint(i)] = box_of(v + 4 * i);
}

void checked::WindowRectanglesEXT(Context& context, GLenum mode, GLsizei count, const GLint* box) {
    if (count < 0 || count > limits::MAX_WINDOW_RECTANGLES_EXT)
        return context.error(GL_INVALID_VALUE, "%d rectangles; there are %d", count, limits::MAX_WINDOW_RECTANGLES_EXT);
    if (!are_boxes(context, count, box)) return;
    ScissorState& scissor = context.state.scissor;
    scissor.window_mode = mode;
    scissor.window_count = count;
    scissor.window_rectangles.fill({});
    for (GLsizei i = 0; i < count; ++i) scissor.window_rectangles[static_cast<size_t>(i)] = box_of(box + 4 * i);
}

void ClipPlane(Context& context, GLenum plane, const GLdouble* equation) {
    const int index = clip_plane_index(context, plane);
    if (index < 0) return;
    const Vector object{float(equation[0]), float(equation[1]), float(equation[2]), float(equation[3])};
    context.state.transform.clip_planes[index] = object * inverted(context.state.matrices.modelview.top());
}
void GetClipPlane(Context& context, GLenum plane, GLdouble* equation) {
    const int index = clip_plane_index(context, plane);
    if (index >= 0) std::copy_n(context.state.transform.clip_planes[index].data(), 4, equation);
}

void ClipPlanef(Context& context, GLenum p, const GLfloat* eqn) {
    const GLdouble equation[] = {eqn[0], eqn[1], eqn[2], eqn[3]};
    ClipPlane(context, p, equation);
}
void GetClipPlanef(Context& context, GLenum plane, GLfloat* equation) {
    const int index = clip_plane_index(context, plane);
    if (index >= 0) std::copy_n(context.state.transform.clip_planes[index].data(), 4, equation);
}

void ClipControl(Context& context, GLenum origin, GLenum depth) {
    const bool known_depth = depth == GL_NEGATIVE_ONE_TO_ONE || depth == GL_ZERO_TO_ONE;
    if ((origin != GL_LOWER_LEFT && origin != GL_UPPER_LEFT) || !known_depth) {
        return context.error(GL_INVALID_ENUM, "%s, %s", enum_name(origin), enum_name(depth));
    }
    context.state.transform.clip_origin = origin;
    context.state.transform.clip_depth_mode = depth;
}

}  // namespace commands
}  // namespace glapi
