// The arithmetic of pixel transfer (GL 2.1 §3.6.5), for both directions, and byte swapping.
#pragma once

#include <cstdint>
#include <span>

#include "glapi/pixels/pixel_layout.h"
#include "runtime/formats/format.h"

namespace glapi {

// Scale and bias, then the colour maps.
void transfer_colors(const PixelTransfer& transfer, runtime::Texel* texels, int32_t count);
void transfer_depths(const PixelTransfer& transfer, runtime::Texel* texels, int32_t count);
void clamp_depths(runtime::Texel* texels, int32_t count);
// Shift, offset, and the stencil map.
void transfer_stencils(const PixelTransfer& transfer, int32_t* indices, int32_t count);
// Shift and offset, then the maps from indices to colours.
void transfer_color_indices(const PixelTransfer& transfer, const int32_t* indices, int32_t count,
                            runtime::Texel* texels);

// Clamps integers to the range of the other signedness: unsigned ones to the largest signed one, signed ones to 0 (GL
// 4.6 §8.5, §18.2.8). Stores clamp to fewer bits.
void clamp_to_signedness(bool from_signed, bool to_signed, runtime::Texel* texels, int32_t count);

// Reverses the bytes of every element (GL 2.1 table 3.7).
void swap_bytes(const PixelLayout& layout, std::span<std::byte> pixels);

}  // namespace glapi
