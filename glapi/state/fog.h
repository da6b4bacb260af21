// Fog (GL 2.1 §3.10). FOG_BIT.
#pragma once

#include "glapi/generated/gl.h"
#include "glapi/state/matrix.h"

namespace glapi {

struct FogState {
    bool enabled = false;
    GLenum mode = GL_EXP;
    float density = 1, start = 0, end = 1, index = 0;
    Vector color;
    GLenum coordinate_source = GL_FRAGMENT_DEPTH;
    bool color_sum = false;  // ENABLE_BIT and FOG_BIT
    GLenum distance_mode = GL_EYE_PLANE_ABSOLUTE_NV;
};

}  // namespace glapi
