// What the commands that give textures their images check.
#pragma once

#include "glapi/objects/textures/texture_levels.h"
#include "glapi/pixels/unpack.h"

namespace glapi {

class Context;

// The texture bound to `info`'s target on the active unit.
Texture& bound_texture(Context& context, const TargetInfo& info);

// What may be said of an image before it exists. All record errors and return false where the call must not go on.
bool check_level(Context& context, const char* command, const TargetInfo& info, GLint level);
bool check_image_size(Context& context, const char* command, const TargetInfo& info, GLint level,
                      const runtime::Extent& extent, bool* fits);

// INVALID_OPERATION unless `box` is made of whole blocks of a compressed image; blocks may reach over its right and
// upper edge (EXT_texture_compression_s3tc).
bool whole_blocks(Context& context, const char* command, const TextureLevel& image, const Box& box);

// The level of a bound texture that a sub-image command changes, if the box lies within; null: an error was recorded.
// `info` is a non-proxy image target.
TextureLevel* sub_image_level(Context& context, const char* command, const TargetInfo& info, GLint level, Box& box);

}  // namespace glapi
