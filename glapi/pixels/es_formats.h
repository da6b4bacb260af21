// Rules for internal formats that only OpenGL ES 2.0 and later have: permitted pixels, render targets, copies. A row
// each in es_formats.def.
#pragma once

#include "glapi/pixels/internal_formats.h"

namespace glapi {

// Whether textures of an internal format take these pixels (OpenGL ES 3.2 §8.5): GL_NO_ERROR, GL_INVALID_VALUE (no such
// format, or a compressed one) or GL_INVALID_OPERATION.
uint32_t check_es_pixels(uint32_t internal_format, uint32_t format, uint32_t type);

// Colour-, depth- or stencil-renderable (§9.4). `format.renderable` is OpenGL's answer.
bool is_es_renderable(const InternalFormat& format);

// Whether textures of `to` take colours from a buffer of `from` (§8.6): components that are there and, of new images
// (CopyTexImage2D), of the same kind and for sized formats the same size. `from`: null for a window's, stored as
// `stored`.
bool is_es_copy(const InternalFormat* from, runtime::Format stored, const InternalFormat& to, bool new_image);

// The pair that reads of a colour buffer may always have (IMPLEMENTATION_COLOR_READ_FORMAT, …_TYPE).
struct ReadPair {
    uint32_t format, type;
};
ReadPair implementation_read(runtime::Format stored);
// Whether buffers stored as `stored` are read as these pixels (§16.1.2, EXT_read_format_bgra, NV_read_depth and its
// kin).
bool is_es_read(runtime::Format stored, uint32_t format, uint32_t type);

}  // namespace glapi
