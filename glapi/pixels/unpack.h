// Client memory → texels: the pixel transfer pipeline of glTexImage, glTexSubImage and glDrawPixels (GL 2.1 §3.6.4).
#pragma once

#include "glapi/pixels/pixel_layout.h"
#include "runtime/images/image.h"

namespace glapi {

struct Box {
    int32_t x = 0, y = 0, z = 0, width = 0, height = 1, depth = 1;
};

// Converts one row of `count` pixels to texels (R, G, B, A as floats; integer formats: integers by bits; depth: float
// in x; luminance in R, G and B), and applies pixel transfer except to integer colours. `pixels` is the row's first
// pixel (with layout.first_bit for bitmaps' first row and every other).
void unpack_row(const PixelState& state, const PixelLayout& layout, const std::byte* pixels, int32_t count,
                runtime::Texel* texels);
// Colours of a signed type as the integers they are, alpha that the format lacks as the largest of them: what signed
// normalized texels of as many bits hold. So -2^(b-1) stays itself, though it means -1 as -2^(b-1)+1 does.
void unpack_snorm_row(const PixelState& state, const PixelLayout& layout, const std::byte* pixels, int32_t count,
                      runtime::Texel* texels);
// The stencil part of formats STENCIL_INDEX and DEPTH_STENCIL.
void unpack_stencil_row(const PixelState& state, const PixelLayout& layout, const std::byte* pixels, int32_t count,
                        uint8_t* stencil);

// Stores an image from client memory into texels [box] of `destination`. Its format is of the pixels' kind: colours go
// into colour formats, integers into integer formats, depth and stencil into formats that have it. `pixels` is the
// API's pointer (skips not applied). Memory layouts that agree are copied; into compressed formats pixels are
// compressed, from a block's corner on. Depth is clamped to [0, 1] in floating-point formats, too, unless `any_depth`
// (is_unclamped_depth()).
void unpack_image(const PixelState& state, const PixelLayout& layout, const std::byte* pixels,
                  runtime::Image& destination, const Box& box, bool any_depth = false);

}  // namespace glapi
