// The counts that commands take: of names, of bytes.
#pragma once

#include <algorithm>
#include <cstddef>

#include "glapi/errors.h"

namespace glapi {

// False, after an error, where it is negative.
inline bool check_count(Errors& errors, GLsizei n) {
    if (n >= 0) return true;
    errors.error(GL_INVALID_VALUE, "count %d is negative", n);
    return false;
}

// The bytes of the caller's memory that may be written (bufSize): none where it is negative.
inline size_t room_of(GLsizei bytes) { return static_cast<size_t>(std::max(bytes, 0)); }

}  // namespace glapi
