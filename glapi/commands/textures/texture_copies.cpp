// Textures from the framebuffer: glCopyTexImage, glCopyTexSubImage.
#include <algorithm>
#include <optional>

#include "glapi/commands/one_call.h"
#include "glapi/commands/pixels/imaging_pixels.h"
#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/commands/textures/es_images.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/pixels/bump_formats.h"
#include "glapi/pixels/float_buffer_formats.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

namespace {

using runtime::BaseFormat;

// The framebuffer's image to copy into a texture of this internal format; null after an error.
ReadableImage copy_source(Context& context, const InternalFormat& format, bool new_image, ReadSource* source) {
    const bool depth = is_depth(format.base);
    *source = read_source(context.version, context.framebuffers, depth ? Aspect::Depth : Aspect::Color);
    if (!source->complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the read framebuffer is not complete");
        return {};
    }
    if (!source->view) {
        context.error(GL_INVALID_OPERATION, "there is no %s buffer to read", depth ? "depth" : "colour");
        return {};
    }
    // As glReadPixels has it of format DEPTH_STENCIL.
    if (format.base == BaseFormat::DepthStencil &&
        !read_source(context.version, context.framebuffers, Aspect::Stencil).view) {
        context.error(GL_INVALID_OPERATION, "there is no stencil buffer to read");
        return {};
    }
    if (context.framebuffers.read && source->view.image->samples() > 1) {
        context.error(GL_INVALID_OPERATION, "the read framebuffer is multisampled");
        return {};
    }
    if (!depth && is_integer(source->view.image->format()) != is_integer(format.format)) {
        context.error(GL_INVALID_OPERATION, "only one of texture and framebuffer holds integers");
        return {};
    }
    if (depth && context.version.is_es2()) {
        context.error(GL_INVALID_OPERATION, "depth is not copied into textures");
        return {};
    }
    if (!depth && context.version.is_es2() && !check_es_copy(context, context.framebuffers, *source, format, new_image))
        return {};
    return readable(context.rasterizer, source->view);
}

bool imaging_applies(const State& state, const PixelState& pixels, const TargetInfo& info,
                     const InternalFormat& format) {
    return !is_depth(format.base) && !is_integer(format.format) && imaging_is_active(state, pixels, info.dimensions);
}

// Colours that go through the imaging subset. The image that is read may be larger than `box`.
void copy_imaged(Context& context, const ReadableImage& from, GLint x, GLint y, const ReadSource& source,
                 const TargetInfo& info, TextureLevel& level, const Box& box) {
    constexpr int32_t large = 1 << 20;
    int32_t left_of_width = large, left_of_height = large;
    imaged_size(context.pixels.transfer.imaging, context.pixels.imaging, info.dimensions, &left_of_width,
                &left_of_height);
    const int32_t width = box.width + large - left_of_width, height = box.height + large - left_of_height;
    runtime::Image read(runtime::float_texels, {width, height, 1});
    // Pixels outside the framebuffer are undefined: zero.
    const int64_t left = std::max<int64_t>(x, 0), below = std::max<int64_t>(y, 0);
    const auto columns = static_cast<int32_t>(std::min<int64_t>(int64_t{x} + width, source.width) - left);
    const auto rows = static_cast<int32_t>(std::min<int64_t>(int64_t{y} + height, source.height) - below);
    copy_texels(*from.image, static_cast<int32_t>(left), static_cast<int32_t>(below), from.layer, read,
                static_cast<int32_t>(left - x), static_cast<int32_t>(below - y), 0, columns, rows,
                &context.pixels.transfer);
    const auto result = imaged(context, read, info.dimensions);
    if (!result) return;
    for (int32_t row = 0; row < result->extent().height; ++row) {
        const bool layers = info.kind == TextureKind::Array1D;
        copy_texels(*result, 0, row, 0, *level.image, box.x, layers ? 0 : box.y + row, layers ? box.y + row : box.z,
                    result->extent().width, 1, nullptr);
    }
}

// Copies what lies within the framebuffer into `box` (in the API's terms) of a level.
void copy_into(Context& context, const ReadableImage& from, const ReadSource& source, int64_t x, int64_t y,
               const TargetInfo& info, TextureLevel& level, Box box) {
    const int64_t left = std::max<int64_t>(-x, 0), below = std::max<int64_t>(-y, 0);
    const int64_t columns = std::min<int64_t>(box.width, source.width - x) - left;
    const int64_t rows = std::min<int64_t>(box.height, source.height - y) - below;
    if (columns <= 0 || rows <= 0) return;
    const auto width = static_cast<int32_t>(columns), height = static_cast<int32_t>(rows);
    context.rasterizer.wait_for(*level.image);
    if (imaging_applies(context.state, context.pixels, info, *level.format))
        return copy_imaged(context, from, static_cast<GLint>(x), static_cast<GLint>(y), source, info, level, box);
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

// The format of a new image that pixels of the framebuffer are copied into; null after an error.
const InternalFormat* checked_copy_format(Context& context, GLenum target, const TargetInfo& info,
                                          GLenum internal_format) {
    // EXT_texture_format_BGRA8888.
    if (context.version.is_es2() && internal_format == GL_BGRA) internal_format = GL_BGRA8_EXT;
    // "1, 2, 3 and 4 are not accepted" (GL 2.1 §3.8.2).
    const InternalFormat* const format = internal_format > 4 ? find_internal_format(internal_format) : nullptr;
    if (!format || format->base == BaseFormat::StencilIndex || !has_format(context.version, *format)) {
        context.error(GL_INVALID_ENUM, "internal format %s is not supported", enum_name(internal_format));
        return nullptr;
    }
    if (runtime::format_info(format->format).block_width > 1 && info.kind != TextureKind::Texture2D &&
        info.kind != TextureKind::Cube) {
        context.error(GL_INVALID_ENUM, "%s textures can't be in %s", enum_name(target), enum_name(internal_format));
        return nullptr;
    }
    if (is_bump_format(format->name)) {
        context.error(GL_INVALID_ENUM, "internal format %s takes its own pixels only", enum_name(internal_format));
        return nullptr;
    }
    if (is_float_buffer_format(format->name) && info.kind != TextureKind::Rectangle) {
        context.error(GL_INVALID_OPERATION, "only rectangles can be in %s", enum_name(format->name));
        return nullptr;
    }
    return check_encoder(context, *format) ? format : nullptr;
}

// A new image of a texture, whose arguments are valid.
struct CopiedImage {
    TargetInfo info;
    GLint level;
    const InternalFormat* format;
    runtime::Extent extent;
    Texture& texture;
    ReadSource source;
    ReadableImage from;
};

// Nothing after an error.
std::optional<CopiedImage> checked_copied_image(Context& context, GLenum target, GLint level, GLenum internal_format,
                                                GLsizei width, GLsizei height, GLint border, int dimensions) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.dimensions != dimensions ||
        (info.kind == TextureKind::Cube && !info.face_target)) {
        context.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
        return {};
    }
    if (!check_level(context, info, level) || !check_border(context, context.version, info, border)) return {};
    const InternalFormat* const format = checked_copy_format(context, target, info, internal_format);
    if (!format) return {};
    if (width < 0 || height < 0) {
        context.error(GL_INVALID_VALUE, "a size is negative");
        return {};
    }
    if (imaging_applies(context.state, context.pixels, info, *format))
        imaged_size(context.pixels.transfer.imaging, context.pixels.imaging, dimensions, &width, &height);
    runtime::Extent extent{width - 2 * border, dimensions == 1 ? 1 : height - 2 * border, 1};
    if (info.kind == TextureKind::Array1D) extent.height = height;
    bool fits = false;
    if (!check_image_size(context, info, level, extent, &fits)) return {};
    Texture& texture = bound_texture(context.textures, info);
    if (texture.immutable) {
        context.error(GL_INVALID_OPERATION, "the texture's storage is immutable");
        return {};
    }
    if (!check_unreferenced(context, texture)) return {};
    ReadSource source;
    ReadableImage from = copy_source(context, *format, true, &source);
    if (!from.image) return {};
    return CopiedImage{info, level, format, extent, texture, std::move(source), std::move(from)};
}

void copy_tex_image(Context& context, GLenum target, GLint level, GLenum internal_format, GLint x, GLint y,
                    GLsizei width, GLsizei height, GLint border, int dimensions) {
    const auto image = checked_copied_image(context, target, level, internal_format, width, height, border, dimensions);
    if (!image) return;
    const TargetInfo& info = image->info;
    const runtime::Extent extent = image->extent;
    if (extent.width == 0 || extent.height == 0) {
        undefine_level(image->texture, info.face, level);
        return;
    }
    // The level may be what is read; define_level() gives it other memory, `from` holds the old.
    TextureLevel& to = define_level(image->texture, info.face, level, *image->format, image->format->format, extent);
    copy_into(context, image->from, image->source, int64_t{x} + border, dimensions == 1 ? y : int64_t{y} + border, info,
              to, {0, 0, to.slice, extent.width, extent.height, 1});
    image_changed(context.rasterizer, image->texture, level);
}

void copy_tex_sub_image(Context& context, GLenum target, GLint level, Box box, GLint x, GLint y, int dimensions) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.dimensions != dimensions ||
        (info.kind == TextureKind::Cube && !info.face_target)) {
        context.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
        return;
    }
    copy_sub_image(context, bound_texture(context.textures, info), info, level, box, x, y);
}

}  // namespace

void copy_sub_image(Context& context, Texture& texture, const TargetInfo& info, GLint level, Box box, GLint x,
                    GLint y) {
    const TextureLevel* const known =
        level >= 0 && level < max_texture_levels ? &texture.level(level, info.face) : nullptr;
    if (known && *known && imaging_applies(context.state, context.pixels, info, *known->format))
        imaged_size(context.pixels.transfer.imaging, context.pixels.imaging, info.dimensions, &box.width, &box.height);
    TextureLevel* const to = sub_image_level(context, texture, info, level, box);
    if (!to) return;
    if (!whole_blocks(context, *to, box) || !check_encoder(context, *to->format)) return;
    ReadSource source;
    const ReadableImage from = copy_source(context, *to->format, false, &source);
    if (!from.image) return;
    copy_into(context, from, source, x, y, info, *to, box);
    if (info.kind != TextureKind::Array1D)
        runtime::release_nonresident(*to->image, box.x, box.y, box.z, box.width, box.height, box.depth);
    image_changed(context.rasterizer, texture, level);
}

namespace commands {

#include "glapi/commands/textures/texture_copies.def"

}  // namespace commands
}  // namespace glapi
