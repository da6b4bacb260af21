// Formats of NV_float_buffer: what other formats of floats are, but of rectangles only, and not for texture
// environments.
#pragma once

#include <cstdint>

#include "glapi/generated/gl.h"

namespace glapi {

constexpr bool is_float_buffer_format(uint32_t name) { return name >= GL_FLOAT_R_NV && name <= GL_FLOAT_RGBA32_NV; }

}  // namespace glapi
