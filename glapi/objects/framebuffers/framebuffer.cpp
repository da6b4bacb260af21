#include "glapi/objects/framebuffers/framebuffer.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "glapi/context.h"

namespace glapi {

using rasterizer::SurfaceView;
using runtime::BaseFormat;

Framebuffer::Framebuffer(GLuint framebuffer_name) : name(framebuffer_name) {
    draw_buffers[0] = GL_COLOR_ATTACHMENT0;
    read_buffer = GL_COLOR_ATTACHMENT0;
}

SurfaceView Attachment::view() const {
    if (renderbuffer) return {renderbuffer->image, 0, 1};
    if (!texture || level >= max_texture_levels) return {};
    const TextureLevel& image = texture->level(level, texture->kind == TextureKind::Cube ? face : 0);
    if (!image) return {};
    if (layered) {
        return {image.image, 0, image.image->extent().depth};
    }
    return {image.image, image.slice + layer, 1};
}

const InternalFormat* Attachment::format() const {
    if (renderbuffer) return renderbuffer->format;
    return texture && level < max_texture_levels ? texture->level(level, face).format : nullptr;
}

int32_t Attachment::samples() const {
    const SurfaceView v = view();
    return v ? v.image->samples() : 1;
}

namespace {

enum class Slot : uint8_t { Color, Depth, Stencil };

bool renderable(const Attachment& attachment, Slot slot) {
    const InternalFormat* format = attachment.format();
    if (!format) return false;
    switch (slot) {
        case Slot::Color: return format->renderable && format->base < BaseFormat::DepthComponent;
        case Slot::Depth: return format->base == BaseFormat::DepthComponent || format->base == BaseFormat::DepthStencil;
        case Slot::Stencil: return format->base == BaseFormat::StencilIndex || format->base == BaseFormat::DepthStencil;
    }
    return false;
}

// ARB_framebuffer_object, "Framebuffer Attachment Completeness".
bool attachment_complete(const Attachment& attachment, Slot slot) {
    const SurfaceView view = attachment.view();
    if (!view || !renderable(attachment, slot)) return false;
    const runtime::Extent extent = view.image->extent();
    if (extent.width == 0 || extent.height == 0) return false;
    if (!attachment.layered && view.layer >= extent.depth) return false;
    if (attachment.layered && attachment.texture->kind == TextureKind::Cube) return attachment.texture->base_complete();
    return true;
}

template <typename Function>
void for_each_attachment(const Framebuffer& framebuffer, Function&& function) {
    for (const Attachment& color : framebuffer.colors) {
        if (color) function(color, Slot::Color);
    }
    if (framebuffer.depth) function(framebuffer.depth, Slot::Depth);
    if (framebuffer.stencil) function(framebuffer.stencil, Slot::Stencil);
}

}  // namespace

GLenum framebuffer_status(const Context& context, const Framebuffer* framebuffer) {
    if (!framebuffer) {
        return context.framebuffers.window_draw ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNDEFINED;
    }
    int count = 0, layered = 0, samples = -1;
    bool unsupported = false;
    runtime::Extent size;
    GLenum status = GL_FRAMEBUFFER_COMPLETE;
    for_each_attachment(*framebuffer, [&](const Attachment& attachment, Slot slot) {
        if (!attachment_complete(attachment, slot)) {
            status = GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
            return;
        }
        // Luminance and intensity are renderable by the specification, but tiles hold red, green, blue and alpha.
        if (slot == Slot::Color && !runtime::format_info(attachment.view().image->format()).color_renderable)
            unsupported = true;
        const runtime::Extent extent = attachment.view().image->extent();
        if (count > 0 && context.is_es() && (extent.width != size.width || extent.height != size.height))
            status = GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT;  // OES_framebuffer_object
        size = extent;
        ++count;
        layered += attachment.layered;
        if (samples >= 0 && samples != attachment.samples() && status == GL_FRAMEBUFFER_COMPLETE)
            status = GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
        samples = attachment.samples();
    });
    if (status != GL_FRAMEBUFFER_COMPLETE) return status;
    if (count == 0 && (framebuffer->default_width == 0 || framebuffer->default_height == 0))
        return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
    // Draw and read buffers that name empty attachments are let through as ARB_ES2_compatibility and GL 4.1 have it:
    // programs rely on depth-only framebuffers being complete without glDrawBuffer(GL_NONE).
    if (layered != 0 && layered != count) return GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS;
    if (unsupported) return GL_FRAMEBUFFER_UNSUPPORTED;
    // The rasterizer keeps depth and stencil of a pixel together.
    if (framebuffer->depth && framebuffer->stencil) {
        const SurfaceView depth = framebuffer->depth.view(), stencil = framebuffer->stencil.view();
        if (depth.image != stencil.image || depth.layer != stencil.layer) return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    return GL_FRAMEBUFFER_COMPLETE;
}

// ---- the window's framebuffer ------------------------------------------------------------------------------------

namespace {

struct WindowBuffers {
    bool front = false, back = false;
};

// Which of the window's buffers a token names (GL 2.1 table 4.4). Windows aren't stereo: there is no right side.
WindowBuffers window_buffers(GLenum token, const WindowFramebuffer& window) {
    const bool has_back = window.config().double_buffered;
    switch (token) {
        case GL_FRONT:
        case GL_FRONT_LEFT: return {true, false};
        case GL_BACK:
        case GL_BACK_LEFT: return {!has_back, has_back};
        case GL_LEFT:
        case GL_FRONT_AND_BACK: return {true, has_back};
        default: return {};
    }
}

void refresh_window(Context& context) {
    FramebufferState& state = context.framebuffers;
    if (!state.window_stale) return;
    state.window_stale = false;
    if (state.window_draw) state.window_draw->update();
    if (state.window_read && state.window_read != state.window_draw) state.window_read->update();
}

ResolvedFramebuffer resolve_window(Context& context) {
    FramebufferState& state = context.framebuffers;
    ResolvedFramebuffer result;
    if (!state.window_draw) return result;
    refresh_window(context);
    WindowFramebuffer& window = *state.window_draw;
    result.complete = true;
    rasterizer::Framebuffer& framebuffer = result.framebuffer;
    framebuffer.width = window.width();
    framebuffer.height = window.height();
    framebuffer.samples = window.config().samples;
    for (int i = 0; i < max_color_attachments; ++i) {
        const WindowBuffers buffers = window_buffers(state.window_draw_buffers[i], window);
        if (buffers.front) state.front_drawn = true;
        if (framebuffer.samples > 1) {
            if (buffers.front || buffers.back) framebuffer.colors[i] = {window.multisample_color};
            continue;
        }
        if (buffers.front) window.require_front();
        if (buffers.front && buffers.back && i == 0) {
            framebuffer.colors[0] = {window.back};
            framebuffer.colors[1] = {window.front};
            framebuffer.broadcast = true;
            break;
        }
        if (buffers.back)
            framebuffer.colors[i] = {window.back};
        else if (buffers.front)
            framebuffer.colors[i] = {window.front};
    }
    const auto& depth_stencil = framebuffer.samples > 1 ? window.multisample_depth_stencil : window.depth_stencil;
    if (window.config().depth) framebuffer.depth = {depth_stencil};
    if (window.config().stencil) framebuffer.stencil = {depth_stencil};
    framebuffer.srgb_write = context.state.color_buffer.framebuffer_srgb;
    return result;
}

}  // namespace

ResolvedFramebuffer resolve_framebuffer(Context& context) {
    const Framebuffer* const source = context.framebuffers.draw.get();
    if (!source) return resolve_window(context);
    ResolvedFramebuffer result;
    if (framebuffer_status(context, source) != GL_FRAMEBUFFER_COMPLETE) return result;
    result.complete = true;
    rasterizer::Framebuffer& framebuffer = result.framebuffer;
    framebuffer.width = framebuffer.height = INT_MAX;
    bool any = false;
    for_each_attachment(*source, [&](const Attachment& attachment, Slot) {
        const SurfaceView view = attachment.view();
        any = true;
        framebuffer.width = std::min(framebuffer.width, view.image->extent().width);
        framebuffer.height = std::min(framebuffer.height, view.image->extent().height);
        framebuffer.samples = view.image->samples();
    });
    if (!any) {
        framebuffer.width = source->default_width;
        framebuffer.height = source->default_height;
        framebuffer.samples = source->default_samples > 1 ? max_samples : 1;
    }
    for (int i = 0; i < max_color_attachments; ++i) {
        if (source->draw_buffers[i] != GL_NONE)
            framebuffer.colors[i] = source->colors[source->draw_buffers[i] - GL_COLOR_ATTACHMENT0].view();
    }
    framebuffer.depth = source->depth.view();
    framebuffer.stencil = source->stencil.view();
    framebuffer.srgb_write = context.state.color_buffer.framebuffer_srgb;
    return result;
}

ReadSource read_source(Context& context, Aspect aspect) {
    FramebufferState& state = context.framebuffers;
    ReadSource source;
    if (const Framebuffer* const framebuffer = state.read.get()) {
        if (framebuffer_status(context, framebuffer) != GL_FRAMEBUFFER_COMPLETE) return source;
        source.complete = true;
        const Attachment* attachment = nullptr;
        if (aspect == Aspect::Depth) attachment = &framebuffer->depth;
        if (aspect == Aspect::Stencil) attachment = &framebuffer->stencil;
        if (aspect == Aspect::Color && framebuffer->read_buffer != GL_NONE)
            attachment = &framebuffer->colors[framebuffer->read_buffer - GL_COLOR_ATTACHMENT0];
        if (attachment && *attachment) {
            source.view = attachment->view();
            source.view.layer_count = 1;
            source.width = source.view.image->extent().width;
            source.height = source.view.image->extent().height;
        }
        return source;
    }
    if (!state.window_read) return source;
    refresh_window(context);
    WindowFramebuffer& window = *state.window_read;
    source.complete = true;
    source.width = window.width();
    source.height = window.height();
    const bool multisampled = window.config().samples > 1;
    if (aspect == Aspect::Color) {
        const WindowBuffers buffers = window_buffers(state.window_read_buffer, window);
        if (multisampled) {
            if (buffers.front || buffers.back) source.view = {window.multisample_color};
        } else if (buffers.front) {
            window.require_front();
            source.view = {window.front};
        } else if (buffers.back) {
            source.view = {window.back};
        }
    } else if (aspect == Aspect::Depth ? window.config().depth != 0 : window.config().stencil != 0) {
        source.view = {multisampled ? window.multisample_depth_stencil : window.depth_stencil};
    }
    return source;
}

ReadableImage readable(Context& context, const SurfaceView& view) {
    if (!view) return {};
    context.rasterizer.wait_for(*view.image);
    if (view.image->samples() == 1) return {view.image, view.layer};
    const runtime::Extent extent = view.image->extent();
    const runtime::FormatInfo& info = runtime::format_info(view.image->format());
    auto single =
        std::make_shared<runtime::Image>(view.image->format(), runtime::Extent{extent.width, extent.height, 1});
    if (info.base < BaseFormat::DepthComponent && info.component_class != runtime::ComponentClass::Signed &&
        info.component_class != runtime::ComponentClass::Unsigned) {
        context.rasterizer.resolve(view, {single});
    } else {
        const size_t bytes = static_cast<size_t>(extent.width) * info.bytes_per_block;
        for (int32_t y = 0; y < extent.height; ++y) std::memcpy(single->row(y), view.image->row(y, view.layer), bytes);
    }
    return {std::move(single), 0};
}

FramebufferBits framebuffer_bits(const Context& context) {
    const FramebufferState& state = context.framebuffers;
    FramebufferBits bits;
    if (const Framebuffer* const framebuffer = state.draw.get()) {
        bool first = true;
        for (const GLenum& buffer : framebuffer->draw_buffers) {
            if (buffer == GL_NONE) continue;
            const SurfaceView view = framebuffer->colors[buffer - GL_COLOR_ATTACHMENT0].view();
            if (!view) continue;
            const runtime::FormatInfo& info = runtime::format_info(view.image->format());
            if (info.component_class == runtime::ComponentClass::Float) bits.fixed_point_only = false;
            if (!first) continue;
            first = false;
            bits.red = info.bits[0], bits.green = info.bits[1], bits.blue = info.bits[2], bits.alpha = info.bits[3];
            bits.samples = view.image->samples();
            bits.float_color = info.component_class == runtime::ComponentClass::Float;
            bits.integer_color = info.component_class == runtime::ComponentClass::Signed ||
                                 info.component_class == runtime::ComponentClass::Unsigned;
            bits.srgb = info.srgb;
            const bool is_signed = info.component_class != runtime::ComponentClass::Unorm &&
                                   info.component_class != runtime::ComponentClass::Unsigned &&
                                   view.image->format() != runtime::Format::R11G11B10Float;
            if (&buffer == &framebuffer->draw_buffers[0])
                for (size_t c = 0; c < 4; ++c) bits.signed_components[c] = is_signed && info.bits[c] != 0;
        }
        if (const SurfaceView view = framebuffer->depth.view()) {
            bits.depth = runtime::format_info(view.image->format()).bits[4];
            bits.samples = view.image->samples();
        }
        if (const SurfaceView view = framebuffer->stencil.view())
            bits.stencil = runtime::format_info(view.image->format()).bits[5];
    } else if (state.window_draw) {
        const BufferConfig& config = state.window_draw->config();
        bits.red = config.red, bits.green = config.green, bits.blue = config.blue, bits.alpha = config.alpha;
        bits.depth = config.depth, bits.stencil = config.stencil, bits.accumulation = config.accumulation;
        bits.samples = config.samples;
        bits.double_buffered = config.double_buffered;
    }
    if (bits.samples <= 1) bits.samples = 0;
    return bits;
}

bool fragment_colors_clamped(const Context& context) {
    const GLenum clamp = context.state.color_buffer.clamp_fragment_color;
    return clamp == GL_TRUE || (clamp == GL_FIXED_ONLY && framebuffer_bits(context).fixed_point_only);
}

Vector fragment_color(const Context& context, Vector color) {
    const auto outside = [](float c) { return !(c >= 0 && c <= 1); };
    if (!std::any_of(color.data(), color.data() + 4, outside) || !fragment_colors_clamped(context)) return color;
    for (int i = 0; i < 4; ++i) color.data()[i] = color.data()[i] > 0 ? std::min(color.data()[i], 1.0f) : 0.0f;
    return color;
}

// ---- the driver's hooks ------------------------------------------------------------------------------------------

void window_attached(Context& context) {
    FramebufferState& state = context.framebuffers;
    if (state.window_draw && !state.window_buffers_chosen) {
        const GLenum buffer = state.window_draw->config().double_buffered ? GL_BACK : GL_FRONT;
        state.window_draw_buffers[0] = state.window_read_buffer = buffer;
        state.window_buffers_chosen = true;
    }
    state.window_stale = true;
    refresh_window(context);
}

void window_frame_finished(Context& context) {
    WindowFramebuffer* const window = context.framebuffers.window_draw.get();
    if (!window || !window->multisample_color) return;
    if (!window->config().double_buffered) window->require_front();
    const auto& shown = window->config().double_buffered ? window->back : window->front;
    if (shown) context.rasterizer.resolve({window->multisample_color}, {shown});
}

void window_swapped(Context& context) { context.framebuffers.window_stale = true; }

void flush_window_front(Context& context) {
    FramebufferState& state = context.framebuffers;
    if (!state.front_drawn || !state.window_draw) return;
    state.front_drawn = false;
    WindowFramebuffer& window = *state.window_draw;
    if (window.multisample_color) {
        window.require_front();
        if (window.front) context.rasterizer.resolve({window.multisample_color}, {window.front});
    }
    context.rasterizer.finish();
    window.flush_front();
}

}  // namespace glapi
