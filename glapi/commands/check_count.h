// The count of names that a command takes or gives.
#pragma once

#include "glapi/context.h"

namespace glapi {

// False, after an error, where it is negative.
inline bool check_count(Context& context, const char* command, GLsizei n) {
    if (n >= 0) return true;
    context.error(GL_INVALID_VALUE, "%s: count %d is negative", command, n);
    return false;
}

}  // namespace glapi
