// Images in files that can be mapped: dma-bufs, memfds (EXT_image_dma_buf_import; the only modifier is linear).
#pragma once

#include "driver/egl/egl_headers.h"
#include "glapi/commands/textures/egl_images.h"

namespace driver::egl {

// What a value of EGL_GL_COLORSPACE means for images (EGL_EXT_image_gl_colorspace). False: nothing.
bool read_color_space(EGLAttrib value, glapi::ImageColorSpace& space);

EGLint error_of(glapi::ImageError error);

// The image that attributes describe; else EGL's error.
template <typename Value>
EGLint import_dma_buf(const Value* attributes, glapi::SharedImage& image);

}  // namespace driver::egl
