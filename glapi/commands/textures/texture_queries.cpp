// Queries of texture images: glGetTexImage, glGetTexLevelParameter, glGetCompressedTexImage (GL 2.1 §6.1.4).
#include <algorithm>

#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/commands/textures/texture_parameters.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/block_layout.h"
#include "glapi/pixels/bump_formats.h"
#include "glapi/pixels/float_buffer_formats.h"
#include "glapi/pixels/format_components.h"
#include "glapi/pixels/pack.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using Type = ParameterValue::Type;

bool check_query_target(Errors& errors, GLenum target, bool proxies, TargetInfo* info) {
    *info = target_info(target);
    const bool whole_cube = info->kind == TextureKind::Cube && !info->face_target && !info->proxy;
    if (info->valid && !whole_cube && (proxies || !info->proxy)) return true;
    errors.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
    return false;
}

void get_tex_image(Context& context, GLenum target, GLint level, GLenum format, GLenum type, size_t size,
                   void* pixels) {
    TargetInfo info;
    if (!check_query_target(context, target, false, &info)) return;
    if (info.kind >= TextureKind::Buffer) {
        context.error(GL_INVALID_ENUM, "%s textures have no images", enum_name(target));
        return;
    }
    get_image(context, bound_texture(context.textures, info), info, level, nullptr, format, type, size, pixels);
}

// Whether formats of a kind say something of an image.
bool tells(PixelKind kind, const TextureLevel& image) {
    const runtime::BaseFormat base = image.format->base;
    switch (kind) {
        case PixelKind::Depth: return is_depth(base);
        case PixelKind::DepthStencil: return base == runtime::BaseFormat::DepthStencil;
        case PixelKind::Stencil:
            return base == runtime::BaseFormat::DepthStencil || base == runtime::BaseFormat::StencilIndex;
        case PixelKind::IntegerColor: return is_integer(image.image->format());
        case PixelKind::Color:
        case PixelKind::ColorIndex: break;
    }
    return base < runtime::BaseFormat::DepthComponent && !is_integer(image.image->format());
}

// The box of the image that is asked for: all of it, or a part. False after an error.
bool choose_part(Errors& errors, const TargetInfo& info, const TextureLevel& image, const Box* part, Box& box) {
    box = image ? Box{0, 0, 0, image.extent.width, image.extent.height, image_depth(info, image)} : Box{};
    if (!part) return true;
    const auto within = [](int32_t first, int32_t count, int32_t size) {
        return first >= 0 && count >= 0 && int64_t{first} + count <= size;
    };
    // One- and two-dimensional images have one row, or one slice, to be asked for.
    const bool flat = (info.dimensions > 1 || part->height == 1) && (info.dimensions > 2 || part->depth == 1);
    if (flat && within(part->x, part->width, box.width) && within(part->y, part->height, box.height) &&
        within(part->z, part->depth, box.depth)) {
        box = *part;
        return true;
    }
    errors.error(GL_INVALID_VALUE, "the box is not within the image's %d by %d by %d", box.width, box.height,
                 box.depth);
    return false;
}

}  // namespace

void get_image(Context& context, const Texture& texture, const TargetInfo& info, GLint level, const Box* part,
               GLenum format, GLenum type, size_t size, void* pixels) {
    const bool bump = is_bump_format(format);
    format = stored_pixel_format(format);
    if (!check_level(context, info, level) || !check_pixel_format(context, context.version, format, type)) return;
    if (format == GL_COLOR_INDEX) {
        context.error(GL_INVALID_ENUM, "textures hold no colour indices");
        return;
    }
    if (!check_faces(context, texture, info, level)) return;
    const TextureLevel& image = texture.level(level, info.face);
    Box box;
    if (!choose_part(context, info, image, part, box)) return;
    if (!image) return;  // an image without texels
    if (!tells(pixel_kind(format), image) || bump != is_bump_format(image.format->name)) {
        context.error(GL_INVALID_OPERATION, "a texture in %s has no %s", enum_name(image.format->name),
                      enum_name(format));
        return;
    }
    PixelLayout layout = pixel_layout(context.pixels.pack, format, type, box.width, box.height, box.depth,
                                      info.dimensions == 0 ? 2 : info.dimensions);
    const PixelPointer to = pack_pointer(context, context.buffers, layout, pixels, size);
    if (!to.good || !to.data || box.width == 0 || box.height == 0 || box.depth == 0) return;
    context.rasterizer.wait_for(*image.image);
    box.z += image.slice;
    to_storage(info.kind, box, &layout);
    pack_image(context.pixels, layout, *image.image, box, true, false, to.data);
}

namespace {

// INVALID_VALUE unless a box is made of whole blocks, or reaches from the first texel to the last.
bool check_blocks(Errors& errors, const TextureLevel& image, const Box& box) {
    const runtime::FormatInfo& stored = runtime::format_info(image.image->format());
    const auto whole = [](int32_t first, int32_t count, int32_t size, int32_t block) {
        return first % block == 0 && (count % block == 0 || (first == 0 && count == size));
    };
    if (whole(box.x, box.width, image.extent.width, stored.block_width) &&
        whole(box.y, box.height, image.extent.height, stored.block_height))
        return true;
    errors.error(GL_INVALID_VALUE, "the box isn't made of whole blocks of %s", enum_name(image.format->name));
    return false;
}

void get_compressed(Context& context, GLenum target, GLint level, size_t size, void* data) {
    TargetInfo info;
    if (check_query_target(context, target, false, &info))
        get_compressed_image(context, bound_texture(context.textures, info), info, level, nullptr, size, data);
}

}  // namespace

void get_compressed_image(Context& context, const Texture& texture, const TargetInfo& info, GLint level,
                          const Box* part, size_t size, void* data) {
    if (!check_level(context, info, level) || !check_faces(context, texture, info, level)) return;
    const TextureLevel& image = texture.level(level, info.face);
    if (!image || runtime::format_info(image.image->format()).block_width == 1) {
        context.error(GL_INVALID_OPERATION, "the image is not compressed");
        return;
    }
    Box box;
    if (!choose_part(context, info, image, part, box) || !check_blocks(context, image, box)) return;
    const BlockLayout layout = block_layout(context.pixels.pack, image.image->format(), box.width, box.height,
                                            box.depth, info.dimensions == 3 || box.depth > 1 ? 3 : 2);
    if (!layout.aligned) {
        context.error(GL_INVALID_OPERATION, "the pixel store skips parts of blocks");
        return;
    }
    const PixelPointer to = pack_bytes(context, context.buffers, layout.end, data, size);
    if (!to.good || !to.data) return;
    context.rasterizer.wait_for(*image.image);
    box.z += image.slice;
    load_blocks(layout, *image.image, box, to.data);
}

namespace {

// What a level's queries need, for images, proxies and buffer textures alike.
struct LevelView {
    const InternalFormat* format = nullptr;
    runtime::Format stored = runtime::Format::None;
    runtime::Extent extent{0, 0, 0};
    int32_t samples = 0;
    bool fixed_sample_locations = true;
};

LevelView view_of(const TextureState& textures, const TargetInfo& info, const Texture& texture, GLint level) {
    if (info.proxy) {
        const ProxyLevel& proxy = textures.proxies[static_cast<int>(info.kind)][level];
        return {proxy.format, proxy.format ? proxy.format->format : runtime::Format::None,
                proxy.format ? proxy.extent : runtime::Extent{0, 0, 0}, 0};
    }
    if (info.kind == TextureKind::Buffer) {
        if (!texture.texels.buffer || !texture.texels.format) return {};
        const size_t size =
            texture.texels.size < 0 ? texture.texels.buffer->size : static_cast<size_t>(texture.texels.size);
        const size_t texels = size / runtime::format_info(texture.texels.format->format).bytes_per_block;
        return {texture.texels.format,
                texture.texels.format->format,
                {static_cast<int32_t>(std::min<size_t>(texels, limits::MAX_TEXTURE_BUFFER_SIZE)), 1, 1},
                0};
    }
    const TextureLevel& image = texture.level(level, info.face);
    if (!image) return {};
    return {image.format, image.image->format(), image.extent, image.image->samples() > 1 ? image.image->samples() : 0,
            image.fixed_sample_locations};
}

GLint bits_of(const LevelView& view, GLenum component) {
    return view.format ? component_bits(*view.format, view.stored, component) : 0;
}
GLint type_of(const LevelView& view, GLenum component) {
    return view.format ? static_cast<GLint>(component_type(*view.format, view.stored, component)) : GL_NONE;
}

void get_level_parameter(Errors& errors, const Version& version, const TextureState& textures, GLenum target,
                         GLint level, GLenum pname, const ParameterResult& result) {
    TargetInfo info;
    if (!check_query_target(errors, target, true, &info) || !check_level(errors, info, level)) return;
    const Texture& texture = bound_texture(textures, info);
    const LevelView view = view_of(textures, info, texture, level);
    const runtime::FormatInfo* const stored = view.format ? &runtime::format_info(view.stored) : nullptr;
    switch (pname) {
        case GL_TEXTURE_WIDTH: result.set(view.extent.width); break;
        case GL_TEXTURE_HEIGHT: result.set(view.extent.height); break;
        case GL_TEXTURE_DEPTH: result.set(view.extent.depth); break;
        case GL_TEXTURE_BORDER: result.set(0); break;
        case GL_TEXTURE_INTERNAL_FORMAT:  // GL_TEXTURE_COMPONENTS
            // No image: a number of components where there are such formats, else what OpenGL ES 3.1 and the core
            // profile have (GL 4.6 table 23.17).
            result.set(!view.format ? (version.is_core() || version.is_es2() ? GL_RGBA : 1)
                                    : static_cast<GLint>(view.format->specific_name ? view.format->specific_name
                                                                                    : view.format->name));
            break;
        case GL_TEXTURE_RED_SIZE:
        case GL_TEXTURE_GREEN_SIZE:
        case GL_TEXTURE_BLUE_SIZE:
        case GL_TEXTURE_ALPHA_SIZE:
        case GL_TEXTURE_LUMINANCE_SIZE:
        case GL_TEXTURE_INTENSITY_SIZE:
        case GL_TEXTURE_DEPTH_SIZE:
        case GL_TEXTURE_STENCIL_SIZE: result.set(bits_of(view, pname)); break;
        case GL_TEXTURE_RED_TYPE:
        case GL_TEXTURE_GREEN_TYPE:
        case GL_TEXTURE_BLUE_TYPE:
        case GL_TEXTURE_ALPHA_TYPE:
        case GL_TEXTURE_LUMINANCE_TYPE:
        case GL_TEXTURE_INTENSITY_TYPE:
        case GL_TEXTURE_DEPTH_TYPE: result.set(type_of(view, pname)); break;
        case GL_TEXTURE_FLOAT_COMPONENTS_NV:
            result.set(view.format && is_float_buffer_format(view.format->name));
            break;
        case GL_TEXTURE_SHARED_SIZE: result.set(shared_bits(view.stored)); break;
        case GL_TEXTURE_COMPRESSED: result.set(stored && stored->block_width > 1); break;
        case GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
            if (!stored || stored->block_width == 1 || info.proxy) {
                errors.error(GL_INVALID_OPERATION, "the image is not compressed");
                break;
            }
            result.set(static_cast<GLint>(
                compressed_image_bytes(view.stored, view.extent.width, view.extent.height, view.extent.depth)));
            break;
        // Every sample has a colour of its own (NV_texture_multisample).
        case GL_TEXTURE_COVERAGE_SAMPLES_NV:
        case GL_TEXTURE_COLOR_SAMPLES_NV:
        case GL_TEXTURE_SAMPLES: result.set(view.samples); break;
        case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: result.set(view.fixed_sample_locations); break;
        case GL_TEXTURE_BUFFER_DATA_STORE_BINDING:
            result.set(info.kind == TextureKind::Buffer && texture.texels.buffer
                           ? static_cast<GLint>(texture.texels.buffer->name)
                           : 0);
            break;
        case GL_TEXTURE_BUFFER_OFFSET:
            result.set(info.kind == TextureKind::Buffer ? static_cast<GLint>(texture.texels.offset) : 0);
            break;
        case GL_TEXTURE_BUFFER_SIZE:
            result.set(info.kind == TextureKind::Buffer && texture.texels.buffer
                           ? static_cast<GLint>(texture.texels.size < 0
                                                    ? static_cast<int64_t>(texture.texels.buffer->size)
                                                    : texture.texels.size)
                           : 0);
            break;
        default: errors.error(GL_INVALID_ENUM, "%s is no parameter of a level", enum_name(pname)); break;
    }
}

}  // namespace

namespace commands {

void GetTexImage(Context& context, GLenum target, GLint level, GLenum format, GLenum type, void* pixels) {
    get_tex_image(context, target, level, format, type, SIZE_MAX, pixels);
}
void GetnTexImage(Context& context, GLenum target, GLint level, GLenum format, GLenum type, GLsizei bufSize,
                  void* pixels) {
    get_tex_image(context, target, level, format, type, static_cast<size_t>(std::max(bufSize, 0)), pixels);
}
void GetCompressedTexImage(Context& context, GLenum target, GLint level, void* img) {
    get_compressed(context, target, level, SIZE_MAX, img);
}
void GetnCompressedTexImage(Context& context, GLenum target, GLint lod, GLsizei bufSize, void* pixels) {
    get_compressed(context, target, lod, static_cast<size_t>(std::max(bufSize, 0)), pixels);
}
void GetTexLevelParameterfv(Context& context, GLenum target, GLint level, GLenum pname, GLfloat* params) {
    get_level_parameter(context, context.version, context.textures, target, level, pname, {Type::Float, params});
}
void GetTexLevelParameteriv(Context& context, GLenum target, GLint level, GLenum pname, GLint* params) {
    get_level_parameter(context, context.version, context.textures, target, level, pname, {Type::Int, params});
}

}  // namespace commands
}  // namespace glapi
