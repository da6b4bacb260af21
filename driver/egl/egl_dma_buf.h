// Images in files that can be mapped: dma-bufs, memfds (EXT_image_dma_buf_import; the only modifier is linear).
#pragma once

#include <optional>

#include "driver/egl/egl_failure.h"
#include "glapi/driver_interface.h"

namespace driver::egl {

// What a value of EGL_GL_COLORSPACE means for images (EGL_EXT_image_gl_colorspace).
std::optional<glapi::ImageColorSpace> image_color_space(EGLAttrib value);

Failure failure_of(glapi::ImageError error);

// The image that attributes describe.
template <typename Value>
Outcome<glapi::SharedImage> import_dma_buf(const Value* attributes);

}  // namespace driver::egl
