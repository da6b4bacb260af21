// Which tokens kinds of contexts have, by the registry.
#pragma once

#include "glapi/generated/gl.h"

namespace glapi {

// Whether OpenGL ES 1.1 or an extension that its contexts report has the token.
bool is_es_token(GLenum token);
// Whether OpenGL ES 2.0 to 3.1 or an extension that its contexts report has the token.
bool is_es2_token(GLenum token);
// Removed from the core profile.
bool is_removed_token(GLenum token);

}  // namespace glapi
