// Query results for an internal format's components.
#pragma once

#include "glapi/pixels/internal_formats.h"

namespace glapi {

// Bits of a component (GL_TEXTURE_RED_SIZE …) of texels stored as `stored`. A component has none where the name does
// not promise it; luminance stands for red in FormatInfo.
int component_bits(const InternalFormat& format, runtime::Format stored, uint32_t component);
// GL_FLOAT, GL_UNSIGNED_NORMALIZED …, GL_NONE where there is no such component; `component`: GL_TEXTURE_RED_TYPE ….
uint32_t component_type(const InternalFormat& format, runtime::Format stored, uint32_t component);

// Bits of the exponent that components share (GL_TEXTURE_SHARED_SIZE); 0: each has its own, or none.
int shared_bits(runtime::Format stored);

// The format and the type of pixels that lose nothing of what is stored.
uint32_t preferred_pixel_format(const InternalFormat& format);
uint32_t preferred_pixel_type(runtime::Format stored);

}  // namespace glapi
