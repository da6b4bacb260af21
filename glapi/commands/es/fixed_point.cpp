#include "glapi/commands/es/fixed_point.h"

#include "glapi/commands/lists/compile.h"

namespace glapi {

float from_fixed(GLfixed value) { return static_cast<float>(value / 65536.0); }

GLfixed to_fixed(double value) {
    const double scaled = std::floor(value * 65536 + 0.5);
    if (!(scaled > INT32_MIN)) return std::isnan(value) ? 0 : INT32_MIN;
    return scaled >= INT32_MAX ? INT32_MAX : static_cast<GLfixed>(scaled);
}

namespace {

// Whether values of this parameter are enums or booleans.
bool is_choice(GLenum pname) {
    switch (pname) {
        case GL_FOG_MODE:
        case GL_LIGHT_MODEL_TWO_SIDE:
        case GL_TEXTURE_ENV_MODE:
        case GL_COMBINE_RGB:
        case GL_COMBINE_ALPHA:
        case GL_SRC0_RGB:
        case GL_SRC1_RGB:
        case GL_SRC2_RGB:
        case GL_SRC0_ALPHA:
        case GL_SRC1_ALPHA:
        case GL_SRC2_ALPHA:
        case GL_OPERAND0_RGB:
        case GL_OPERAND1_RGB:
        case GL_OPERAND2_RGB:
        case GL_OPERAND0_ALPHA:
        case GL_OPERAND1_ALPHA:
        case GL_OPERAND2_ALPHA:
        case GL_COORD_REPLACE:
        case GL_TEXTURE_GEN_MODE:
        case GL_TEXTURE_MIN_FILTER:
        case GL_TEXTURE_MAG_FILTER:
        case GL_TEXTURE_WRAP_S:
        case GL_TEXTURE_WRAP_T:
        case GL_GENERATE_MIPMAP: return true;
        default: return false;
    }
}

}  // namespace

float fixed_parameter(GLenum pname, GLfixed value) {
    return is_choice(pname) ? static_cast<float>(value) : from_fixed(value);
}

GLfixed parameter_in_fixed_point(GLenum pname, float value) {
    return is_choice(pname) ? static_cast<GLfixed>(value) : to_fixed(value);
}

FixedParameters::FixedParameters(GLenum pname, const GLfixed* values) {
    const int64_t count = lists::parameter_count(pname);
    for (int64_t i = 0; i < count; ++i) v[static_cast<size_t>(i)] = fixed_parameter(pname, values[i]);
}

}  // namespace glapi
