// The accumulation buffer (GL 2.1 §4.2.4): a window's, 16 bits signed per component.
#include <algorithm>
#include <bit>
#include <vector>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/feedback.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_areas.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using runtime::Texel;

constexpr runtime::Format format = WindowFramebuffer::accumulation_format;

template <typename Function>
void for_each_component(std::vector<Texel>& texels, Function&& function) {
    for (Texel& texel : texels) {
        for (uint32_t& bits : texel) bits = std::bit_cast<uint32_t>(function(std::bit_cast<float>(bits)));
    }
}

// RETURN: into every colour buffer that is drawn to, under the colour mask.
void give_back(Context& context, const rasterizer::Framebuffer& to, const runtime::Image& from,
               const rasterizer::Rectangle& area, float value) {
    std::vector<Texel> texels(static_cast<size_t>(area.width)), old(texels.size());
    for (int i = 0; i < max_color_attachments; ++i) {
        const rasterizer::SurfaceView& view = to.colors[i];
        if (!view) continue;
        context.rasterizer.wait_for(*view.image);
        const std::array<bool, 4>& mask = context.state.color_buffer.buffers[to.broadcast ? 0 : i].write_mask;
        for (int32_t y = area.y; y < area.y + area.height; ++y) {
            runtime::load_texels(format, from.row(y), area.x, area.width, texels.data());
            for_each_component(texels, [&](float v) { return std::clamp(v * value, 0.0f, 1.0f); });
            for (int32_t sample = 0; sample < view.image->samples(); ++sample) {
                std::byte* const row = view.image->row(y, view.layer, sample);
                runtime::load_texels(view.image->format(), row, area.x, area.width, old.data());
                for (size_t x = 0; x < texels.size(); ++x) {
                    for (int c = 0; c < 4; ++c) {
                        if (mask[c]) old[x][c] = texels[x][c];
                    }
                }
                runtime::store_texels(view.image->format(), row, area.x, area.width, old.data());
            }
        }
    }
}

// All operations but RETURN. `from`: what ACCUM and LOAD read.
void accumulate(const runtime::Image& accumulation, const rasterizer::Rectangle& area, GLenum op, GLfloat value,
                const ReadableImage& from) {
    std::vector<Texel> texels(static_cast<size_t>(area.width)), colors(texels.size());
    for (int32_t y = area.y; y < area.y + area.height; ++y) {
        std::byte* const row = accumulation.row(y);
        runtime::load_texels(format, row, area.x, area.width, texels.data());
        if (from.image) {
            runtime::load_texels(from.image->format(), from.image->row(y, from.layer), area.x, area.width,
                                 colors.data());
            for (size_t x = 0; x < texels.size(); ++x) {
                for (int c = 0; c < 4; ++c) {
                    const float before = op == GL_LOAD ? 0.0f : std::bit_cast<float>(texels[x][c]);
                    texels[x][c] = std::bit_cast<uint32_t>(before + std::bit_cast<float>(colors[x][c]) * value);
                }
            }
        } else if (op == GL_MULT) {
            for_each_component(texels, [&](float v) { return v * value; });
        } else {
            for_each_component(texels, [&](float v) { return v + value; });
        }
        runtime::store_texels(format, row, area.x, area.width, texels.data());
    }
}

}  // namespace

namespace commands {

void checked::Accum(Context& context, GLenum op, GLfloat value) {
    const ResolvedFramebuffer target = resolve_framebuffer(context);
    if (!target.complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the draw framebuffer is not complete");
        return;
    }
    WindowFramebuffer* const window = context.framebuffers.draw ? nullptr : context.framebuffers.window_draw.get();
    if (!window || !window->config().accumulation || context.framebuffers.read) {
        context.error(GL_INVALID_OPERATION, "there is no accumulation buffer");
        return;
    }
    if (context.feedback.mode != GL_RENDER || !condition_allows_drawing(context.queries, context.rasterizer)) return;
    const runtime::Extent extent{std::max(window->width(), 1), std::max(window->height(), 1), 1};
    if (!window->accumulation || window->accumulation->extent() != extent)
        window->accumulation = std::make_shared<runtime::Image>(format, extent);
    ReadableImage from;
    if (op == GL_ACCUM || op == GL_LOAD) {
        const ReadSource source = read_source(context.version, context.framebuffers, Aspect::Color);
        if (!source.view || source.width < window->width() || source.height < window->height())
            return context.error(GL_INVALID_OPERATION, "there is no buffer to read");
        from = readable(context.rasterizer, source.view);
    }
    for (const rasterizer::Rectangle& area :
         open_areas(context.state, context.framebuffers, window->width(), window->height())) {
        if (op == GL_RETURN)
            give_back(context, target.framebuffer, *window->accumulation, area, value);
        else
            accumulate(*window->accumulation, area, op, value, from);
    }
}

}  // namespace commands
}  // namespace glapi
