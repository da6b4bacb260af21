// Checks of commands for sparse textures (ARB_sparse_texture).
#pragma once

#include "glapi/objects/textures/texture.h"

namespace glapi {

class Errors;

// Before storage is made: INVALID_OPERATION where a texture is to be sparse and its format has no such page size.
bool check_sparse_storage(Errors& errors, const Texture& texture, const InternalFormat& format);

}  // namespace glapi
