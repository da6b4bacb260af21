// Clears and clear values (GL 2.1 §4.2.3, GL 3.0 ClearBuffer).
#include <algorithm>
#include <bit>
#include <vector>

#include "glapi/context.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/resolve/resolve_areas.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/debug.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {
namespace {

uint8_t color_mask(const ColorBufferState& colors, int buffer) {
    const std::array<bool, 4>& write = colors.buffers[buffer].write_mask;
    return static_cast<uint8_t>(write[0] | write[1] << 1 | write[2] << 2 | write[3] << 3);
}

// Draw buffer n of the API is framebuffer.colors[n], except that a broadcast framebuffer spreads the first over all.
void add_color(const State& state, rasterizer::Clear& clear, int buffer, const runtime::Vector4& value) {
    for (int i = 0; i < max_color_attachments; ++i) {
        if (clear.framebuffer.broadcast ? buffer != 0 : i != buffer) continue;
        if (!clear.framebuffer.colors[i]) continue;
        clear.color_buffers |= static_cast<uint8_t>(1 << i);
        clear.color[i] = value;
        clear.color_mask[i] = color_mask(state.color_buffer, buffer);
    }
}

// The framebuffer to clear; false where nothing is to be done (an error may have been recorded).
bool begin_clear(Context& context, rasterizer::Clear& clear) {
    ResolvedFramebuffer resolved = resolve_framebuffer(context);
    if (!resolved.complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the draw framebuffer is not complete");
        return false;
    }
    if (context.state.rasterizer_discard || !condition_allows_drawing(context.queries, context.rasterizer))
        return false;
    clear.framebuffer = std::move(resolved.framebuffer);
    return true;
}

void add_depth(const DepthState& depth, rasterizer::Clear& clear, double value) {
    if (!clear.framebuffer.depth || !depth.write) return;
    clear.depth = true;
    clear.depth_value = clear.framebuffer.unclamped_depth ? value : std::clamp(value, 0.0, 1.0);
}

void add_stencil(const StencilState& stencil, rasterizer::Clear& clear, GLint value) {
    if (!clear.framebuffer.stencil) return;
    clear.stencil = true;
    clear.stencil_value = static_cast<uint8_t>(value);
    // "the stencil mask of the front face" (GL 2.1 §4.2.3: StencilMaskSeparate's FRONT).
    clear.stencil_mask = static_cast<uint8_t>(stencil.sides[0].write_mask);
}

void submit(Context& context, rasterizer::Clear& clear) {
    if (!clear.color_buffers && !clear.depth && !clear.stencil) return;
    const runtime::PermeableSignalHold hold;
    for (const rasterizer::Rectangle& area :
         open_areas(context.state, context.framebuffers, clear.framebuffer.width, clear.framebuffer.height)) {
        clear.area = area;
        context.rasterizer.clear(clear);
    }
    tell_observed(context.debug);
}

runtime::Vector4 bits_of(const float* value) {
    return {std::bit_cast<uint32_t>(value[0]), std::bit_cast<uint32_t>(value[1]), std::bit_cast<uint32_t>(value[2]),
            std::bit_cast<uint32_t>(value[3])};
}

void clear_accumulation(const State& state, const FramebufferState& framebuffers) {
    WindowFramebuffer* const window = framebuffers.draw ? nullptr : framebuffers.window_draw.get();
    if (!window || !window->config().accumulation) return;
    const runtime::Extent extent{std::max(window->width(), 1), std::max(window->height(), 1), 1};
    if (!window->accumulation || window->accumulation->extent() != extent)
        window->accumulation = std::make_shared<runtime::Image>(WindowFramebuffer::accumulation_format, extent);
    const runtime::Texel value = bits_of(state.accumulation.clear.data());
    for (const rasterizer::Rectangle& area : open_areas(state, framebuffers, window->width(), window->height())) {
        const std::vector<runtime::Texel> row(static_cast<size_t>(area.width), value);
        for (int32_t y = area.y; y < area.y + area.height; ++y)
            runtime::store_texels(WindowFramebuffer::accumulation_format, window->accumulation->row(y), area.x,
                                  area.width, row.data());
    }
}

}  // namespace

namespace commands {

void Clear(Context& context, GLbitfield mask) {
    const GLbitfield known = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT |
                             (context.version.is_es() || context.version.is_core() ? 0 : GL_ACCUM_BUFFER_BIT);
    if (mask & ~known) {
        context.error(GL_INVALID_VALUE, "mask 0x%x has bits that name no buffer", mask);
        return;
    }
    rasterizer::Clear clear;
    if (!begin_clear(context, clear)) return;
    if (mask & GL_COLOR_BUFFER_BIT) {
        const runtime::Vector4 value = bits_of(context.state.color_buffer.clear_color.data());
        for (int i = 0; i < max_color_attachments; ++i) add_color(context.state, clear, i, value);
    }
    if (mask & GL_DEPTH_BUFFER_BIT) add_depth(context.state.depth, clear, context.state.depth.clear);
    if (mask & GL_STENCIL_BUFFER_BIT) add_stencil(context.state.stencil, clear, context.state.stencil.clear);
    submit(context, clear);
    if (mask & GL_ACCUM_BUFFER_BIT) clear_accumulation(context.state, context.framebuffers);
}

void ClearColor(Context& context, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
    context.state.color_buffer.clear_color = {red, green, blue, alpha};
    context.state.color_buffer.clear_color_integer = false;
}

void ClearColorIiEXT(Context& context, GLint red, GLint green, GLint blue, GLint alpha) {
    context.state.color_buffer.clear_color = {std::bit_cast<float>(red), std::bit_cast<float>(green),
                                              std::bit_cast<float>(blue), std::bit_cast<float>(alpha)};
    context.state.color_buffer.clear_color_integer = true;
}

void ClearDepth(Context& context, GLdouble depth) { context.state.depth.clear = std::clamp(depth, 0.0, 1.0); }
void ClearDepthdNV(Context& context, GLdouble depth) { context.state.depth.clear = depth; }
void ClearStencil(Context& context, GLint s) { context.state.stencil.clear = s; }
void ClearIndex(Context& context, GLfloat c) { context.state.color_buffer.clear_index = c; }

void ClearAccum(Context& context, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
    context.state.accumulation.clear = {std::clamp(red, -1.0f, 1.0f), std::clamp(green, -1.0f, 1.0f),
                                        std::clamp(blue, -1.0f, 1.0f), std::clamp(alpha, -1.0f, 1.0f)};
}

}  // namespace commands

namespace {

bool check_draw_buffer(Errors& errors, GLint drawbuffer) {
    if (drawbuffer >= 0 && drawbuffer < max_color_attachments) return true;
    errors.error(GL_INVALID_VALUE, "draw buffer %d is not below MAX_DRAW_BUFFERS", drawbuffer);
    return false;
}

void clear_color_buffer(Context& context, GLint drawbuffer, const runtime::Vector4& value) {
    if (!check_draw_buffer(context, drawbuffer)) return;
    rasterizer::Clear clear;
    if (!begin_clear(context, clear)) return;
    add_color(context.state, clear, drawbuffer, value);
    submit(context, clear);
}

bool check_zero(Errors& errors, GLint drawbuffer) {
    if (drawbuffer == 0) return true;
    errors.error(GL_INVALID_VALUE, "draw buffer %d of depth or stencil is not 0", drawbuffer);
    return false;
}

}  // namespace

namespace commands {

void ClearBufferfv(Context& context, GLenum buffer, GLint drawbuffer, const GLfloat* value) {
    if (buffer == GL_COLOR) {
        clear_color_buffer(context, drawbuffer, bits_of(value));
    } else if (buffer == GL_DEPTH) {
        rasterizer::Clear clear;
        if (!check_zero(context, drawbuffer) || !begin_clear(context, clear)) return;
        add_depth(context.state.depth, clear, static_cast<double>(*value));
        submit(context, clear);
    } else {
        context.error(GL_INVALID_ENUM, "buffer 0x%x is neither COLOR nor DEPTH", buffer);
    }
}

void ClearBufferiv(Context& context, GLenum buffer, GLint drawbuffer, const GLint* value) {
    if (buffer == GL_COLOR) {
        clear_color_buffer(context, drawbuffer,
                           {static_cast<uint32_t>(value[0]), static_cast<uint32_t>(value[1]),
                            static_cast<uint32_t>(value[2]), static_cast<uint32_t>(value[3])});
    } else if (buffer == GL_STENCIL) {
        rasterizer::Clear clear;
        if (!check_zero(context, drawbuffer) || !begin_clear(context, clear)) return;
        add_stencil(context.state.stencil, clear, *value);
        submit(context, clear);
    } else {
        context.error(GL_INVALID_ENUM, "buffer 0x%x is neither COLOR nor STENCIL", buffer);
    }
}

void checked::ClearBufferuiv(Context& context, GLint drawbuffer, const GLuint* value) {
    clear_color_buffer(context, drawbuffer, {value[0], value[1], value[2], value[3]});
}

void checked::ClearBufferfi(Context& context, GLint drawbuffer, GLfloat depth, GLint stencil) {
    rasterizer::Clear clear;
    if (!check_zero(context, drawbuffer) || !begin_clear(context, clear)) return;
    add_depth(context.state.depth, clear, static_cast<double>(depth));
    add_stencil(context.state.stencil, clear, stencil);
    submit(context, clear);
}

}  // namespace commands
}  // namespace glapi
