// Points, lines, polygons, multisampling, hints (GL 2.1 §3.3–3.5, §5.6).
#include "glapi/state/primitives.h"

#include <algorithm>

#include "glapi/commands/check_count.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/pixels/pixel_layout.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

GLenum* find_hint(HintState& hints, GLenum target) {
    switch (target) {
        case GL_PERSPECTIVE_CORRECTION_HINT: return &hints.perspective_correction;
        case GL_POINT_SMOOTH_HINT: return &hints.point_smooth;
        case GL_LINE_SMOOTH_HINT: return &hints.line_smooth;
        case GL_POLYGON_SMOOTH_HINT: return &hints.polygon_smooth;
        case GL_FOG_HINT: return &hints.fog;
        case GL_GENERATE_MIPMAP_HINT: return &hints.generate_mipmap;
        case GL_TEXTURE_COMPRESSION_HINT: return &hints.texture_compression;
        case GL_FRAGMENT_SHADER_DERIVATIVE_HINT: return &hints.fragment_shader_derivative;
        case GL_MULTISAMPLE_FILTER_HINT_NV: return &hints.multisample_filter;
        case GL_CLIP_VOLUME_CLIPPING_HINT_EXT: return &hints.clip_volume;
        default: return nullptr;
    }
}

void set_point(Errors& errors, State& state, GLenum pname, const float* v, bool vector) {
    PointState& point = state.point;
    const auto negative = [&] { errors.error(GL_INVALID_VALUE, "%s is negative", enum_name(pname)); };
    switch (pname) {
        case GL_POINT_SIZE_MIN:
            if (!(v[0] >= 0)) return negative();
            point.size_min = v[0];
            return;
        case GL_POINT_SIZE_MAX:
            if (!(v[0] >= 0)) return negative();
            point.size_max = v[0];
            return;
        case GL_POINT_FADE_THRESHOLD_SIZE:
            if (!(v[0] >= 0)) return negative();
            point.fade_threshold = v[0];
            return;
        case GL_POINT_DISTANCE_ATTENUATION:
            if (!vector) break;
            std::copy_n(v, 3, point.attenuation.begin());
            return;
        case GL_POINT_SPRITE_COORD_ORIGIN:
            if (v[0] != GL_LOWER_LEFT && v[0] != GL_UPPER_LEFT) {
                return errors.error(GL_INVALID_VALUE, "not an origin");
            }
            point.sprite_origin = GLenum(v[0]);
            return;
        case GL_POINT_SPRITE_R_MODE_NV:
            if (v[0] != GL_ZERO && v[0] != GL_S && v[0] != GL_R) break;
            point.sprite_r_mode = GLenum(v[0]);
            return;
        default: break;
    }
    errors.error(GL_INVALID_ENUM, "%s is no parameter of points", enum_name(pname));
}

// The memory of a stipple pattern: the client's, or in a pixel buffer. Null where there is none, or (with the error
// recorded) where it does not fit.
std::byte* stipple_memory(Errors& errors, const BufferState& buffers, BufferTarget target, const void* pointer,
                          const PixelLayout& layout) {
    const auto& buffer = buffers[target];
    if (!buffer) return static_cast<std::byte*>(const_cast<void*>(pointer));
    const auto offset = reinterpret_cast<uintptr_t>(pointer);
    if (!buffer->in_client_use() && offset <= buffer->size && layout.end <= buffer->size - offset) {
        return buffer->data.get() + offset;
    }
    errors.error(GL_INVALID_OPERATION, "the pattern does not fit the pixel buffer, or that is mapped");
    return nullptr;
}

// Calls function(row, column, byte, mask) for every bit of a pattern, where it lies in memory.
template <typename Function>
void for_stipple_bits(const PixelStore& store, const PixelLayout& layout, std::byte* memory, Function&& function) {
    for (size_t row = 0; row < 32; ++row) {
        for (size_t column = 0; column < 32; ++column) {
            const size_t bit = layout.first_bit + column;
            std::byte& byte = memory[layout.first + row * layout.row_stride + bit / 8];
            function(row, column, byte, std::byte(1 << (store.lsb_first ? bit % 8 : 7 - bit % 8)));
        }
    }
}

// The pattern may take `size` bytes where it goes to the client's memory (ARB_robustness).
void get_stipple(Context& context, size_t size, GLubyte* mask) {
    const PixelStore& store = context.pixels.pack;
    const PixelLayout layout = pixel_layout(store, GL_COLOR_INDEX, GL_BITMAP, 32, 32, 1, 2);
    if (!context.buffers[BufferTarget::PixelPack] && layout.end > size)
        return context.error(GL_INVALID_OPERATION, "the pattern takes %zu bytes", layout.end);
    std::byte* const memory = stipple_memory(context, context.buffers, BufferTarget::PixelPack, mask, layout);
    if (!memory) return;
    const auto& rows = context.state.polygon_stipple.rows;
    for_stipple_bits(store, layout, memory, [&](size_t row, size_t column, std::byte& byte, std::byte bit) {
        byte = rows[row] & (0x80000000u >> column) ? byte | bit : byte & ~bit;
    });
}

void set_offset(State& state, float factor, float units, float clamp, float bias) {
    PolygonState& polygon = state.polygon;
    polygon.offset_factor = factor;
    polygon.offset_units = units;
    polygon.offset_clamp = clamp;
    polygon.offset_bias = bias;
}

}  // namespace

namespace commands {

void PolygonStipple(Context& context, const GLubyte* mask) {
    const PixelStore& store = context.pixels.unpack;
    const PixelLayout layout = pixel_layout(store, GL_COLOR_INDEX, GL_BITMAP, 32, 32, 1, 2);
    std::byte* const memory = stipple_memory(context, context.buffers, BufferTarget::PixelUnpack, mask, layout);
    if (!memory) return;
    auto& rows = context.state.polygon_stipple.rows;
    rows.fill(0);
    for_stipple_bits(store, layout, memory, [&](size_t row, size_t column, std::byte byte, std::byte bit) {
        if ((byte & bit) != std::byte{}) rows[row] |= 0x80000000u >> column;
    });
}

void PointSize(Context& context, GLfloat size) {
    if (!(size > 0)) return context.error(GL_INVALID_VALUE, "%g is not positive", size);
    context.state.point.size = size;
}

void PointParameteriv(Context& context, GLenum pname, const GLint* params) {
    float v[3] = {float(params[0])};
    if (pname == GL_POINT_DISTANCE_ATTENUATION) std::copy_n(params, 3, v);
    set_point(context, context.state, pname, v, true);
}
void PointParameteri(Context& context, GLenum pname, GLint param) {
    const float v = float(param);
    set_point(context, context.state, pname, &v, false);
}

void LineWidth(Context& context, GLfloat width) {
    if (!(width > 0)) return context.error(GL_INVALID_VALUE, "%g is not positive", width);
    // GL 3.2 §E.2: deprecated, and so not in forward-compatible contexts.
    if (width > 1 && context.version.is_core() && context.request.forward_compatible)
        return context.error(GL_INVALID_VALUE, "forward-compatible contexts have no wide lines");
    context.state.line.width = width;
}

void LineStipple(Context& context, GLint factor, GLushort pattern) {
    context.state.line.stipple_factor = std::clamp(factor, 1, 256);
    context.state.line.stipple_pattern = pattern;
}

void checked::CullFace(Context& context, GLenum mode) { context.state.polygon.cull_face = mode; }

void checked::FrontFace(Context& context, GLenum mode) { context.state.polygon.front_face = mode; }

void checked::PolygonMode(Context& context, GLenum face, GLenum mode) {
    const bool rectangles = mode == GL_FILL_RECTANGLE_NV && !context.version.is_es();
    if (mode != GL_POINT && mode != GL_LINE && mode != GL_FILL && !rectangles) {
        return context.error(GL_INVALID_ENUM, "%s is not a mode", enum_name(mode));
    }
    if (face != GL_BACK) context.state.polygon.mode[0] = mode;
    if (face != GL_FRONT) context.state.polygon.mode[1] = mode;
}

void SampleCoverage(Context& context, GLfloat value, GLboolean invert) {
    context.state.multisample.coverage_value = std::clamp(value, 0.0f, 1.0f);
    context.state.multisample.coverage_invert = invert;
}

void checked::AlphaToCoverageDitherControlNV(Context& context, GLenum mode) {
    context.state.multisample.alpha_to_coverage_dither = mode;
}

void SampleMaski(Context& context, GLuint maskNumber, GLbitfield mask) {
    if (maskNumber > 0) return context.error(GL_INVALID_VALUE, "there is one mask word only");
    context.state.multisample.mask = mask;
}

void SampleMaskIndexedNV(Context& context, GLuint index, GLbitfield mask) {
    if (index > 0) return context.error(GL_INVALID_VALUE, "there is one mask word only");
    context.state.multisample.mask = mask;
}

void MinSampleShading(Context& context, GLfloat value) {
    context.state.multisample.min_sample_shading = std::clamp(value, 0.0f, 1.0f);
}

void Hint(Context& context, GLenum target, GLenum mode) {
    GLenum* const hint = find_hint(context.state.hints, target);
    if (!hint || (mode != GL_FASTEST && mode != GL_NICEST && mode != GL_DONT_CARE)) {
        return context.error(GL_INVALID_ENUM, "%s can't be %s", enum_name(target), enum_name(mode));
    }
    *hint = mode;
}

#include "glapi/commands/state/primitives.def"

}  // namespace commands
}  // namespace glapi
