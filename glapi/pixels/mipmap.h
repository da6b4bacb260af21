// Mipmap generation.
#pragma once

#include <memory>

#include "runtime/images/image.h"
#include "runtime/images/texture.h"

namespace glapi {

// Makes the next smaller level of `source`: half of every dimension that isn't layers (1D: width; 2D, cube, arrays:
// width and height; 3D: all), box filtered, every layer. sRGB formats are averaged linear. Null where the format can't
// be filtered (integers, stencil). A compressed image gives decoded texels in an uncompressed format: the next level is
// made from these, so that compression loses precision only once.
std::shared_ptr<runtime::Image> next_mipmap_level(const runtime::Image& source, runtime::TextureKind kind);

// A level so made in the format of the texture, compressed if that is.
std::shared_ptr<runtime::Image> mipmap_level_in(runtime::Format format, std::shared_ptr<runtime::Image> level);

}  // namespace glapi
