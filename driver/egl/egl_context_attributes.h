// What a context is asked for: EGL 1.5 section 3.7.1, KHR_create_context(_no_error), EXT_create_context_robustness,
// IMG_context_priority.
#pragma once

#include "driver/egl/egl_failure.h"
#include "glapi/driver_interface.h"

namespace driver::egl {

// Reads the attributes of a context (3.7.1); `request` has its API.
Failure read_attributes(const EGLint* attributes, glapi::ContextRequest& request);

}  // namespace driver::egl
