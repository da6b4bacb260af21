#include "glapi/window_framebuffer.h"

#include <algorithm>

namespace glapi {

void WindowFramebuffer::allocate_ancillary() {
    runtime::Extent extent{std::max(width_, 1), std::max(height_, 1), 1};
    bool has_depth = config_.depth != 0, has_stencil = config_.stencil != 0;
    depth_stencil = nullptr;
    multisample_color = nullptr;
    multisample_depth_stencil = nullptr;
    accumulation = nullptr;

    if (has_depth || has_stencil) {
        // One image serves both; a config without stencil still has its bits in memory, which nothing can reach.
        auto format = !has_depth ? runtime::Format::Stencil8 : runtime::Format::Depth24Stencil8;
        if (config_.samples > 1)
            multisample_depth_stencil = std::make_shared<runtime::Image>(format, extent, config_.samples);
        else
            depth_stencil = std::make_shared<runtime::Image>(format, extent);
    }
    if (config_.samples > 1) {
        const runtime::Format format = (back ? back : front)->format();
        multisample_color = std::make_shared<runtime::Image>(format, extent, config_.samples);
    }
}

}  // namespace glapi
