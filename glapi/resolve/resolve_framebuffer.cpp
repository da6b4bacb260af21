#include "glapi/resolve/resolve_framebuffer.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "glapi/context.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/framebuffers/window_buffers.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

using rasterizer::SurfaceView;
using runtime::BaseFormat;

namespace {

ResolvedFramebuffer resolve_window(Context& context) {
    FramebufferState& state = context.framebuffers;
    ResolvedFramebuffer result;
    if (!state.window_draw) return result;
    refresh_window(state);
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
    const bool encodes =
        context.state.color_buffer.framebuffer_srgb && window.config().srgb_capable && !context.request.linear_windows;
    if (encodes)
        for (SurfaceView& color : framebuffer.colors) color.image = window.encoded(color.image);
    const auto& depth_stencil = framebuffer.samples > 1 ? window.multisample_depth_stencil : window.depth_stencil;
    if (window.config().depth) framebuffer.depth = {depth_stencil};
    if (window.config().stencil) framebuffer.stencil = {depth_stencil};
    framebuffer.srgb_write = context.state.color_buffer.framebuffer_srgb;
    return result;
}

}  // namespace

// NV_depth_buffer_float's formats hold any floats, those of ARB_depth_buffer_float what is in [0, 1].
static bool holds_any_depth(const InternalFormat* format) { return format && is_unclamped_depth(*format); }

// The sample count of framebuffers without attachments.
static int32_t default_sample_count(const Framebuffer& framebuffer) {
    return framebuffer.default_samples > 1 ? rasterizer::sample_count_for(framebuffer.default_samples) : 1;
}

GLenum framebuffer_status(const Version& version, const FramebufferState& framebuffers,
                          const Framebuffer* framebuffer) {
    if (framebuffer)
        return framebuffer_status(*framebuffer, version.is_es1()   ? FramebufferRules::Es1
                                                : version.is_es2() ? FramebufferRules::Es2
                                                                   : FramebufferRules::OpenGl);
    return framebuffers.window_draw ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNDEFINED;
}

ResolvedFramebuffer resolve_framebuffer(Context& context) {
    const Framebuffer* const source = context.framebuffers.draw.get();
    if (!source) return resolve_window(context);
    ResolvedFramebuffer result;
    if (framebuffer_status(context.version, context.framebuffers, source) != GL_FRAMEBUFFER_COMPLETE) return result;
    result.complete = true;
    rasterizer::Framebuffer& framebuffer = result.framebuffer;
    framebuffer.width = framebuffer.height = INT_MAX;
    bool any = false;
    for_each_attachment(*source, [&](const Attachment& attachment, AttachmentPoint) {
        const SurfaceView view = attachment.view();
        any = true;
        framebuffer.width = std::min(framebuffer.width, view.image->extent().width);
        framebuffer.height = std::min(framebuffer.height, view.image->extent().height);
        framebuffer.samples = view.image->samples();
    });
    if (!any) {
        framebuffer.width = source->default_width;
        framebuffer.height = source->default_height;
        framebuffer.samples = default_sample_count(*source);
    }
    for (int i = 0; i < max_color_attachments; ++i) {
        if (source->draw_buffers[i] != GL_NONE)
            framebuffer.colors[i] = source->colors[source->draw_buffers[i] - GL_COLOR_ATTACHMENT0].view();
    }
    framebuffer.depth = source->depth.view();
    framebuffer.unclamped_depth = source->depth && holds_any_depth(source->depth.format());
    framebuffer.stencil = source->stencil.view();
    framebuffer.srgb_write = context.state.color_buffer.framebuffer_srgb;
    return result;
}

ReadSource read_source(const Version& version, FramebufferState& framebuffers, Aspect aspect) {
    FramebufferState& state = framebuffers;
    ReadSource source;
    if (const Framebuffer* const framebuffer = state.read.get()) {
        if (framebuffer_status(version, framebuffers, framebuffer) != GL_FRAMEBUFFER_COMPLETE) return source;
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
    refresh_window(state);
    WindowFramebuffer& window = *state.window_read;
    source.complete = true;
    source.width = window.width();
    source.height = window.height();
    const bool multisampled = window.config().samples > 1;
    if (aspect == Aspect::Color) {
        const WindowBuffers buffers = window_buffers(state.window_read_buffer, window);
        if (multisampled) {
            // One buffer has the samples of both: what is being drawn. What is shown has none any more.
            const bool shown = buffers.front && window.config().double_buffered && !state.front_drawn;
            if (shown) window.require_front();
            if (buffers.front || buffers.back) source.view = {shown ? window.front : window.multisample_color};
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

ReadableImage readable(rasterizer::Rasterizer& rasterizer, const SurfaceView& view) {
    if (!view) return {};
    rasterizer.wait_for(*view.image);
    if (view.image->samples() == 1) return {view.image, view.layer};
    const runtime::Extent extent = view.image->extent();
    const runtime::FormatInfo& info = runtime::format_info(view.image->format());
    auto single =
        std::make_shared<runtime::Image>(view.image->format(), runtime::Extent{extent.width, extent.height, 1});
    if (info.base < BaseFormat::DepthComponent && info.component_class != runtime::ComponentClass::Signed &&
        info.component_class != runtime::ComponentClass::Unsigned) {
        rasterizer.resolve(view, {single});
    } else {
        const size_t bytes = static_cast<size_t>(extent.width) * info.bytes_per_block;
        for (int32_t y = 0; y < extent.height; ++y) std::memcpy(single->row(y), view.image->row(y, view.layer), bytes);
    }
    return {std::move(single), 0};
}

FramebufferBits framebuffer_bits(const FramebufferState& state) {
    FramebufferBits bits;
    if (const Framebuffer* const framebuffer = state.draw.get()) {
        bits.samples = default_sample_count(*framebuffer);
        for_each_attachment(*framebuffer, [&](const Attachment& attachment, AttachmentPoint) {
            if (const SurfaceView view = attachment.view()) bits.samples = view.image->samples();
        });
        bool first = true;
        for (const GLenum& buffer : framebuffer->draw_buffers) {
            if (buffer == GL_NONE) continue;
            const SurfaceView view = framebuffer->colors[buffer - GL_COLOR_ATTACHMENT0].view();
            if (!view) continue;
            const runtime::FormatInfo& info = runtime::format_info(view.image->format());
            if (info.component_class == runtime::ComponentClass::Float) bits.fixed_point_only = false;
            const bool integer = info.component_class == runtime::ComponentClass::Signed ||
                                 info.component_class == runtime::ComponentClass::Unsigned;
            bits.any_integer_color = bits.any_integer_color || integer;
            if (!first) continue;
            first = false;
            bits.red = info.bits[0], bits.green = info.bits[1], bits.blue = info.bits[2], bits.alpha = info.bits[3];
            bits.float_color = info.component_class == runtime::ComponentClass::Float;
            bits.integer_color = integer;
            bits.srgb = info.srgb;
            const bool is_signed = info.component_class != runtime::ComponentClass::Unorm &&
                                   info.component_class != runtime::ComponentClass::Unsigned &&
                                   info.layout != runtime::TexelLayout::PackedFloat11;
            if (&buffer == &framebuffer->draw_buffers[0])
                for (size_t c = 0; c < 4; ++c) bits.signed_components[c] = is_signed && info.bits[c] != 0;
        }
        if (const SurfaceView view = framebuffer->depth.view())
            bits.depth = runtime::format_info(view.image->format()).bits[4],
            bits.float_depth = runtime::has_float_depth(view.image->format());
        if (const SurfaceView view = framebuffer->stencil.view())
            bits.stencil = runtime::format_info(view.image->format()).bits[5];
    } else if (state.window_draw) {
        const BufferConfig& config = state.window_draw->config();
        bits.red = config.red, bits.green = config.green, bits.blue = config.blue, bits.alpha = config.alpha;
        bits.depth = config.depth, bits.stencil = config.stencil, bits.accumulation = config.accumulation;
        bits.float_color = config.float_color;
        bits.srgb = config.srgb_capable;
        bits.fixed_point_only = !config.float_color;
        bits.samples = config.samples;
        bits.double_buffered = config.double_buffered;
    }
    if (bits.samples <= 1) bits.samples = 0;
    return bits;
}

bool fragment_colors_clamped(const State& state, const FramebufferState& framebuffers) {
    const GLenum clamp = state.color_buffer.clamp_fragment_color;
    return clamp == GL_TRUE || (clamp == GL_FIXED_ONLY && framebuffer_bits(framebuffers).fixed_point_only);
}

Vector fragment_color(const State& state, const FramebufferState& framebuffers, Vector color) {
    const auto outside = [](float c) { return !(c >= 0 && c <= 1); };
    if (!std::any_of(color.data(), color.data() + 4, outside) || !fragment_colors_clamped(state, framebuffers))
        return color;
    for (int i = 0; i < 4; ++i) color.data()[i] = color.data()[i] > 0 ? std::min(color.data()[i], 1.0f) : 0.0f;
    return color;
}

}  // namespace glapi
