#include "glapi/objects/framebuffers/framebuffer.h"

#include <algorithm>
#include <cmath>

#include "glapi/pixels/es_formats.h"

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

std::shared_ptr<const rasterizer::SampleOffsets> SampleLocations::offsets() const {
    if (!enabled) return nullptr;
    auto result = std::make_shared<rasterizer::SampleOffsets>();
    const auto rounded = [](float position) {
        const float inside = position > 0 ? std::min(position, 1.0f) : 0.0f;
        return static_cast<int32_t>(std::lround(inside * rasterizer::sub_pixel_one)) - rasterizer::sub_pixel_one / 2;
    };
    for (size_t i = 0; i < table.size(); ++i) (*result)[i] = {rounded(table[i][0]), rounded(table[i][1])};
    return result;
}

int32_t Attachment::samples() const {
    const SurfaceView v = view();
    return v ? v.image->samples() : 1;
}

namespace {

bool renderable(const Attachment& attachment, AttachmentPoint point, FramebufferRules rules) {
    const InternalFormat* format = attachment.format();
    if (!format) return false;
    switch (point) {
        case AttachmentPoint::Color:
            if (format->base >= BaseFormat::DepthComponent) return false;
            if (rules != FramebufferRules::Es2) return format->renderable;
            return is_es_renderable(*format) &&
                   (!attachment.texture || attachment.texture->level(attachment.level, attachment.face).attachable);
        case AttachmentPoint::Depth:
            return format->base == BaseFormat::DepthComponent || format->base == BaseFormat::DepthStencil;
        case AttachmentPoint::Stencil:
            return format->base == BaseFormat::StencilIndex || format->base == BaseFormat::DepthStencil;
    }
    return false;
}

// OpenGL ES 3.2 §9.4.1: levels behind the base of textures that may change belong to complete ones. OpenGL says the
// same, but programs make and draw level after level there.
bool level_attachable(const Attachment& attachment) {
    const Texture& texture = *attachment.texture;
    return texture.immutable || attachment.level <= texture.effective_base_level() || texture.mipmap_complete();
}

// ARB_framebuffer_object, "Framebuffer Attachment Completeness".
bool attachment_complete(const Attachment& attachment, AttachmentPoint point, FramebufferRules rules) {
    const SurfaceView view = attachment.view();
    if (!view || !renderable(attachment, point, rules)) return false;
    const runtime::Extent extent = view.image->extent();
    if (extent.width == 0 || extent.height == 0) return false;
    if (!attachment.layered && view.layer >= extent.depth) return false;
    if (attachment.layered && attachment.texture->kind == TextureKind::Cube && !attachment.texture->base_complete())
        return false;
    return rules != FramebufferRules::Es2 || !attachment.texture || level_attachable(attachment);
}

}  // namespace

GLenum framebuffer_status(const Framebuffer& framebuffer, FramebufferRules rules) {
    int count = 0, layered = 0, samples = -1;
    bool unsupported = false, kinds_differ = false;
    bool fixed_locations = false, free_locations = false;  // of samples
    const Texture* first_layered = nullptr;
    runtime::Extent size;
    GLenum status = GL_FRAMEBUFFER_COMPLETE;
    for_each_attachment(framebuffer, [&](const Attachment& attachment, AttachmentPoint point) {
        if (!attachment_complete(attachment, point, rules)) {
            status = GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
            return;
        }
        // What images bring along may be stored as nothing that tiles write.
        if (point == AttachmentPoint::Color &&
            !runtime::format_info(attachment.view().image->format()).color_renderable)
            unsupported = true;
        const runtime::Extent extent = attachment.view().image->extent();
        if (count > 0 && rules == FramebufferRules::Es1 && (extent.width != size.width || extent.height != size.height))
            status = GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT;  // OES_framebuffer_object
        size = extent;
        ++count;
        layered += attachment.layered;
        // GL 4.6 §9.4.2: layered colour attachments are of one target.
        if (attachment.layered && point == AttachmentPoint::Color) {
            if (!first_layered) first_layered = attachment.texture.get();
            kinds_differ = kinds_differ || first_layered->kind != attachment.texture->kind;
        }
        if (samples >= 0 && samples != attachment.samples() && status == GL_FRAMEBUFFER_COMPLETE)
            status = GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
        samples = attachment.samples();
        // Those of renderbuffers count as fixed (GL 4.6 §9.4.2).
        if (samples > 1)
            (attachment.texture && !attachment.texture->level(attachment.level).fixed_sample_locations
                 ? free_locations
                 : fixed_locations) = true;
    });
    if (status == GL_FRAMEBUFFER_COMPLETE && fixed_locations && free_locations)
        status = GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
    if (status != GL_FRAMEBUFFER_COMPLETE) return status;
    if (count == 0 && (framebuffer.default_width == 0 || framebuffer.default_height == 0))
        return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
    // Draw and read buffers that name empty attachments are let through as ARB_ES2_compatibility and GL 4.1 have it:
    // programs rely on depth-only framebuffers being complete without glDrawBuffer(GL_NONE).
    if ((layered != 0 && layered != count) || kinds_differ) return GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS;
    if (unsupported) return GL_FRAMEBUFFER_UNSUPPORTED;
    // The rasterizer keeps depth and stencil of a pixel together.
    if (framebuffer.depth && framebuffer.stencil) {
        const SurfaceView depth = framebuffer.depth.view(), stencil = framebuffer.stencil.view();
        if (depth.image != stencil.image || depth.layer != stencil.layer) return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    return GL_FRAMEBUFFER_COMPLETE;
}

}  // namespace glapi
