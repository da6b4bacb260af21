#include "glapi/commands/textures/egl_images.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/external/files_of_others.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/textures/texture_levels.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"
#include "runtime/threads/fork_hold.h"

namespace glapi {
namespace {

struct Registry {
    runtime::ForkSafe<> mutex;
    std::map<const void*, SharedImage> images;
};
// Never destroyed: applications end displays while the process exits, too.
Registry& registry() {
    static auto* const images = new Registry;
    return *images;
}

SharedImage find_image(const void* handle) {
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().images.find(handle);
    return found == registry().images.end() ? SharedImage{} : found->second;
}

ImageError share_renderbuffer(rasterizer::Rasterizer& rasterizer, const ShareGroup& shared, uint32_t name,
                              SharedImage& result) {
    const auto object = name ? shared.renderbuffers.find(name) : nullptr;
    if (!object || !object->image || object->samples > 0) return ImageError::BadParameter;
    rasterizer.wait_for(*object->image);
    result = {object->image, object->format->name};
    return ImageError::None;
}

bool has_other_levels(const Texture& texture, int32_t level) {
    for (int face = 0; face < texture.face_count(); ++face)
        for (int32_t other = 0; other < max_texture_levels; ++other)
            if (other != level && texture.level(other, face)) return true;
    return false;
}

ImageError share_level(rasterizer::Rasterizer& rasterizer, const ShareGroup& shared, const ImageSource& source,
                       SharedImage& result) {
    const auto texture = source.name ? shared.textures.find(source.name) : nullptr;
    const TargetInfo info = target_info(source.target);
    if (!texture || texture->kind != info.kind) return ImageError::BadParameter;
    if (source.level < 0 || source.level >= max_texture_levels) return ImageError::BadMatch;
    // Incomplete textures have level 0, if that is all they have (of cube maps: all faces).
    const bool alone = source.level == 0 && !has_other_levels(*texture, 0);
    if (!(alone ? texture->base_complete() : texture->mipmap_complete())) return ImageError::BadParameter;
    const TextureLevel& level = texture->level(source.level, info.face);
    if (!level) return ImageError::BadMatch;
    const bool is_3d = info.kind == TextureKind::Texture3D;
    if (source.slice < 0 || (is_3d && source.slice >= level.extent.depth)) return ImageError::BadParameter;
    rasterizer.wait_for(*level.image);
    const int32_t slice = level.slice + (is_3d ? source.slice : 0);
    const runtime::Extent extent{level.extent.width, level.extent.height, 1};
    result.internal_format = level.format->name;
    result.image = level.image->extent() == extent
                       ? level.image
                       : std::make_shared<runtime::Image>(*level.image, level.image->format(), extent, slice);
    return ImageError::None;
}

// The sized internal formats of eight bits to a component.
struct ColorSpaceRow {
    runtime::BaseFormat base;
    GLenum linear, srgb;
};
constexpr ColorSpaceRow color_spaces[] = {
    {runtime::BaseFormat::Rgba, GL_RGBA8, GL_SRGB8_ALPHA8},
    {runtime::BaseFormat::Rgb, GL_RGB8, GL_SRGB8},
    {runtime::BaseFormat::Rg, GL_RG8, GL_SRG8_EXT},
    {runtime::BaseFormat::Red, GL_R8, GL_SR8_EXT},
};

// The image that a command names; none after an error.
SharedImage checked_image(Errors& errors, const void* handle) {
    const SharedImage image = find_image(handle);
    if (!image) errors.error(GL_INVALID_VALUE, "%p is no image of EGL", handle);
    return image;
}

void set_texture(Context& context, Texture& texture, const void* handle, bool immutable) {
    const SharedImage image = checked_image(context, handle);
    if (!image) return;
    if (image.planar && texture.target != GL_TEXTURE_EXTERNAL_OES) {
        context.error(GL_INVALID_OPERATION, "images of luma and chroma are for external textures");
        return;
    }
    if (texture.immutable) {
        context.error(GL_INVALID_OPERATION, "the texture's storage is immutable");
        return;
    }
    if (!check_unreferenced(context, texture)) return;
    for (int32_t level = 0; level < max_texture_levels; ++level) undefine_level(texture, 0, level);
    texture.level(0) = {image.image, find_internal_format(image.internal_format), image.image->extent(), 0};
    texture.live = {image.live(), image.image};
    texture.changed();
    if (immutable) make_immutable(texture, 1);
    image_changed(context.rasterizer, texture, 0);
}

// EXT_EGL_image_storage defines no attributes.
bool check_attributes(Errors& errors, const GLint* attributes) {
    if (!attributes || *attributes == GL_NONE) return true;
    errors.error(GL_INVALID_VALUE, "attribute 0x%x is not known", *attributes);
    return false;
}

bool check_target(Errors& errors, const Version& version, GLenum target) {
    if (target == GL_TEXTURE_2D || is_external_target(version, target)) return true;
    errors.error(GL_INVALID_ENUM, "%s can't be made of an image", enum_name(target));
    return false;
}

// All images are two-dimensional: other targets of EXT_EGL_image_storage do not match any.
bool check_storage_target(Errors& errors, const Version& version, GLenum target) {
    constexpr GLenum without_image[] = {GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D_ARRAY,
                                        GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY};
    if (std::ranges::find(without_image, target) == std::end(without_image))
        return check_target(errors, version, target);
    errors.error(GL_INVALID_OPERATION, "the image does not match %s", enum_name(target));
    return false;
}

Texture& bound_to(const TextureState& textures, GLenum target) {
    const TextureUnit& unit = textures.active();
    return target == GL_TEXTURE_EXTERNAL_OES ? *unit.external
                                             : *unit.textures[static_cast<int>(TextureKind::Texture2D)];
}

}  // namespace

ImageError share_image(Context& context, const ImageSource& source, SharedImage& result) try {
    const std::lock_guard lock(context.shared->mutex);
    if (&context == current.context) end_sequence(context);
    return source.target == GL_RENDERBUFFER
               ? share_renderbuffer(context.rasterizer, *context.shared, source.name, result)
               : share_level(context.rasterizer, *context.shared, source, result);
} catch (const std::bad_alloc&) {
    return ImageError::OutOfMemory;
}

ImageError set_color_space(SharedImage& image, ImageColorSpace space) try {
    if (space == ImageColorSpace::Default) return ImageError::None;
    if (image.planar) return ImageError::BadMatch;
    const runtime::Format stored = image.image->format(), plain = runtime::linear_counterpart(stored);
    const runtime::Format wanted = space == ImageColorSpace::Srgb ? runtime::srgb_counterpart(plain) : plain;
    if (wanted == runtime::Format::None) return ImageError::BadMatch;
    if (wanted == stored) return ImageError::None;
    const auto* const row =
        std::ranges::find(color_spaces, find_internal_format(image.internal_format)->base, &ColorSpaceRow::base);
    if (row == std::end(color_spaces) || runtime::format_info(wanted).block_width > 1) return ImageError::BadMatch;
    image.image = std::make_shared<runtime::Image>(*image.image, wanted, image.image->extent(), 0);
    image.internal_format = space == ImageColorSpace::Srgb ? row->srgb : row->linear;
    return ImageError::None;
} catch (const std::bad_alloc&) {
    return ImageError::OutOfMemory;
}

SharedImage map_image(int file, uint64_t offset, uint32_t pitch, runtime::Format format, const runtime::Extent& extent,
                      uint32_t internal_format) {
    const uint64_t row =
        static_cast<uint64_t>(extent.width) * static_cast<uint64_t>(runtime::format_info(format).bytes_per_block);
    const auto memory = map_file(file, offset + uint64_t{pitch} * static_cast<uint64_t>(extent.height - 1) + row);
    if (!memory) return {};
    return {
        std::make_shared<runtime::Image>(format, extent, memory.get() + offset, static_cast<ptrdiff_t>(pitch), memory),
        internal_format};
}

SharedImage map_planar_image(const PlanarLayout& layout, const PlanarColors& colors, int32_t width, int32_t height,
                             std::span<const PlaneFile> files) try {
    std::array<Plane, most_planes> planes;
    for (size_t n = 0; n < files.size(); ++n) {
        const PlaneFile& from = files[n];
        const auto [row_bytes, rows] = PlanarImage::plane_size(layout, static_cast<int>(n), width, height);
        if (row_bytes > from.pitch) return {};
        const uint64_t end =
            from.offset + uint64_t{from.pitch} * static_cast<uint64_t>(rows - 1) + static_cast<uint64_t>(row_bytes);
        planes[n] = {map_file(from.file, end, false), from.offset, from.pitch};
        if (!planes[n].memory) return {};
    }
    const auto planar = std::make_shared<const PlanarImage>(layout, colors, width, height, std::move(planes));
    const GLenum name = layout.has_alpha() ? layout.is_deep() ? GL_RGBA16 : GL_RGBA8
                        : layout.is_deep() ? GL_RGB16
                                           : GL_RGB8;
    return {planar->rgb(), name, planar};
} catch (const std::bad_alloc&) {
    return {};
}

void register_image(const void* handle, SharedImage image) {
    const std::lock_guard lock(registry().mutex);
    registry().images.insert_or_assign(handle, std::move(image));
}

void forget_image(const void* handle) {
    const std::lock_guard lock(registry().mutex);
    registry().images.erase(handle);
}

namespace commands {

void EGLImageTargetTexture2DOES(Context& context, GLenum target, GLeglImageOES image) {
    if (check_target(context, context.version, target))
        set_texture(context, bound_to(context.textures, target), image, false);
}

void EGLImageTargetTexStorageEXT(Context& context, GLenum target, GLeglImageOES image, const GLint* attrib_list) {
    if (!check_storage_target(context, context.version, target) || !check_attributes(context, attrib_list)) return;
    if (bound_to(context.textures, target).name == 0) return context.error(GL_INVALID_OPERATION, "no texture is bound");
    set_texture(context, bound_to(context.textures, target), image, true);
}

void EGLImageTargetTextureStorageEXT(Context& context, GLuint texture, GLeglImageOES image, const GLint* attrib_list) {
    const auto object = texture ? context.shared->textures.find(texture) : nullptr;
    if (!object) return context.error(GL_INVALID_OPERATION, "there is no texture %u", texture);
    if (!check_attributes(context, attrib_list)) return;
    if (object->kind != TextureKind::Texture2D)
        return context.error(GL_INVALID_OPERATION, "texture %u is not two-dimensional", texture);
    set_texture(context, *object, image, true);
}

void checked::EGLImageTargetRenderbufferStorageOES(Context& context, GLeglImageOES handle) {
    Renderbuffer* const object = context.framebuffers.renderbuffer.get();
    if (!object) return context.error(GL_INVALID_OPERATION, "no renderbuffer is bound");
    const SharedImage image = checked_image(context, handle);
    if (!image) return;
    const InternalFormat* const format = image.planar ? nullptr : find_renderable_format(image.internal_format);
    if (!format) return context.error(GL_INVALID_OPERATION, "the image can't be rendered to");
    object->format = format;
    object->width = image.image->extent().width;
    object->height = image.image->extent().height;
    object->samples = 0;
    object->image = image.image;
}

}  // namespace commands
}  // namespace glapi
