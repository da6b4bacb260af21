// SHADER_BINARY_FORMATS.
#pragma once

#include <array>
#include <span>

#include "glapi/generated/gl.h"

namespace glapi {

// Modules of SPIR-V (ARB_gl_spirv); OpenGL ES has no formats.
inline std::span<const GLenum> shader_binary_formats(bool is_es) {
    static constexpr std::array<GLenum, 1> formats{GL_SHADER_BINARY_FORMAT_SPIR_V};
    return is_es ? std::span<const GLenum>() : formats;
}

}  // namespace glapi
