// The framebuffer configurations an X11 screen, or no screen, offers; GLXFBConfigs and EGLConfigs are pointers to them.
#pragma once

#include <cstdint>
#include <vector>

#include "driver/present/x11_screen.h"
#include "glapi/driver_interface.h"

namespace driver {

// A BufferConfig and where it can be shown.
struct FrameConfig {
    int32_t id = 0;  // from 1, unique per screen
    glapi::BufferConfig buffers;
    xcb_visualid_t visual = 0;  // 0: memory only
    uint8_t visual_depth = 0;
    bool direct_color = false;
    bool windows = false, pixmaps = false;  // what else than pbuffers can have it

    uint32_t native_format = 0;  // of windows, where these have no visuals

    bool operator==(const FrameConfig&) const = default;

    int32_t color_bits() const { return buffers.red + buffers.green + buffers.blue + buffers.alpha; }
    int32_t samples() const { return buffers.samples > 1 ? buffers.samples : 0; }
};

// The configs of a screen, the most useful first. Each visual has one with the buffers that the server's GLX has for
// it, since clients learn of these from others too (GDK keeps them in a property of the root window); what other
// combinations of buffers there are goes to the visual with the most similar ones.
std::vector<FrameConfig> screen_configs(const X11Screen& screen);
// The configs that pbuffers and windows of no screen have: of normalized colours of 8, 5 and 10 bits, then of floats.
std::vector<FrameConfig> memory_configs();
// Adds, for each of them that can draw in sRGB, one that can't: GLX_ARB_framebuffer_sRGB compares exactly. (Surfaces of
// EGL choose it, whatever their config.)
void add_linear_configs(std::vector<FrameConfig>& configs);
// Adds float configs (for pbuffers only) to a screen's configs.
void add_float_configs(std::vector<FrameConfig>& configs);

}  // namespace driver
