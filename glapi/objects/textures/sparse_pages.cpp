#include "glapi/objects/textures/sparse_pages.h"

#include "glapi/objects/buffers/sparse_storage.h"

namespace glapi {
namespace {

using runtime::Extent;
using runtime::PageExtent;

// 64 KiB. By the bytes of a texel: 1, 2, 4, 8, 16 (EXT_sparse_texture2, table 8.X).
constexpr PageExtent flat_pages[] = {{256, 256, 1}, {256, 128, 1}, {128, 128, 1}, {128, 64, 1}, {64, 64, 1}};
constexpr PageExtent solid_pages[] = {{64, 32, 32}, {32, 32, 32}, {32, 32, 16}, {32, 16, 16}, {16, 16, 16}};
// The same with rows of a page of the system.
constexpr PageExtent long_page(int32_t bytes, bool solid) {
    return solid ? PageExtent{4096 / bytes, 8, 2} : PageExtent{4096 / bytes, 16, 1};
}

PageExtent page_size(const InternalFormat& format, bool solid, int32_t index) {
    const runtime::FormatInfo& info = runtime::format_info(format.format);
    if (!format.sized || info.block_width != 1 || index >= sparse_page_sizes ||
        (solid && format.base >= runtime::BaseFormat::DepthComponent))
        return {};
    // Stored with more bits than the name says.
    const int32_t bytes = format.name == GL_RGB565 ? 2 : info.bytes_per_block;
    for (size_t n = 0; n < std::size(flat_pages); ++n) {
        if (bytes != 1 << n) continue;
        if (index > 0) return long_page(info.bytes_per_block, solid);
        return solid ? solid_pages[n] : flat_pages[n];
    }
    return {};
}

}  // namespace

bool may_be_sparse(TextureKind kind) {
    switch (kind) {
        case TextureKind::Texture2D:
        case TextureKind::Texture3D:
        case TextureKind::Cube:
        case TextureKind::Rectangle:
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D: return true;
        case TextureKind::Texture1D:
        case TextureKind::Array1D:
        case TextureKind::Buffer:
        case TextureKind::Renderbuffer: break;
    }
    return false;
}

PageExtent sparse_page(const InternalFormat& format, TextureKind kind, int32_t index) {
    return may_be_sparse(kind) ? page_size(format, kind == TextureKind::Texture3D, index) : PageExtent{};
}

PageExtent standard_page(const InternalFormat& format) { return page_size(format, false, 0); }

std::shared_ptr<runtime::Image> SparseStorage::make_image(runtime::Format format, const Extent& extent,
                                                          int32_t samples) {
    const bool in_tail = extent.width < page.width || extent.height < page.height || extent.depth < page.depth;
    // A little more than the texels, as images that own their memory have it.
    const size_t bytes = runtime::Image::memory_size(format, extent, samples) + runtime::Image::memory_alignment;
    const auto memory = reserve_storage(bytes);
    if (in_tail) tail->residency->add_bytes(bytes);
    const size_t page_bytes = static_cast<size_t>(runtime::format_info(format).bytes_per_block) *
                              static_cast<size_t>(page.width) * static_cast<size_t>(page.height) *
                              static_cast<size_t>(page.depth) * static_cast<size_t>(samples);
    auto image = std::make_shared<runtime::Image>(
        format, extent, samples, memory.get(), memory,
        in_tail ? tail->residency : std::make_shared<runtime::Residency>(extent, page, page_bytes));
    if (in_tail)
        tail->images.push_back(image);
    else
        ++levels;
    return image;
}

std::optional<SparseStorage> sparse_storage(const Texture& texture, const InternalFormat& format) {
    if (!texture.sparse.enabled) return std::nullopt;
    SparseStorage storage;
    storage.page = sparse_page(format, texture.kind, texture.sparse.page_size_index);
    return storage;
}

void keep_sparse_storage(Texture& texture, const std::optional<SparseStorage>& storage) {
    if (!storage) return;
    texture.sparse.levels = storage->levels;
    texture.sparse.tail = storage->tail;
}

}  // namespace glapi
