#include "glapi/objects/textures/image_units.h"

#include <algorithm>

#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/textures/texture.h"

namespace glapi {

using runtime::Format;
using runtime::TextureKind;

bool is_image_format(Format format) { return runtime::format_info(format).image; }

namespace {

// Whether texels stored as `stored`, for internal format `given`, may be looked at as `wanted`.
bool compatible(const InternalFormat* given, Format stored, Format wanted) {
    return given && wanted != Format::None && is_image_format(stored) &&
           given->base == runtime::format_info(stored).base &&
           runtime::format_info(stored).bytes_per_block == runtime::format_info(wanted).bytes_per_block;
}

runtime::ImageBinding resolve_buffer_image(const Texture& texture, Format wanted) {
    runtime::ImageBinding binding;
    const auto snapshot = texture.snapshot();
    if (!snapshot || !compatible(texture.texels.format, snapshot->format, wanted)) return binding;
    const size_t first = std::min(static_cast<size_t>(texture.texels.offset), texture.texels.buffer->size);
    const size_t texel = runtime::format_info(wanted).bytes_per_block;
    binding.buffer = texture.texels.buffer->bytes().subspan(first, snapshot->buffer.size());
    // Texels are accessed a word at a time.
    if (reinterpret_cast<uintptr_t>(binding.buffer.data()) % std::min<size_t>(texel, 8) != 0) return {};
    binding.owner = texture.texels.buffer->data;
    binding.kind = TextureKind::Buffer;
    binding.format = wanted;
    binding.extent = {
        static_cast<int32_t>(std::min<size_t>(binding.buffer.size() / texel, limits::MAX_TEXTURE_BUFFER_SIZE)), 1, 1};
    return binding;
}

// What the text asks for, or less, as drivers have it: the base level needs no others, and where all levels are there
// no filter makes them incomplete (initial ones would make all textures of integers so).
bool complete_for(const Texture& texture, GLint level) {
    if (level == texture.effective_base_level()) return texture.base_complete();
    return texture.mipmap_complete() || texture.complete(texture.sampler);
}

TextureKind kind_of_layer(TextureKind kind) {
    switch (kind) {
        case TextureKind::Array1D: return TextureKind::Texture1D;
        case TextureKind::MultisampleArray2D: return TextureKind::Multisample2D;
        case TextureKind::Texture3D:
        case TextureKind::Cube:
        case TextureKind::Array2D:
        case TextureKind::CubeArray: return TextureKind::Texture2D;
        case TextureKind::Texture1D:
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Buffer:
        case TextureKind::Multisample2D:
        case TextureKind::Renderbuffer: break;
    }
    return kind;
}

}  // namespace

Format image_format(GLenum format) {
    for (int i = 0; i < static_cast<int>(Format::Count); ++i) {
        const runtime::FormatInfo& info = runtime::format_info(static_cast<Format>(i));
        if (info.image && info.gl_internal_format == format) return static_cast<Format>(i);
    }
    return Format::None;
}

bool is_image_access(GLenum access) {
    return access == GL_READ_ONLY || access == GL_WRITE_ONLY || access == GL_READ_WRITE;
}

bool has_image_layers(const Texture& texture) { return kind_of_layer(texture.kind) != texture.kind; }

GLint image_layers(const Texture& texture, GLint level) {
    if (!has_image_layers(texture) || level < 0 || level >= max_texture_levels || !texture.level(level)) return 1;
    return texture.level(level).image->extent().depth;
}

runtime::ImageBinding resolve_image(const Texture& texture, const ImageView& view) {
    runtime::ImageBinding binding;
    const Format wanted = image_format(view.format);
    if (texture.kind == TextureKind::Buffer) {
        if (view.level == 0) binding = resolve_buffer_image(texture, wanted);
    } else if (view.level >= texture.effective_base_level() && view.level < max_texture_levels &&
               view.level <= texture.max_level && texture.level(view.level) && complete_for(texture, view.level)) {
        const TextureLevel& level = texture.level(view.level);
        const bool whole = view.layered || !has_image_layers(texture);
        // Storage has 1D arrays' layers, and faces, in slices.
        const runtime::Extent storage = level.image->extent();
        if (compatible(level.format, level.image->format(), wanted) && (whole || view.layer < storage.depth)) {
            binding.image = level.image;
            binding.kind = whole ? texture.kind : kind_of_layer(texture.kind);
            binding.format = wanted;
            binding.extent = {storage.width, storage.height, whole ? storage.depth : 1};
            binding.first_layer = whole ? 0 : view.layer;
        }
    }
    binding.readable = view.access != GL_WRITE_ONLY;
    binding.writable = view.access != GL_READ_ONLY;
    return binding;
}

}  // namespace glapi
