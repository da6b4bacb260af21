// The tokens of OpenGL ES 1.1 and of the extensions that its contexts report, by the registry.
#pragma once

#include "glapi/generated/gl.h"

namespace glapi {

bool is_es_token(GLenum token);

}  // namespace glapi
