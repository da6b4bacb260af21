// Formats and types of client pixels, one row each (tables in pixel_layout.cpp), for unpack.cpp and pack.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "glapi/pixels/pixel_layout.h"
#include "runtime/formats/format.h"

namespace glapi {

inline constexpr uint8_t luminance_role = 4;

struct PixelFormatInfo {
    uint32_t format;
    PixelKind kind;
    uint8_t count;                // components in memory
    std::array<uint8_t, 4> role;  // which texel component each is: 0…3, or luminance_role
};

struct PixelTypeInfo {
    enum class Encoding : uint8_t {
        Unsigned,
        Signed,
        Float,
        Bitmap,
        Packed,
        Float11,
        SharedExponent,
        Depth24Stencil8,
        DepthFloatStencil8
    };
    struct Field {
        uint8_t width = 0, shift = 0;
    };
    uint32_t type;
    uint8_t bytes;  // of an element: one component, or the packed pixel
    Encoding encoding;
    uint8_t packed_components;  // 0: one component each
    std::array<Field, 4> field;
};

// Null where there is no such format or type.
const PixelFormatInfo* find_pixel_format(uint32_t format);
const PixelTypeInfo* find_pixel_type(uint32_t type);

// GL_BYTE, GL_SHORT, GL_INT.
bool is_signed_type(uint32_t type);

// The largest number of such a type.
uint32_t largest_signed(uint32_t type);
// The integer format by which texels of a signed normalized format are the numbers of the type; None where they aren't.
runtime::Format snorm_numbers(runtime::Format format, uint32_t type);

// The texel format with the same memory layout as (format, type); None if there is none.
runtime::Format matching_format(uint32_t format, uint32_t type);

}  // namespace glapi
