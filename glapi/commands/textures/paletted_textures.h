// OES_compressed_paletted_texture: a palette and indices into it, which are expanded when the image is given.
#pragma once

#include <array>

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

// What contexts of OpenGL ES list as COMPRESSED_TEXTURE_FORMATS.
inline constexpr std::array<GLenum, 10> paletted_formats{
    GL_PALETTE4_RGB8_OES,    GL_PALETTE4_RGBA8_OES,  GL_PALETTE4_R5_G6_B5_OES, GL_PALETTE4_RGBA4_OES,
    GL_PALETTE4_RGB5_A1_OES, GL_PALETTE8_RGB8_OES,   GL_PALETTE8_RGBA8_OES,    GL_PALETTE8_R5_G6_B5_OES,
    GL_PALETTE8_RGBA4_OES,   GL_PALETTE8_RGB5_A1_OES};

constexpr bool is_paletted(GLenum format) { return format - GL_PALETTE4_RGB8_OES < paletted_formats.size(); }

// CompressedTexImage2D with one of these formats. `level` is zero, or minus the number of further levels that follow.
void paletted_tex_image(Context& context, GLenum target, GLint level, GLenum internal_format, GLsizei width,
                        GLsizei height, GLint border, GLsizei size, const void* data);

}  // namespace glapi
