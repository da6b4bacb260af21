#pragma once

#include "ir/limits.h"

namespace glapi {

// Limits of the stages of GLSL programs: every uniform component that Get promises may take a register of its own.
inline arbasm::Limits shader_limits() {
    arbasm::Limits limits;
    limits.local_parameters = 4 * limits.parameters;
    limits.parameters += limits.local_parameters;
    return limits;
}

}  // namespace glapi
