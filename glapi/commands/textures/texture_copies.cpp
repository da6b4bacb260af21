// Textures from the framebuffer and from each other: glCopyTexImage, glCopyTexSubImage, glCopyImageSubData; buffer and
// multisample textures.
#include <algorithm>
#include <cstring>

#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

// ARB_texture_buffer_object's list: whole components of 8, 16 or 32 bits; three only of 32.
bool fits_buffers(const InternalFormat& format) {
    const runtime::FormatInfo& info = runtime::format_info(format.format);
    if (!format.sized || info.block_width > 1 || info.srgb || format.base >= runtime::BaseFormat::DepthComponent)
        return false;
    if (info.component_class == runtime::ComponentClass::Snorm) return false;
    int bits = 0;
    for (int i = 0; i < 4; ++i) {
        if (info.bits[i] == 0) continue;
        if ((info.bits[i] != 8 && info.bits[i] != 16 && info.bits[i] != 32) || (bits && info.bits[i] != bits))
            return false;
        bits = info.bits[i];
    }
    if (format.base == runtime::BaseFormat::Rgb && (bits != 32 || info.bytes_per_block != 12)) return false;
    return bits != 32 || info.component_class != runtime::ComponentClass::Unorm;
}

namespace {

using runtime::BaseFormat;

// The framebuffer's image to copy into a texture of this internal format; null after an error.
ReadableImage copy_source(Context& context, const char* command, const InternalFormat& format, ReadSource* source) {
    const bool depth = is_depth(format.base);
    *source = read_source(context, depth ? Aspect::Depth : Aspect::Color);
    if (!source->complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the read framebuffer is not complete", command);
        return {};
    }
    if (!source->view) {
        context.error(GL_INVALID_OPERATION, "%s: there is no %s buffer to read", command, depth ? "depth" : "colour");
        return {};
    }
    if (context.framebuffers.read && source->view.image->samples() > 1) {
        context.error(GL_INVALID_OPERATION, "%s: the read framebuffer is multisampled", command);
        return {};
    }
    if (!depth && is_integer(source->view.image->format()) != is_integer(format.format)) {
        context.error(GL_INVALID_OPERATION, "%s: only one of texture and framebuffer holds integers", command);
        return {};
    }
    return readable(context, source->view);
}

// Copies what lies within the framebuffer into `box` (in the API's terms) of a level.
void copy_into(Context& context, const ReadableImage& from, const ReadSource& source, GLint x, GLint y,
               const TargetInfo& info, TextureLevel& level, Box box) {
    const int64_t left = std::max<int64_t>(-static_cast<int64_t>(x), 0),
                  below = std::max<int64_t>(-static_cast<int64_t>(y), 0);
    const auto width = static_cast<int32_t>(std::min<int64_t>(box.width, int64_t{source.width} - x) - left);
    const auto height = static_cast<int32_t>(std::min<int64_t>(box.height, int64_t{source.height} - y) - below);
    if (width <= 0 || height <= 0) return;
    context.rasterizer.wait_for(*level.image);
    const auto to_x = static_cast<int32_t>(box.x + left), to_y = static_cast<int32_t>(box.y + below);
    const auto from_x = static_cast<int32_t>(x + left), from_y = static_cast<int32_t>(y + below);
    const PixelTransfer& transfer = context.pixels.transfer;
    if (info.kind != TextureKind::Array1D) {
        copy_texels(*from.image, from_x, from_y, from.layer, *level.image, to_x, to_y, box.z, width, height, &transfer);
        return;
    }
    for (int32_t row = 0; row < height; ++row)
        copy_texels(*from.image, from_x, from_y + row, from.layer, *level.image, to_x, 0, to_y + row, width, 1,
                    &transfer);
}

void copy_tex_image(Context& context, const char* command, GLenum target, GLint level, GLenum internal_format, GLint x,
                    GLint y, GLsizei width, GLsizei height, GLint border, int dimensions) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.dimensions != dimensions ||
        (info.kind == TextureKind::Cube && !info.face_target)) {
        context.error(GL_INVALID_ENUM, "%s: %s is no target for it", command, enum_name(target));
        return;
    }
    if (!check_level(context, command, info, level)) return;
    if (border != 0 && (border != 1 || info.kind == TextureKind::Rectangle)) {
        context.error(GL_INVALID_VALUE, "%s: border %d", command, border);
        return;
    }
    // "1, 2, 3 and 4 are not accepted" (GL 2.1 §3.8.2).
    const InternalFormat* const format = internal_format > 4 ? find_internal_format(internal_format) : nullptr;
    if (!format || format->base == BaseFormat::StencilIndex) {
        context.error(GL_INVALID_ENUM, "%s: internal format %s is not supported", command, enum_name(internal_format));
        return;
    }
    if (runtime::format_info(format->format).block_width > 1 && info.kind != TextureKind::Texture2D &&
        info.kind != TextureKind::Cube) {
        context.error(GL_INVALID_ENUM, "%s: %s textures can't be in %s", command, enum_name(target),
                      enum_name(internal_format));
        return;
    }
    runtime::Extent extent{width - 2 * border, dimensions == 1 ? 1 : height - 2 * border, 1};
    if (info.kind == TextureKind::Array1D) extent.height = height;
    bool fits = false;
    if (!check_image_size(context, command, info, level, extent, &fits)) return;
    Texture& texture = bound_texture(context, info);
    if (texture.immutable) {
        context.error(GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
        return;
    }
    if (!check_unreferenced(context, command, texture)) return;
    ReadSource source;
    const ReadableImage from = copy_source(context, command, *format, &source);
    if (!from.image) return;
    if (extent.width == 0 || extent.height == 0) {
        undefine_level(texture, info.face, level);
        return;
    }
    // The level may be what is read; define_level() gives it other memory, `from` holds the old.
    TextureLevel& to = define_level(texture, info.face, level, *format, format->format, extent);
    copy_into(context, from, source, x + border, dimensions == 1 ? y : y + border, info, to,
              {0, 0, to.slice, extent.width, extent.height, 1});
    image_changed(context, texture, level);
}

void copy_tex_sub_image(Context& context, const char* command, GLenum target, GLint level, Box box, GLint x, GLint y,
                        int dimensions) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.dimensions != dimensions ||
        (info.kind == TextureKind::Cube && !info.face_target)) {
        context.error(GL_INVALID_ENUM, "%s: %s is no target for it", command, enum_name(target));
        return;
    }
    TextureLevel* const to = sub_image_level(context, command, info, level, box);
    if (!to) return;
    if (!whole_blocks(context, command, *to, box)) return;
    ReadSource source;
    const ReadableImage from = copy_source(context, command, *to->format, &source);
    if (!from.image) return;
    copy_into(context, from, source, x, y, info, *to, box);
    image_changed(context, bound_texture(context, info), level);
}

// ---- CopyImageSubData --------------------------------------------------------------------------------------------

struct CopyEnd {
    std::shared_ptr<runtime::Image> image;
    const InternalFormat* format = nullptr;
    int32_t z = 0;
    bool good = false;
};

// The image of one end of a copy, with the box checked against it.
CopyEnd copy_end(Context& context, const char* command, GLuint name, GLenum target, GLint level, const Box& box) {
    CopyEnd end;
    if (target == GL_RENDERBUFFER) {
        const auto renderbuffer = context.shared->renderbuffers.find(name);
        if (!renderbuffer || level != 0) {
            context.error(GL_INVALID_VALUE, "%s: there is no renderbuffer %u with level %d", command, name, level);
            return end;
        }
        end.image = renderbuffer->image;
        end.format = renderbuffer->format;
    } else {
        const TargetInfo info = target_info(target);
        const auto texture = context.shared->textures.find(name);
        if (!info.valid || info.proxy || info.face_target || info.kind == TextureKind::Buffer) {
            context.error(GL_INVALID_ENUM, "%s: %s is no target for it", command, enum_name(target));
            return end;
        }
        if (!texture || level < 0 || level >= level_count(info.kind)) {
            context.error(GL_INVALID_VALUE, "%s: there is no texture %u with level %d", command, name, level);
            return end;
        }
        if (texture->kind != info.kind) {
            context.error(GL_INVALID_ENUM, "%s: texture %u is no %s", command, name, enum_name(target));
            return end;
        }
        end.image = texture->level(level).image;
        end.format = texture->level(level).format;
        end.z = texture->level(level).slice;
    }
    if (!end.image) {
        context.error(GL_INVALID_OPERATION, "%s: %u has no image", command, name);
        return end;
    }
    const runtime::Extent extent = end.image->extent();
    const auto outside = [](int32_t first, int32_t count, int32_t size) {
        return first < 0 || count < 0 || int64_t{first} + count > size;
    };
    const auto blocks = [&](int32_t texels, int32_t size) { return (texels + size - 1) / size * size; };
    const auto cuts_blocks = [](int32_t first, int32_t count, int32_t size, int32_t block) {
        return first % block != 0 || (count % block != 0 && first + count != size);
    };
    const runtime::FormatInfo& info = runtime::format_info(end.image->format());
    if (outside(box.x, box.width, blocks(extent.width, info.block_width)) ||
        outside(box.y, box.height, blocks(extent.height, info.block_height)) ||
        outside(box.z, box.depth, extent.depth) || cuts_blocks(box.x, box.width, extent.width, info.block_width) ||
        cuts_blocks(box.y, box.height, extent.height, info.block_height)) {
        context.error(GL_INVALID_VALUE, "%s: the box doesn't fit the image of %u", command, name);
        return end;
    }
    end.good = true;
    return end;
}

// Bytes of a texel as the format's name has them, without the padding of some of our layouts; 0 for formats that are
// compatible with themselves only: those that are not in GL 4.3 table 8.22.
int32_t viewable_bytes(const InternalFormat& format) {
    const runtime::FormatInfo& info = runtime::format_info(format.format);
    switch (format.base) {
        case runtime::BaseFormat::Red:
        case runtime::BaseFormat::Rg:
        case runtime::BaseFormat::Rgb:
        case runtime::BaseFormat::Rgba: break;
        default: return 0;
    }
    return info.block_width > 1 ? 0 : (info.bits[0] + info.bits[1] + info.bits[2] + info.bits[3]) / 8;
}

// GL 4.3 §18.3.2: the same format, one of the same view class, or a compressed one whose blocks are as large as the
// other's texels.
bool compatible(const InternalFormat& a, const InternalFormat& b) {
    if (a.format == b.format && a.base == b.base) return true;
    const runtime::FormatInfo &in = runtime::format_info(a.format), &out = runtime::format_info(b.format);
    if (in.block_width > 1 && out.block_width > 1)
        return runtime::linear_counterpart(a.format) == runtime::linear_counterpart(b.format);
    if (in.block_width > 1) return viewable_bytes(b) == in.bytes_per_block;
    if (out.block_width > 1) return viewable_bytes(a) == out.bytes_per_block;
    return viewable_bytes(a) != 0 && viewable_bytes(a) == viewable_bytes(b);
}

void copy_image(Context& context, const char* command, GLuint source_name, GLenum source_target, GLint source_level,
                Box source_box, GLuint name, GLenum target, GLint level, Box box, bool same_format) {
    const CopyEnd from = copy_end(context, command, source_name, source_target, source_level, source_box);
    if (!from.good) return;
    const runtime::FormatInfo& in = runtime::format_info(from.image->format());
    // The box is counted in the source's texels: between compressed and plain images, blocks become texels.
    CopyEnd to = copy_end(context, command, name, target, level, {box.x, box.y, box.z, 0, 0, box.depth});
    if (!to.good) return;
    const runtime::FormatInfo& out = runtime::format_info(to.image->format());
    if (!(same_format ? from.format == to.format : compatible(*from.format, *to.format)) ||
        from.image->samples() != to.image->samples()) {
        context.error(GL_INVALID_OPERATION, "%s: the images' formats or samples are not compatible", command);
        return;
    }
    const int32_t columns = (source_box.width + in.block_width - 1) / in.block_width;
    const int32_t rows = (source_box.height + in.block_height - 1) / in.block_height;
    box.width = columns * out.block_width;
    box.height = rows * out.block_height;
    to = copy_end(context, command, name, target, level, box);
    if (!to.good) return;
    context.rasterizer.wait_for(*from.image);
    context.rasterizer.wait_for(*to.image);
    const size_t bytes = static_cast<size_t>(columns) * in.bytes_per_block;
    // Some formats of 24 bits are stored with a padding byte, others without.
    const size_t common = std::min(in.bytes_per_block, out.bytes_per_block);
    for (int32_t z = 0; z < source_box.depth; ++z) {
        for (int32_t sample = 0; sample < from.image->samples(); ++sample) {
            for (int32_t y = 0; y < rows; ++y) {
                std::byte* const written = to.image->row(box.y / out.block_height + y, to.z + box.z + z, sample) +
                                           static_cast<size_t>(box.x / out.block_width) * out.bytes_per_block;
                const std::byte* const read =
                    from.image->row(source_box.y / in.block_height + y, from.z + source_box.z + z, sample) +
                    static_cast<size_t>(source_box.x / in.block_width) * in.bytes_per_block;
                if (in.bytes_per_block == out.bytes_per_block) {
                    std::memmove(written, read, bytes);
                    continue;
                }
                for (size_t x = 0; x < static_cast<size_t>(columns); ++x)
                    std::memcpy(written + x * out.bytes_per_block, read + x * in.bytes_per_block, common);
            }
        }
    }
}

// ---- buffer textures -----------------------------------------------------------------------------------------------

void tex_buffer(Context& context, const char* command, GLenum target, GLenum internal_format, GLuint name,
                int64_t offset, int64_t size, bool range) {
    if (target != GL_TEXTURE_BUFFER) {
        context.error(GL_INVALID_ENUM, "%s: %s is not TEXTURE_BUFFER", command, enum_name(target));
        return;
    }
    const InternalFormat* const format = find_internal_format(internal_format);
    if (!format || !fits_buffers(*format)) {
        context.error(GL_INVALID_ENUM, "%s: buffers can't hold %s texels", command, enum_name(internal_format));
        return;
    }
    const auto buffer = name ? context.shared->buffers.find(name) : nullptr;
    if (name && !buffer) {
        context.error(GL_INVALID_OPERATION, "%s: there is no buffer %u", command, name);
        return;
    }
    if (range && buffer &&
        (offset < 0 || size <= 0 || offset + size > static_cast<int64_t>(buffer->size) ||
         offset % texture_buffer_offset_alignment != 0)) {
        context.error(GL_INVALID_VALUE, "%s: the range doesn't suit the buffer's %zu bytes", command, buffer->size);
        return;
    }
    Texture& texture = *context.textures.active().textures[static_cast<int>(TextureKind::Buffer)];
    if (!check_unreferenced(context, command, texture)) return;
    texture.buffer = buffer;
    texture.buffer_format = format;
    texture.buffer_offset = range && buffer ? offset : 0;
    texture.buffer_size = range && buffer ? size : -1;
    texture.changed();
}

// ---- multisample textures ------------------------------------------------------------------------------------------

void tex_multisample(Context& context, const char* command, GLenum target, GLsizei samples, GLenum internal_format,
                     runtime::Extent extent, TextureKind kind, bool immutable) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.kind != kind) {
        context.error(GL_INVALID_ENUM, "%s: %s is no target for it", command, enum_name(target));
        return;
    }
    const InternalFormat* const format = find_renderable_format(internal_format);
    if (!format || (immutable && !format->sized)) {
        context.error(GL_INVALID_ENUM, "%s: %s can't be rendered to", command, enum_name(internal_format));
        return;
    }
    if (samples < 1) {
        context.error(GL_INVALID_VALUE, "%s: %d samples", command, samples);
        return;
    }
    if (samples > max_samples) {
        context.error(GL_INVALID_OPERATION, "%s: %d samples; at most %d are possible", command, samples, max_samples);
        return;
    }
    bool fits = false;
    if (!check_image_size(context, command, info, 0, extent, &fits)) return;
    if (info.proxy) {
        context.textures.proxies[static_cast<int>(kind)][0] = fits ? ProxyLevel{format, extent} : ProxyLevel{};
        return;
    }
    Texture& texture = bound_texture(context, info);
    if (texture.immutable || (immutable && texture.name == 0)) {
        context.error(GL_INVALID_OPERATION, "%s: the texture can't get storage", command);
        return;
    }
    if (!check_unreferenced(context, command, texture)) return;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) {
        undefine_level(texture, 0, 0);
        return;
    }
    define_level(texture, 0, 0, *format, format->format, extent, max_samples);
    texture.immutable = immutable;
    texture.immutable_levels = immutable;
}

}  // namespace

namespace commands {

void CopyTexImage1D(Context& context, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                    GLsizei width, GLint border) {
    copy_tex_image(context, "glCopyTexImage1D", target, level, internalformat, x, y, width, 1, border, 1);
}
void CopyTexImage2D(Context& context, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                    GLsizei width, GLsizei height, GLint border) {
    copy_tex_image(context, "glCopyTexImage2D", target, level, internalformat, x, y, width, height, border, 2);
}
void CopyTexSubImage1D(Context& context, GLenum target, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width) {
    copy_tex_sub_image(context, "glCopyTexSubImage1D", target, level, {xoffset, 0, 0, width, 1, 1}, x, y, 1);
}
void CopyTexSubImage2D(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y,
                       GLsizei width, GLsizei height) {
    copy_tex_sub_image(context, "glCopyTexSubImage2D", target, level, {xoffset, yoffset, 0, width, height, 1}, x, y, 2);
}
void CopyTexSubImage3D(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                       GLint x, GLint y, GLsizei width, GLsizei height) {
    copy_tex_sub_image(context, "glCopyTexSubImage3D", target, level, {xoffset, yoffset, zoffset, width, height, 1}, x,
                       y, 3);
}

void CopyImageSubData(Context& context, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY,
                      GLint srcZ, GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ,
                      GLsizei srcWidth, GLsizei srcHeight, GLsizei srcDepth) {
    copy_image(context, "glCopyImageSubData", srcName, srcTarget, srcLevel,
               {srcX, srcY, srcZ, srcWidth, srcHeight, srcDepth}, dstName, dstTarget, dstLevel,
               {dstX, dstY, dstZ, 0, 0, srcDepth}, false);
}
void CopyImageSubDataNV(Context& context, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY,
                        GLint srcZ, GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY,
                        GLint dstZ, GLsizei width, GLsizei height, GLsizei depth) {
    copy_image(context, "glCopyImageSubDataNV", srcName, srcTarget, srcLevel, {srcX, srcY, srcZ, width, height, depth},
               dstName, dstTarget, dstLevel, {dstX, dstY, dstZ, 0, 0, depth}, true);
}

void TexBuffer(Context& context, GLenum target, GLenum internalformat, GLuint buffer) {
    tex_buffer(context, "glTexBuffer", target, internalformat, buffer, 0, -1, false);
}
void TexBufferRange(Context& context, GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset,
                    GLsizeiptr size) {
    tex_buffer(context, "glTexBufferRange", target, internalformat, buffer, offset, size, true);
}

void TexImage2DMultisample(Context& context, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                           GLsizei height, GLboolean) {
    tex_multisample(context, "glTexImage2DMultisample", target, samples, internalformat, {width, height, 1},
                    TextureKind::Multisample2D, false);
}
void TexImage3DMultisample(Context& context, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                           GLsizei height, GLsizei depth, GLboolean) {
    tex_multisample(context, "glTexImage3DMultisample", target, samples, internalformat, {width, height, depth},
                    TextureKind::MultisampleArray2D, false);
}
void TexStorage2DMultisample(Context& context, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                             GLsizei height, GLboolean) {
    tex_multisample(context, "glTexStorage2DMultisample", target, samples, internalformat, {width, height, 1},
                    TextureKind::Multisample2D, true);
}
void TexStorage3DMultisample(Context& context, GLenum target, GLsizei samples, GLenum internalformat, GLsizei width,
                             GLsizei height, GLsizei depth, GLboolean) {
    tex_multisample(context, "glTexStorage3DMultisample", target, samples, internalformat, {width, height, depth},
                    TextureKind::MultisampleArray2D, true);
}

}  // namespace commands
}  // namespace glapi
