// What a context is asked for, beside the contexts it shares with: ARB_create_context(_profile, _no_error,
// _robustness), EXT_create_context_es2_profile, EXT_no_config_context.
#pragma once

#include "driver/configs/frame_config.h"
#include "driver/glx/glx_failure.h"
#include "glapi/driver_interface.h"

namespace driver::glx {

struct ContextAttributes {
    const FrameConfig* config = nullptr;
    int screen = 0;
    int render_type = GLX_RGBA_TYPE;
    bool direct = true;
    glapi::ContextRequest request;
};

// Reads the attributes of glXCreateContextAttribsARB into `wanted`, which has the config and its screen.
Failure read_attributes(const int* attributes, ContextAttributes& wanted);

}  // namespace driver::glx
