#include "glapi/objects/textures/texture_levels.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "glapi/objects/textures/sparse_pages.h"
#include "glapi/pixels/mipmap.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

using runtime::Extent;
using runtime::Format;

Extent largest_extent(TextureKind kind) {
    switch (kind) {
        case TextureKind::Texture1D: return {limits::MAX_TEXTURE_SIZE, 1, 1};
        case TextureKind::Texture3D:
            return {limits::MAX_3D_TEXTURE_SIZE, limits::MAX_3D_TEXTURE_SIZE, limits::MAX_3D_TEXTURE_SIZE};
        case TextureKind::Array1D: return {limits::MAX_TEXTURE_SIZE, limits::MAX_ARRAY_TEXTURE_LAYERS, 1};
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::MultisampleArray2D:
            return {limits::MAX_TEXTURE_SIZE, limits::MAX_TEXTURE_SIZE, limits::MAX_ARRAY_TEXTURE_LAYERS};
        case TextureKind::Texture2D:
        case TextureKind::Cube:
        case TextureKind::Rectangle:
        case TextureKind::Buffer:
        case TextureKind::Multisample2D:
        case TextureKind::Renderbuffer: break;
    }
    return {limits::MAX_TEXTURE_SIZE, limits::MAX_TEXTURE_SIZE, 1};
}

int32_t level_count(TextureKind kind) {
    if (kind == TextureKind::Rectangle || kind >= TextureKind::Buffer) return 1;
    return std::bit_width(static_cast<uint32_t>(largest_extent(kind).width));
}

void to_storage(TextureKind kind, Box& box, PixelLayout* layout) {
    if (kind != TextureKind::Array1D) return;
    box = {box.x, 0, box.y, box.width, 1, box.height};
    if (layout) layout->image_stride = layout->row_stride;
}

namespace {

int32_t layer_count(TextureKind kind, const Extent& extent) {
    switch (kind) {
        case TextureKind::Array1D: return extent.height;
        case TextureKind::Cube: return 6;
        case TextureKind::Texture3D: return 1;
        case TextureKind::Texture1D:
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::Buffer:
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D:
        case TextureKind::Renderbuffer: break;
    }
    return extent.depth;
}

// Puts a level that was made into the storage of an immutable texture.
void copy_memory(const runtime::Image& from, runtime::Image& to) {
    const runtime::FormatInfo& info = runtime::format_info(to.format());
    const Extent extent = to.extent();
    const auto blocks = [](int32_t texels, int32_t block) { return (texels + block - 1) / block; };
    const size_t bytes = static_cast<size_t>(blocks(extent.width, info.block_width)) * info.bytes_per_block;
    for (int32_t z = 0; z < extent.depth; ++z)
        for (int32_t y = 0; y < blocks(extent.height, info.block_height); ++y)
            std::memcpy(to.row(y, z), from.row(y, z), bytes);
    runtime::release_nonresident(to, 0, 0, 0, extent.width, extent.height, extent.depth);
}

}  // namespace

TextureLevel& define_level(Texture& texture, int face, GLint level, const InternalFormat& internal_format,
                           Format format, const Extent& extent, int32_t samples, SparseStorage* sparse) {
    TextureLevel& to = texture.level(level, face);
    std::shared_ptr<runtime::Image> image;
    if (texture.kind == TextureKind::Cube) {
        const auto fits = [&](const TextureLevel& at) {
            return at && at.extent == extent && at.image->format() == format;
        };
        // A face given again at its size stays in the image it shares.
        if (fits(to)) image = to.image;
        for (int other = 0; other < 6 && !image; ++other) {
            if (fits(texture.level(level, other))) image = texture.level(level, other).image;
        }
    }
    if (!image) {
        Extent storage = extent;
        if (texture.kind == TextureKind::Cube) storage.depth = 6;
        if (texture.kind == TextureKind::Array1D) storage = {extent.width, 1, extent.height};
        image = sparse ? sparse->make_image(format, storage, samples)
                       : std::make_shared<runtime::Image>(format, storage, samples);
    }
    to.image = std::move(image);
    to.format = &internal_format;
    to.attachable = true;
    to.extent = extent;
    to.slice = texture.kind == TextureKind::Cube ? face : 0;
    texture.changed();
    return to;
}

void make_immutable(Texture& texture, int32_t levels) {
    const Extent& extent = texture.level(0).extent;
    texture.immutable = true;
    texture.immutable_levels = levels;
    texture.view = {0, levels, 0, layer_count(texture.kind, extent)};
    texture.changed();
}

void undefine_level(Texture& texture, int face, GLint level) {
    texture.level(level, face) = {};
    texture.changed();
}

Extent level_extent(TextureKind kind, const Extent& base, int32_t level) {
    Extent extent{std::max(base.width >> level, 1), base.height, base.depth};
    if (kind != TextureKind::Array1D) extent.height = std::max(base.height >> level, 1);
    if (kind == TextureKind::Texture3D) extent.depth = std::max(base.depth >> level, 1);
    return extent;
}

void define_levels(Texture& texture, int32_t levels, const InternalFormat& format, const Extent& base,
                   SparseStorage* sparse) {
    const auto undefine = [&texture] {
        for (int face = 0; face < texture.face_count(); ++face)
            for (int32_t level = 0; level < max_texture_levels; ++level) texture.level(level, face) = {};
        texture.changed();
    };
    undefine();
    try {
        for (int face = 0; face < texture.face_count(); ++face)
            for (int32_t level = 0; level < levels; ++level)
                define_level(texture, face, level, format, format.format, level_extent(texture.kind, base, level), 1,
                             sparse);
    } catch (const std::bad_alloc&) {
        undefine();
        throw;
    }
}

void generate_mipmaps(rasterizer::Rasterizer& rasterizer, Texture& texture) {
    if (!texture.base_complete() || texture.kind >= TextureKind::Buffer || texture.kind == TextureKind::Rectangle)
        return;
    const int32_t base = texture.effective_base_level();
    const int32_t last = texture.last_level();
    const TextureLevel source = texture.level(base);
    rasterizer.wait_for(*source.image);
    // Levels are made whole first. If nobody has memory for one, that would end the process.
    constexpr size_t most_bytes = size_t{1} << 30;
    if (source.image->lacks_pages() && last > base) {
        const runtime::Image& next = *texture.level(base + 1).image;
        if (runtime::Image::memory_size(next.format(), next.extent(), 1) > most_bytes) throw std::bad_alloc();
    }
    std::shared_ptr<runtime::Image> texels = source.image;
    for (int32_t level = base + 1; level <= last; ++level) {
        texels = next_mipmap_level(*texels, texture.kind);
        if (!texels) break;
        const std::shared_ptr<runtime::Image> image = mipmap_level_in(source.image->format(), texels);
        Extent extent = image->extent();
        if (texture.kind == TextureKind::Cube) extent.depth = 1;
        if (texture.kind == TextureKind::Array1D) extent = {extent.width, extent.depth, 1};
        if (texture.immutable) {
            rasterizer.wait_for(*texture.level(level).image);
            copy_memory(*image, *texture.level(level).image);
            continue;
        }
        for (int face = 0; face < texture.face_count(); ++face)
            texture.level(level, face) = {image, source.format, extent, face};
    }
    texture.changed();
}

void image_changed(rasterizer::Rasterizer& rasterizer, Texture& texture, GLint level) {
    if (texture.generate_mipmap && level == texture.effective_base_level()) generate_mipmaps(rasterizer, texture);
}

}  // namespace glapi
