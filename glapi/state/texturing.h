// Fixed-function texturing: environments, coordinate generation, enables (GL 2.1 §2.11.4, §3.8.13). The texture
// objects of the units are in objects/texture.h.
#pragma once

#include <array>

#include "glapi/generated/gl.h"
#include "glapi/state/limits.h"
#include "glapi/state/matrix.h"
#include "glapi/state/register_combiners.h"

namespace glapi {

struct TextureCombine {
    GLenum function_rgb = GL_MODULATE, function_alpha = GL_MODULATE;
    // The fourth of each: NV_texture_env_combine4.
    std::array<GLenum, 4> source_rgb{GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT, GL_ZERO};
    std::array<GLenum, 4> source_alpha{GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT, GL_ZERO};
    std::array<GLenum, 4> operand_rgb{GL_SRC_COLOR, GL_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_COLOR};
    std::array<GLenum, 4> operand_alpha{GL_SRC_ALPHA, GL_SRC_ALPHA, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA};
    float scale_rgb = 1, scale_alpha = 1;
    // BUMP_ENVMAP_ATI: which unit's coordinates are moved, and by which matrix: row by row.
    GLenum bump_target = GL_TEXTURE0;
    std::array<float, 4> bump_matrix{1, 0, 0, 1};
};

struct TextureGeneration {
    bool enabled = false;
    GLenum mode = GL_EYE_LINEAR;
    Vector object_plane, eye_plane;  // eye plane: in eye coordinates
};

struct FixedTextureUnit {
    FixedTextureUnit();

    bool texture_1d = false, texture_2d = false, texture_3d = false, cube_map = false, rectangle = false;
    bool external = false;  // OpenGL ES 1.1
    GLenum environment_mode = GL_MODULATE;
    Vector environment_color;
    TextureCombine combine;
    std::array<TextureGeneration, 4> generation;  // S, T, R, Q
    float lod_bias = 0;                           // TEXTURE_FILTER_CONTROL
    bool coordinate_replace = false;              // POINT_SPRITE; saved with POINT_BIT and TEXTURE_BIT
};

// TEXTURE_BIT, without the objects.
struct TexturingState {
    std::array<FixedTextureUnit, limits::MAX_TEXTURE_COORDS> units;
    RegisterCombiners combiners;
};

}  // namespace glapi
