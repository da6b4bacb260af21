// Formats of ATI_envmap_bumpmap: two signed components. As pixels they equal RG, but only for such textures.
#pragma once

#include <cstdint>

#include "glapi/generated/gl.h"

namespace glapi {

constexpr bool is_bump_format(uint32_t name) { return name == GL_DUDV_ATI || name == GL_DU8DV8_ATI; }
constexpr uint32_t stored_pixel_format(uint32_t format) { return is_bump_format(format) ? GL_RG : format; }

}  // namespace glapi
