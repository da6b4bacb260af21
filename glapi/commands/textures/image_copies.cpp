// Copies from image to image: glCopyImageSubData (GL 4.6 §18.3.2).
#include <algorithm>
#include <cstring>
#include <optional>

#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"
#include "runtime/images/resident_stretches.h"

namespace glapi {
namespace {

struct CopyEnd {
    std::shared_ptr<runtime::Image> image;
    const InternalFormat* format = nullptr;
    int32_t z = 0;
};

// A texture's images are all there that its filters ask for; whether these suit the format does not count (GL 4.6
// §8.17).
bool has_its_levels(const Texture& texture) {
    const bool filtered = texture.kind != TextureKind::Rectangle && texture.kind < TextureKind::Buffer;
    const GLenum filter = texture.sampler.min_filter;
    return filtered && filter != GL_NEAREST && filter != GL_LINEAR ? texture.mipmap_complete()
                                                                   : texture.base_complete();
}

// The image of a renderbuffer; nothing after an error.
std::optional<CopyEnd> renderbuffer_end(Errors& errors, const ShareGroup& shared, GLuint name, GLint level) {
    const auto renderbuffer = shared.renderbuffers.find(name);
    if (!renderbuffer && shared.renderbuffers.reserved(name)) {
        errors.error(GL_INVALID_OPERATION, "renderbuffer %u has no image yet", name);
        return {};
    }
    if (!renderbuffer || level != 0) {
        errors.error(GL_INVALID_VALUE, "there is no renderbuffer %u with level %d", name, level);
        return {};
    }
    return CopyEnd{renderbuffer->image, renderbuffer->format};
}

// The image of a texture's level; nothing after an error.
std::optional<CopyEnd> texture_end(Errors& errors, const ShareGroup& shared, GLuint name, GLenum target, GLint level) {
    const TargetInfo info = target_info(target);
    const auto texture = shared.textures.find(name);
    if (!info.valid || info.proxy || info.face_target || info.kind == TextureKind::Buffer) {
        errors.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
        return {};
    }
    // A name that was never bound is that of an incomplete texture, as other drivers have it.
    if (!texture && shared.textures.reserved(name)) {
        errors.error(GL_INVALID_OPERATION, "texture %u has no image yet", name);
        return {};
    }
    if (!texture || level < 0 || level >= level_count(info.kind)) {
        errors.error(GL_INVALID_VALUE, "there is no texture %u with level %d", name, level);
        return {};
    }
    if (texture->kind != info.kind) {
        errors.error(GL_INVALID_ENUM, "texture %u is no %s", name, enum_name(target));
        return {};
    }
    if (texture->base_complete() && !texture->level(level).image) {
        errors.error(GL_INVALID_VALUE, "texture %u has no level %d", name, level);
        return {};
    }
    if (!has_its_levels(*texture)) {
        errors.error(GL_INVALID_OPERATION, "texture %u is not complete", name);
        return {};
    }
    return CopyEnd{texture->level(level).image, texture->level(level).format, texture->level(level).slice};
}

// Whether the box lies in the image and cuts no blocks.
bool fits(const runtime::Image& image, const Box& box) {
    const runtime::Extent extent = image.extent();
    const auto outside = [](int32_t first, int32_t count, int32_t size) {
        return first < 0 || count < 0 || int64_t{first} + count > size;
    };
    const auto blocks = [&](int32_t texels, int32_t size) { return (texels + size - 1) / size * size; };
    const auto cuts_blocks = [](int32_t first, int32_t count, int32_t size, int32_t block) {
        return first % block != 0 || (count % block != 0 && first + count != size);
    };
    const runtime::FormatInfo& info = runtime::format_info(image.format());
    return !outside(box.x, box.width, blocks(extent.width, info.block_width)) &&
           !outside(box.y, box.height, blocks(extent.height, info.block_height)) &&
           !outside(box.z, box.depth, extent.depth) && !cuts_blocks(box.x, box.width, extent.width, info.block_width) &&
           !cuts_blocks(box.y, box.height, extent.height, info.block_height);
}

bool check_box(Errors& errors, const CopyEnd& end, const Box& box, GLuint name) {
    if (fits(*end.image, box)) return true;
    errors.error(GL_INVALID_VALUE, "the box doesn't fit the image of %u", name);
    return false;
}

// What the arguments say of one end of a copy.
struct NamedEnd {
    GLuint name;
    GLenum target;
    GLint level;
};

// The image of one end, with the box checked against it; nothing after an error.
std::optional<CopyEnd> copy_end(Errors& errors, const ShareGroup& shared, const NamedEnd& named, const Box& box) {
    const auto end = named.target == GL_RENDERBUFFER
                         ? renderbuffer_end(errors, shared, named.name, named.level)
                         : texture_end(errors, shared, named.name, named.target, named.level);
    if (!end) return {};
    if (!end->image) {
        errors.error(GL_INVALID_OPERATION, "%u has no image", named.name);
        return {};
    }
    return check_box(errors, *end, box, named.name) ? end : std::nullopt;
}

// GL 4.6 §18.3.3: the same format, one of the same view class, or a compressed one whose blocks are as large as the
// texels of a class of 64 or 128 bits (table 18.5; OpenGL ES and extensions add more rows of the same kind).
bool compatible(const InternalFormat& a, const InternalFormat& b) {
    if (a.format == b.format && a.base == b.base) return true;
    const runtime::FormatInfo &in = runtime::format_info(a.format), &out = runtime::format_info(b.format);
    if ((in.block_width > 1) != (out.block_width > 1)) {
        const uint32_t texels = view_class(in.block_width > 1 ? b : a);
        const int block = in.block_width > 1 ? in.bytes_per_block : out.bytes_per_block;
        return (texels == GL_VIEW_CLASS_64_BITS && block == 8) || (texels == GL_VIEW_CLASS_128_BITS && block == 16);
    }
    const uint32_t shared = view_class(a);
    return shared != GL_NONE && shared == view_class(b);
}

// A copy whose arguments are valid. Boxes are in texels of their images.
struct ImageCopy {
    CopyEnd from, to;
    Box from_box, to_box;
    int32_t columns, rows;  // of blocks
};

// Nothing after an error. `to_box` has no size yet: boxes are counted in the source's texels, and between compressed
// and plain images, blocks become texels.
std::optional<ImageCopy> checked_copy(Errors& errors, const ShareGroup& shared, const NamedEnd& source,
                                      const Box& from_box, const NamedEnd& target, Box to_box, bool same_format) {
    const auto from = copy_end(errors, shared, source, from_box);
    if (!from) return {};
    const auto to = copy_end(errors, shared, target, to_box);
    if (!to) return {};
    if (!(same_format ? from->format == to->format : compatible(*from->format, *to->format)) ||
        from->image->samples() != to->image->samples()) {
        errors.error(GL_INVALID_OPERATION, "the images' formats or samples are not compatible");
        return {};
    }
    const runtime::FormatInfo &in = runtime::format_info(from->image->format()),
                              &out = runtime::format_info(to->image->format());
    const int32_t columns = (from_box.width + in.block_width - 1) / in.block_width;
    const int32_t rows = (from_box.height + in.block_height - 1) / in.block_height;
    to_box.width = columns * out.block_width;
    to_box.height = rows * out.block_height;
    if (!check_box(errors, *to, to_box, target.name)) return {};
    return ImageCopy{*from, *to, from_box, to_box, columns, rows};
}

void copy_image(rasterizer::Rasterizer& rasterizer, const ImageCopy& wanted) {
    const CopyEnd &from = wanted.from, &to = wanted.to;
    const Box &source_box = wanted.from_box, &box = wanted.to_box;
    const int32_t columns = wanted.columns, rows = wanted.rows;
    const runtime::FormatInfo &in = runtime::format_info(from.image->format()),
                              &out = runtime::format_info(to.image->format());
    rasterizer.wait_for(*from.image);
    rasterizer.wait_for(*to.image);
    // Some formats of 24 bits are stored with a padding byte, others without.
    const size_t read_bytes = in.bytes_per_block, written_bytes = out.bytes_per_block;
    const size_t common = std::min(read_bytes, written_bytes);
    const int32_t to_x = box.x / out.block_width, from_x = source_box.x / in.block_width;
    for (int32_t z = 0; z < source_box.depth; ++z) {
        for (int32_t sample = 0; sample < from.image->samples(); ++sample) {
            for (int32_t y = 0; y < rows; ++y) {
                const int32_t to_y = box.y / out.block_height + y, to_z = to.z + box.z + z;
                std::byte* const written = to.image->row(to_y, to_z, sample);
                const std::byte* const read =
                    from.image->row(source_box.y / in.block_height + y, from.z + source_box.z + z, sample);
                const auto copy = [&](int32_t first, int32_t count) {
                    std::byte* const into = written + static_cast<size_t>(first) * written_bytes;
                    const std::byte* const of = read + static_cast<size_t>(first - to_x + from_x) * read_bytes;
                    if (read_bytes == written_bytes) {
                        std::memmove(into, of, static_cast<size_t>(count) * read_bytes);
                        return;
                    }
                    for (size_t x = 0; x < static_cast<size_t>(count); ++x)
                        std::memcpy(into + x * written_bytes, of + x * read_bytes, common);
                };
                runtime::for_each_resident_stretch(*to.image, to_x, to_y, to_z, columns, copy);
            }
        }
    }
}

}  // namespace

namespace commands {

void CopyImageSubData(Context& context, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY,
                      GLint srcZ, GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ,
                      GLsizei srcWidth, GLsizei srcHeight, GLsizei srcDepth) {
    const auto copy = checked_copy(context, *context.shared, {srcName, srcTarget, srcLevel},
                                   {srcX, srcY, srcZ, srcWidth, srcHeight, srcDepth}, {dstName, dstTarget, dstLevel},
                                   {dstX, dstY, dstZ, 0, 0, srcDepth}, false);
    if (copy) copy_image(context.rasterizer, *copy);
}
void CopyImageSubDataNV(Context& context, GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY,
                        GLint srcZ, GLuint dstName, GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY,
                        GLint dstZ, GLsizei width, GLsizei height, GLsizei depth) {
    const auto copy =
        checked_copy(context, *context.shared, {srcName, srcTarget, srcLevel}, {srcX, srcY, srcZ, width, height, depth},
                     {dstName, dstTarget, dstLevel}, {dstX, dstY, dstZ, 0, 0, depth}, true);
    if (copy) copy_image(context.rasterizer, *copy);
}

}  // namespace commands
}  // namespace glapi
