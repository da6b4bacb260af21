// Sparse textures (ARB_sparse_texture): storage of which only those pages take memory that are committed.
//
// Texels lie as in all textures, row behind row, in memory that the system gives when it is written. What says where
// there is some, and lets nothing be written elsewhere, is the images' runtime::Residency. A page of texels is a
// stretch of several rows, so that the system's pages of 4 KiB are shared by neighbours where rows are long.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "glapi/objects/textures/texture.h"

namespace glapi {

bool may_be_sparse(TextureKind kind);
// The one size of pages that there is for a format in textures of a kind: the standard one, where EXT_sparse_texture2
// has one. Width 0: there are no sparse textures of that kind. Depth formats have none.
runtime::PageExtent sparse_page(const InternalFormat& format, TextureKind kind);

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
