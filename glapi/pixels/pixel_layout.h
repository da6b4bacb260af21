// Properties of a (format, type) pair of the API: validity, kind, size, addresses of rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glapi/pixels/pixel_state.h"
#include "runtime/formats/format.h"

namespace glapi {

enum class PixelKind : uint8_t { Color, IntegerColor, ColorIndex, Depth, Stencil, DepthStencil };

// GL_NO_ERROR, GL_INVALID_ENUM (unknown format or type) or GL_INVALID_OPERATION (a pair that may not be), GL 2.1
// §3.6.4.
uint32_t check_pixel_format(uint32_t format, uint32_t type);

// The rest expects pairs that check_pixel_format() accepts.
PixelKind pixel_kind(uint32_t format);

// Byte offsets of an image in client memory. All zero-sized where width, height or depth is.
struct PixelLayout {
    uint32_t format = 0, type = 0;
    runtime::Format texels = runtime::Format::None;  // as matching_format(format, type)
    size_t pixel_bytes = 0;                          // one group of components; 0: GL_BITMAP
    size_t element_bytes = 0;  // one component, or one packed pixel: a pixel buffer's offset is a multiple of it
    size_t row_stride = 0, image_stride = 0;  // rows: to be added, also where they go backwards
    size_t first = 0;                         // from the pointer to the first pixel's byte, after the skips
    uint8_t first_bit = 0;                    // GL_BITMAP: bit of that byte, counted in reading order
    size_t end = 0;                           // from the pointer to behind the last byte touched
};

// `dimensions` 3 takes IMAGE_HEIGHT and SKIP_IMAGES into account; 1 leaves SKIP_ROWS out.
PixelLayout pixel_layout(const PixelStore& store, uint32_t format, uint32_t type, int32_t width, int32_t height,
                         int32_t depth, int dimensions);

}  // namespace glapi
