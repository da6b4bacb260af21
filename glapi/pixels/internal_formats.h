// Internal formats by their GL names: one row each in internal_formats.def.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/formats/format.h"

namespace glapi {

struct InternalFormat {
    uint32_t name = 0;                                     // the GL token, or 1…4
    runtime::Format format = runtime::Format::None;        // what textures of this name are stored as
    runtime::BaseFormat base = runtime::BaseFormat::None;  // what the name promises
    uint32_t specific_name = 0;  // what queries name in place of a compressed format: for generic ones,
                                 // which aren't compressed here, the base format (GL 2.1 §3.8.1)
    bool renderable = false;     // as colour, depth or stencil buffer, by the specifications
    bool sized = false;          // may be given to TexStorage and RenderbufferStorage
};

// Null for names that aren't internal formats here.
const InternalFormat* find_internal_format(uint32_t name);
// The same for storage that is made to be rendered to: null for formats that aren't renderable, and for the numbers of
// components, which name formats of textures only.
const InternalFormat* find_renderable_format(uint32_t name);

// Those that the core profile has removed: alpha, luminance and intensity, and the numbers of components.
bool is_removed_format(const InternalFormat& format);

// Size in bytes of an image in a compressed format.
size_t compressed_image_bytes(runtime::Format format, int32_t width, int32_t height, int32_t depth);

// The class of formats that a texture of this one may be viewed as (GL_VIEW_CLASS_…, view_classes.def); GL_NONE: itself
// only.
uint32_t view_class(const InternalFormat& format);

// Kinds of an internal format that decide what pixels may be given.
bool is_depth(runtime::BaseFormat base);
// NV_depth_buffer_float: depth of any value, where others are from 0 to 1.
bool is_unclamped_depth(const InternalFormat& format);
bool is_integer(runtime::Format format);
// Compressed formats that nothing here encodes: their blocks come from applications only.
bool is_decoded_only(runtime::Format format);
// Whether texels of the format may lie in buffer objects.
bool fits_buffers(const InternalFormat& format);

}  // namespace glapi
