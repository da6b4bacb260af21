// Where the API's pixel pointers lead: client memory, or an offset into the bound pixel buffer object.
#pragma once

#include <cstddef>

#include "glapi/generated/gl.h"
#include "glapi/pixels/pixel_layout.h"

namespace glapi {

struct BufferState;
class Errors;
struct Version;

// False: an error has been recorded. A null `data` in a good answer: the application gave no pixels.
struct PixelPointer {
    bool good = false;
    std::byte* data = nullptr;
};

// ARB_pixel_buffer_object: INVALID_OPERATION for a mapped buffer, an access beyond its end, or an offset that is no
// multiple of the type's size. `size`: what ReadnPixels and the like allow in client memory, SIZE_MAX without.
PixelPointer unpack_pointer(Errors& errors, const BufferState& buffers, const PixelLayout& layout, const void* pixels);
PixelPointer pack_pointer(Errors& errors, const BufferState& buffers, const PixelLayout& layout, void* pixels,
                          size_t size = SIZE_MAX);
// The same for `bytes` bytes of compressed data.
PixelPointer unpack_bytes(Errors& errors, const BufferState& buffers, size_t bytes, const void* data);
PixelPointer pack_bytes(Errors& errors, const BufferState& buffers, size_t bytes, void* data, size_t size = SIZE_MAX);

// Validates a format and type as check_pixel_format() does; false: the error has been recorded.
bool check_pixel_format(Errors& errors, const Version& version, GLenum format, GLenum type);

}  // namespace glapi
