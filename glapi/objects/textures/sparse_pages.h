// Sparse textures (ARB_sparse_texture): storage of which only those pages take memory that are committed.
//
// Texels lie as in all textures, row behind row, in memory that the system gives when it is written. What says where
// there is some, and lets nothing be written elsewhere, is the images' runtime::Residency. A page of texels is a
// stretch of several rows. The standard pages' rows are shorter than the system's pages of 4 KiB, which neighbours
// share where rows are long; there are others besides, whose rows are such pages.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "glapi/objects/textures/texture.h"

namespace glapi {

bool may_be_sparse(TextureKind kind);
// The sizes of pages (VIRTUAL_PAGE_SIZE_INDEX_ARB): the standard one, where EXT_sparse_texture2 has one, or as that
// would be; and one whose rows have memory of their own, wherever the image's width is a multiple of the page's.
inline constexpr int32_t sparse_page_sizes = 2;
// Of a format in textures of a kind. Width 0: there are no such sparse textures. Compressed formats have none: samplers
// read decoded copies of whole images.
runtime::PageExtent sparse_page(const InternalFormat& format, TextureKind kind, int32_t index);
// What EXT_sparse_texture2, table 8.X, says of a format for all kinds but those of three dimensions and of samples.
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

// For a texture whose TEXTURE_SPARSE_ARB is set; none for others.
std::optional<SparseStorage> sparse_storage(const Texture& texture, const InternalFormat& format);
// When all levels are there.
void keep_sparse_storage(Texture& texture, const std::optional<SparseStorage>& storage);

}  // namespace glapi
