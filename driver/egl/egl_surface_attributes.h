// What a surface is asked for: EGL 1.5 sections 3.5.1 to 3.5.4, KHR_gl_colorspace, EXT_present_opaque,
// NV_post_sub_buffer.
#pragma once

#include "driver/egl/egl_objects.h"

namespace driver::egl {

// Attributes that all kinds of surfaces have: the colour space, and OpenVG's. True where it is one of them.
bool read_common_attribute(EGLint attribute, EGLint value, SurfaceObject& surface, EGLint& error);

// Reads window and pixmap attributes; returns an error or EGL_SUCCESS.
template <typename Value>
EGLint read_attributes(const Value* attributes, SurfaceObject& surface);

// What a pbuffer is as a texture must fit together and be one of the config's (3.5.3).
EGLint check_texture(const SurfaceObject& surface);

// The buffers of a surface: its config's, as its attributes say.
glapi::BufferConfig buffers_of(const SurfaceObject& surface);

}  // namespace driver::egl
