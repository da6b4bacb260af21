// Numbers in fixed point, 16.16 (OES_fixed_point, OpenGL ES 1.1). The commands that take them run the float commands:
// glapi/registry/forwarded_commands.py. Enums and booleans are passed as they are.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "glapi/generated/gl.h"

namespace glapi {

float from_fixed(GLfixed value);
// Rounded to nearest; what does not fit becomes the nearest that does, NaN zero.
GLfixed to_fixed(double value);

// Between fixed point and the floats that parameter `pname` has.
float fixed_parameter(GLenum pname, GLfixed value);
GLfixed parameter_in_fixed_point(GLenum pname, float value);

// As many floats as parameter `pname` has values.
struct FixedParameters {
    FixedParameters(GLenum pname, const GLfixed* values);
    std::array<float, 4> v{};
};

template <size_t count>
struct FixedArray {
    explicit FixedArray(const GLfixed* values) {
        for (size_t i = 0; i < count; ++i) v[i] = from_fixed(values[i]);
    }
    std::array<float, count> v;
};

// Asks `get` for floats; what it does not write, because of an error, stays.
template <typename Get>
void answer_in_fixed_point(GLenum pname, GLfixed* values, Get&& get) {
    constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();
    std::array<float, 4> v{unwritten, unwritten, unwritten, unwritten};
    get(v.data());
    for (size_t i = 0; i < v.size() && !std::isnan(v[i]); ++i) values[i] = parameter_in_fixed_point(pname, v[i]);
}

}  // namespace glapi
