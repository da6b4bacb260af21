// Levels of textures: their sizes, their storage, mipmaps.
#pragma once

#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/unpack.h"

namespace rasterizer {
class Rasterizer;
}

namespace glapi {

struct SparseStorage;

// The largest width, height and depth, and number of levels, of a kind.
runtime::Extent largest_extent(TextureKind kind);
int32_t level_count(TextureKind kind);

// Gives `texture` storage for a level (of one face). `format` is the storage format, which may differ from the
// internal format's own. Cube faces join an equal image of another face. Images in use by draws are left to them.
// `sparse`: where the storage is to be found; null: as usual.
TextureLevel& define_level(Texture& texture, int face, GLint level, const InternalFormat& internal_format,
                           runtime::Format format, const runtime::Extent& extent, int32_t samples = 1,
                           SparseStorage* sparse = nullptr);
// The size of a level, from the size of the base level.
runtime::Extent level_extent(TextureKind kind, const runtime::Extent& base, int32_t level);
// Makes all images of immutable storage, in place of the old ones. If memory runs out, there are none.
void define_levels(Texture& texture, int32_t levels, const InternalFormat& format, const runtime::Extent& base,
                   SparseStorage* sparse);
// The storage that there is, of so many levels, becomes immutable.
void make_immutable(Texture& texture, int32_t levels);
void undefine_level(Texture& texture, int face, GLint level);

// 1D arrays: the API has their layers in rows, images (and the rasterizer) in slices. Turns a box, and the layout of
// its pixels, from the one into the other; does nothing to other kinds.
void to_storage(TextureKind kind, Box& box, PixelLayout* layout);

// Makes all levels above the base from it, for GenerateMipmap and GENERATE_MIPMAP.
void generate_mipmaps(rasterizer::Rasterizer& rasterizer, Texture& texture);
// After a change of `level`: GENERATE_MIPMAP, if it is on and this was the base level.
void image_changed(rasterizer::Rasterizer& rasterizer, Texture& texture, GLint level);

}  // namespace glapi
