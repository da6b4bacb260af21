#include "driver/glx/glx_pbuffer_attributes.h"

#include <algorithm>

#include "driver/configs/frame_config.h"
#include "driver/surface.h"

namespace driver::glx {

PbufferAttributes read_pbuffer_attributes(const int* attributes) {
    static_assert(GLX_LARGEST_PBUFFER_SGIX == GLX_LARGEST_PBUFFER);
    static_assert(GLX_PRESERVED_CONTENTS_SGIX == GLX_PRESERVED_CONTENTS);
    PbufferAttributes result;
    for (const int* a = attributes; a && *a != None; a += 2) {
        switch (a[0]) {
            case GLX_PBUFFER_WIDTH: result.width = a[1]; break;
            case GLX_PBUFFER_HEIGHT: result.height = a[1]; break;
            case GLX_LARGEST_PBUFFER: result.largest = a[1] != 0; break;
            case GLX_PRESERVED_CONTENTS: result.preserved = a[1] != 0; break;
            default: break;
        }
    }
    return result;
}

Outcome<Size> pbuffer_size(const PbufferAttributes& wanted) {
    const int width = wanted.width, height = wanted.height;
    if (width < 0 || height < 0) return Failure::core(BadValue, static_cast<XID>(width < 0 ? width : height));
    const bool too_large = width > max_pbuffer_width || height > max_pbuffer_height;
    if (too_large && !wanted.largest) return Failure::core(BadAlloc);
    return Size{std::min(width, max_pbuffer_width), std::min(height, max_pbuffer_height)};
}

}  // namespace driver::glx
