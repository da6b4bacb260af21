// Giving textures their images: what the image commands share.
#pragma once

#include <memory>

#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/unpack.h"

namespace glapi {

// The texture bound to `info`'s target on the active unit.
Texture& bound_texture(Context& context, const TargetInfo& info);

// The largest width, height and depth, and number of levels, of a kind.
runtime::Extent largest_extent(TextureKind kind);
int32_t level_count(TextureKind kind);

// What may be said of an image before it exists. All record errors and return false where the call must not go on.
bool check_level(Context& context, const char* command, const TargetInfo& info, GLint level);
bool check_image_size(Context& context, const char* command, const TargetInfo& info, GLint level,
                      const runtime::Extent& extent, bool* fits);

// INVALID_OPERATION unless `box` is made of whole blocks of a compressed image; blocks may reach over its right and
// upper edge (EXT_texture_compression_s3tc).
bool whole_blocks(Context& context, const char* command, const TextureLevel& image, const Box& box);

// Gives `texture` storage for a level (of one face). `format` is the storage format, which may differ from the
// internal format's own. Cube faces join an equal image of another face. Images in use by draws are left to them.
TextureLevel& define_level(Texture& texture, int face, GLint level, const InternalFormat& internal_format,
                           runtime::Format format, const runtime::Extent& extent, int32_t samples = 1);
void undefine_level(Texture& texture, int face, GLint level);

// The level of a bound texture that a sub-image command changes, if the box lies within; null: an error was recorded.
// `info` is a non-proxy image target.
TextureLevel* sub_image_level(Context& context, const char* command, const TargetInfo& info, GLint level, Box& box);

// 1D arrays: the API has their layers in rows, images (and the rasterizer) in slices. Turns a box, and the layout of
// its pixels, from the one into the other; does nothing to other kinds.
void to_storage(TextureKind kind, Box& box, PixelLayout* layout);

// Kinds of an internal format that decide what pixels may be given.
bool is_depth(runtime::BaseFormat base);
bool is_integer(runtime::Format format);
// Whether texels of the format may lie in buffer objects.
bool fits_buffers(const InternalFormat& format);

// Makes all levels above the base from it, for GenerateMipmap and GENERATE_MIPMAP.
void generate_mipmaps(Context& context, Texture& texture);
// After a change of `level`: GENERATE_MIPMAP, if it is on and this was the base level.
void image_changed(Context& context, Texture& texture, GLint level);

}  // namespace glapi
