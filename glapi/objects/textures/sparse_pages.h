// Sparse textures (ARB_sparse_texture): only committed pages take memory.
//
// Texels have the usual layout, row after row, in memory that the system adds when it is written. The images'
// runtime::Residency has the committed pages; writes to other pages are dropped. A page of texels is a part of several
// rows. Rows of a standard page are shorter than the system's pages of 4 KiB, so neighbouring pages share them if rows
// are long. In pages of the second size, each row is a page of the system.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "glapi/objects/textures/texture.h"

namespace glapi {

bool may_be_sparse(TextureKind kind);
// The sizes of pages (VIRTUAL_PAGE_SIZE_INDEX_ARB): the standard size of EXT_sparse_texture2, or a similar one where it
// has none; and a size with memory of its own for each row, if the image's width is a multiple of the page's.
inline constexpr int32_t sparse_page_sizes = 2;
// The size of pages of a format in textures of a kind. Width 0: there are no such sparse textures. Compressed formats
// have none: samplers read decoded copies of whole images.
runtime::PageExtent sparse_page(const InternalFormat& format, TextureKind kind, int32_t index);
// The standard page size of a format (EXT_sparse_texture2, table 8.X), for all kinds but 3D and multisample textures.
runtime::PageExtent standard_page(const InternalFormat& format);

// The levels that are smaller than a page: committed together.
struct SparseTail {
    std::shared_ptr<runtime::Residency> residency = std::make_shared<runtime::Residency>();
    std::vector<std::shared_ptr<const runtime::Image>> images;
};

// Storage that is being made.
struct SparseStorage {
    runtime::PageExtent page;
    std::shared_ptr<SparseTail> tail = std::make_shared<SparseTail>();
    int32_t levels = 0;  // that are not in the tail

    // Throws std::bad_alloc.
    std::shared_ptr<runtime::Image> make_image(runtime::Format format, const runtime::Extent& extent, int32_t samples);
};

// For a texture with TEXTURE_SPARSE_ARB; none for others.
std::optional<SparseStorage> sparse_storage(const Texture& texture, const InternalFormat& format);
// When all levels are there.
void keep_sparse_storage(Texture& texture, const std::optional<SparseStorage>& storage);

}  // namespace glapi
