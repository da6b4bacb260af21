// What a pbuffer is asked for: GLX 1.4 section 3.3.6, SGIX_pbuffer.
#pragma once

#include "driver/glx/glx_failure.h"
#include "driver/surface.h"

namespace driver::glx {

struct PbufferAttributes {
    int width = 0, height = 0;
    bool largest = false, preserved = true;
};
// Others than these are passed over, as servers do. SGIX_pbuffer's are the same tokens.
PbufferAttributes read_pbuffer_attributes(const int* attributes);

// The size that the pbuffer gets.
Outcome<Size> pbuffer_size(const PbufferAttributes& wanted);

}  // namespace driver::glx
