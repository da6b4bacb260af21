// KHR_debug and ARB_debug_output.
#pragma once

#include <set>
#include <string>

#include "glapi/generated/gl.h"

namespace glapi {

struct Debug {
    std::set<std::string> said_once;  // commands reported as not implemented
};

}  // namespace glapi
