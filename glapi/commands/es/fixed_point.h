// Fixed point: 16 bits before the point, 16 behind (OES_fixed_point).
#pragma once

#include "glapi/generated/gl.h"

namespace glapi {

float from_fixed(GLfixed value);
GLfixed to_fixed(double value);  // the nearest; beyond the range: the last

}  // namespace glapi
