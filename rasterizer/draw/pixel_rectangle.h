// glDrawPixels, glBitmap: fragments of an axis-aligned rectangle, with primary colour or depth from an image.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/execution/routine.h"
#include "runtime/images/image.h"

namespace rasterizer {

struct PixelRectangle {
    std::shared_ptr<const runtime::Image> image;  // colour: Rgba32Float. Bitmap: R8Unorm, zero: no fragment.
                                                  // Depth: R32Float in x; stencil: R8Uint
    enum class Kind : uint8_t { Color, Bitmap, Depth, Stencil } kind = Kind::Color;
    float x = 0, y = 0;  // window position of the image's lower left corner
    float zoom_x = 1, zoom_y = 1;
    float depth = 0;  // raster position's window z
    // Attribute values of the current raster position, by Program::attributes of the fragment program.
    std::vector<runtime::Vector4> attributes;
};

}  // namespace rasterizer
