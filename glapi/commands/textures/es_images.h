// Additional rules of OpenGL ES for pixels and formats of images.
#pragma once

#include "glapi/objects/textures/texture.h"
#include "glapi/resolve/resolve_framebuffer.h"

namespace glapi {

class Errors;
struct FramebufferState;
struct Version;

// EXT_sRGB names the pixels of unsized sRGB textures as it does these; others are what they are.
constexpr GLenum es_pixel_format(GLenum format) {
    return format == GL_SRGB ? GL_RGB : format == GL_SRGB_ALPHA ? GL_RGBA : format;
}

// The internal format that images of these pixels are stored in; false after an error. OpenGL ES converts nothing.
bool choose_es_format(Errors& errors, const Version& version, GLint& internal_format, GLenum format, GLenum type);
// Whether an image that these make can be rendered to, if its format can: `internal_format` as the application gave it.
bool is_es_attachable(GLint internal_format, GLenum type);
// Whether these pixels may change a part of an image of this format; false after an error.
bool check_es_pixels(Errors& errors, const InternalFormat& stored, GLenum format, GLenum type);
// Whether textures of this format, new ones or parts of them, are made from the colour buffer that is read; false after
// an error.
bool check_es_copy(Errors& errors, const FramebufferState& framebuffers, const ReadSource& source,
                   const InternalFormat& format, bool new_image);

}  // namespace glapi
