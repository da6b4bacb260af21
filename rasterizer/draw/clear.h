// A clear as plain data.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/draw/framebuffer.h"
#include "rasterizer/draw/raster_state.h"
#include "runtime/execution/routine.h"

namespace rasterizer {

struct Clear {
    Framebuffer framebuffer;
    Rectangle area;                                               // already intersected with the scissor
    uint8_t color_buffers = 0;                                    // bit n: framebuffer.colors[n]
    std::array<runtime::Vector4, max_color_attachments> color{};  // float or integer bits, as the format wants
    std::array<uint8_t, max_color_attachments> color_mask{};      // bit 0 red …
    bool depth = false, stencil = false;
    double depth_value = 1;
    uint8_t stencil_value = 0, stencil_mask = 0xff;
};

}  // namespace rasterizer
