// Mipmap generation.
#pragma once

#include <memory>

#include "runtime/images/image.h"
#include "runtime/images/texture.h"

namespace glapi {

// Makes the next smaller level of `source`: half of every dimension that isn't layers (1D: width; 2D, cube, arrays:
// width and height; 3D: all), box filtered, every layer. sRGB formats are averaged linear. Null where the format can't
// be filtered (integers, stencil).
std::shared_ptr<runtime::Image> next_mipmap_level(const runtime::Image& source, runtime::TextureKind kind);

}  // namespace glapi
