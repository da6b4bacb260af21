// Textures with contents that are computed, the same at each run.
#pragma once

#include "gl.h"

namespace bench {

constexpr int image_size = 1024;

// A new texture of this target and internal format, with all levels, bound; repeats where its target can.
GLuint make_texture(GLenum target, GLint format);

}  // namespace bench
