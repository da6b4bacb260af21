// Moving texels between images: copies, blits.
#pragma once

#include "glapi/pixels/pixel_state.h"
#include "glapi/pixels/unpack.h"
#include "runtime/images/image.h"

namespace glapi {

// The format with the same bits without sRGB encoding.
runtime::Format unencoded(runtime::Format format);

// load_texels() gives luminance and intensity in all their components; what reads textures and framebuffers takes them
// as red alone (GL 2.1 table 6.1; ARB_framebuffer_object, section 4.3.2).
void luminance_to_red(runtime::Format format, runtime::Texel* texels, int32_t count);

// Copies `width` × `height` texels, converting between formats; colours pass unencoded. `transfer` is applied to
// colours and depths where given. Depth-stencil images lend both. Both images have one sample per pixel, and the
// rectangles lie within them.
void copy_texels(const runtime::Image& source, int32_t source_x, int32_t source_y, int32_t source_z,
                 runtime::Image& destination, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                 const PixelTransfer* transfer);

}  // namespace glapi
