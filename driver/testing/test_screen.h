// A screen that no server has, for tests of configs.
#pragma once

#include <vector>

#include "driver/configs/frame_config.h"

namespace driver {

inline constexpr xcb_visualid_t default_visual = 0x21, direct_visual = 0x22, server_visual = 0x23, alpha_visual = 0x60,
                                deep_visual = 0x70;

// What the server's GLX has for `server_visual`.
inline glapi::BufferConfig server_buffers() {
    glapi::BufferConfig buffers;
    buffers.double_buffered = false;
    buffers.alpha = 0;
    buffers.depth = buffers.stencil = 0;
    buffers.samples = 4;
    return buffers;
}

// Visuals of depth 24: the default visual, one of the server's GLX, a DirectColor one; one each of depths 32 and 30.
inline X11Screen test_screen() {
    X11Screen screen;
    screen.visuals = {{default_visual, 24, false, {}},
                      {server_visual, 24, false, server_buffers()},
                      {direct_visual, 24, true, {}},
                      {alpha_visual, 32, false, {}},
                      {deep_visual, 30, false, {}}};
    return screen;
}

// As GLX has them.
inline std::vector<FrameConfig> test_configs() {
    std::vector<FrameConfig> configs = screen_configs(test_screen());
    add_linear_configs(configs);
    return configs;
}

}  // namespace driver
