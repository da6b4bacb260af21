// KHR_debug and ARB_debug_output.
#pragma once

#include <set>
#include <string>

#include "glapi/generated/gl.h"

namespace glapi {

struct Debug {
    std::set<std::string> said_once;  // commands reported as not implemented

    // Whether anybody would see the message of an error.
    bool wants_errors() const;
    void report_error(GLenum code, const char* text);
};

}  // namespace glapi
