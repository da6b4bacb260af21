#pragma once

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

// Copies attribute groups between contexts of one share group (glXCopyContext).
void copy_attributes(Context& source, Context& destination, GLbitfield mask);

}  // namespace glapi
