// What a GLX pixmap is as a texture: EXT_texture_from_pixmap.
#pragma once

#include "driver/glx/glx_objects.h"

namespace driver::glx {

// Reads the attributes that glXCreatePixmap is given.
Outcome<PixmapTexture> read_texture_attributes(const int* attributes, const FrameConfig& config,
                                               const X11Geometry& geometry);

}  // namespace driver::glx
