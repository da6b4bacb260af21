// Texels → client memory: the pixel transfer pipeline of glReadPixels and glGetTexImage (GL 2.1 §4.3.2).
#pragma once

#include "glapi/pixels/pixel_layout.h"
#include "glapi/pixels/unpack.h"
#include "runtime/images/image.h"

namespace glapi {

// Writes one row: texels as load_texels() gives them, pixel transfer (not for integers), conversion to luminance where
// the layout's format asks, clamping and rounding to its type. `clamp`: to [0, 1] before conversion, as
// CLAMP_READ_COLOR says for ReadPixels.
void pack_row(const PixelState& state, const PixelLayout& layout, const runtime::Texel* texels, int32_t count,
              bool clamp, std::byte* pixels);
// Signed normalized texels as the integers they are, for types of as many bits (unpack_snorm_row()); `has_alpha`: the
// texels' format has, else it is set here.
void pack_snorm_row(const PixelState& state, const PixelLayout& layout, runtime::Texel* texels, int32_t count,
                    bool has_alpha, std::byte* pixels);
void pack_stencil_row(const PixelState& state, const PixelLayout& layout, const uint8_t* stencil, int32_t count,
                      std::byte* pixels);
// GL_DEPTH_STENCIL: both parts at once.
void pack_depth_stencil_row(const PixelState& state, const PixelLayout& layout, const runtime::Texel* depth,
                            const uint8_t* stencil, int32_t count, std::byte* pixels);

// Writes texels [box] of `source` (one sample) to client memory. `pixels` is the API's pointer (skips not applied).
// `texture_rules`: no pixel transfer, and no sum of the components for luminance, as GetTexImage wants.
void pack_image(const PixelState& state, const PixelLayout& layout, const runtime::Image& source, const Box& box,
                bool texture_rules, bool clamp, std::byte* pixels);

}  // namespace glapi
