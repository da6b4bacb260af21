// Checks of the commands that give textures their images.
#pragma once

#include "glapi/objects/textures/texture_levels.h"
#include "glapi/pixels/unpack.h"

namespace glapi {

class Context;
class Errors;
struct ShareGroup;
struct TextureState;
struct Version;

// The texture bound to `info`'s target on the active unit.
Texture& bound_texture(const TextureState& textures, const TargetInfo& info);
// TEXTURE_EXTERNAL_OES, in contexts of OpenGL ES. Few commands take it.
bool is_external_target(const Version& version, GLenum target);

// The new object of a name.
std::shared_ptr<Texture> make_texture(const Version& version, ShareGroup& shared, GLuint name, GLenum target);

// What may be said of an image before it exists. All record errors and return false where the call ends there.
bool check_level(Errors& errors, const TargetInfo& info, GLint level);
// `sparse`: the image is to have no memory yet.
bool check_image_size(Errors& errors, const TargetInfo& info, GLint level, const runtime::Extent& extent, bool* fits,
                      bool sparse = false);

// 3DFX_texture_compression_FXT1 has another error than the later texts where an image may not be compressed.
inline bool is_fxt1(runtime::Format format) {
    return runtime::format_info(format).layout == runtime::TexelLayout::Fxt1;
}
// Whether textures of a kind may be of a compressed format: two-dimensional images, alone or as layers. BPTC (GL 4.6
// §8.7) and ASTC (KHR_texture_compression_astc_sliced_3d): also slices, each of two-dimensional blocks.
bool may_be_compressed(TextureKind kind, runtime::Format format);
// INVALID_OPERATION for formats that pixels are not compressed to.
bool check_encoder(Errors& errors, const InternalFormat& format);
// Whether images of a target may have such a border; false after an error.
bool check_border(Errors& errors, const Version& version, const TargetInfo& info, GLint border);

// INVALID_OPERATION unless `box` is made of whole blocks of a compressed image; blocks may reach over its right and
// upper edge (EXT_texture_compression_s3tc).
bool whole_blocks(Errors& errors, const TextureLevel& image, const Box& box);

// The level of a texture that a sub-image command changes, if the box lies within; null: an error was recorded.
// `info` is a non-proxy image target.
TextureLevel* sub_image_level(Errors& errors, Texture& texture, const TargetInfo& info, GLint level, Box& box);

// How many slices of an image a target names: a cube map's faces are one each, or layers.
int32_t image_depth(const TargetInfo& info, const TextureLevel& image);
// INVALID_OPERATION where the faces that are to be layers are not all there, of one size and format.
bool check_faces(Errors& errors, const Texture& texture, const TargetInfo& info, GLint level);

// The commands, once the texture is known: TexSubImage, CompressedTexSubImage, CopyTexSubImage; GetTexImage and
// GetCompressedTexImage of a whole image or, with `part`, of a box of it. `size`: the size of the caller's memory in
// bytes.
void set_sub_image(Context& context, Texture& texture, const TargetInfo& info, GLint level, Box box, GLenum format,
                   GLenum type, const void* pixels);
void set_compressed_sub_image(Context& context, Texture& texture, const TargetInfo& info, GLint level, Box box,
                              GLenum format_name, GLsizei size, const void* data);
void copy_sub_image(Context& context, Texture& texture, const TargetInfo& info, GLint level, Box box, GLint x, GLint y);
void get_image(Context& context, const Texture& texture, const TargetInfo& info, GLint level, const Box* part,
               GLenum format, GLenum type, size_t size, void* pixels);
void get_compressed_image(Context& context, const Texture& texture, const TargetInfo& info, GLint level,
                          const Box* part, size_t size, void* data);

}  // namespace glapi
