// What a surface is asked for: EGL 1.5 sections 3.5.1 to 3.5.4, KHR_gl_colorspace, EXT_present_opaque,
// NV_post_sub_buffer.
#pragma once

#include "driver/egl/egl_objects.h"

namespace driver::egl {

// Reads the attributes of a window or pixmap into the surface, which has its kind and config.
template <typename Value>
Failure read_attributes(const Value* attributes, SurfaceObject& surface);

// Those of a pbuffer; returns its size.
Outcome<Size> read_pbuffer_attributes(const EGLint* attributes, SurfaceObject& surface);

// The buffers of a surface: its config's, as its attributes say.
glapi::BufferConfig buffers_of(const SurfaceObject& surface);

}  // namespace driver::egl
