// Properties of an X11 screen for presentation: its visuals, and whether shared memory can be tried. Plain xcb, so that
// GLX over Xlib, EGL on Xlib displays and EGL on xcb connections share it, and no error ever reaches an application's
// Xlib error handler.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>
#include <xcb/xcb.h>

#include "driver/present/refresh_clock.h"
#include "glapi/driver_interface.h"

namespace driver {

struct X11Visual {
    xcb_visualid_t id = 0;
    uint8_t depth = 0;  // one of pixel_layouts
    bool direct_color = false;
    // What the server's own GLX has for windows of this visual; nothing where it has no GLX or doesn't offer the
    // visual.
    std::optional<glapi::BufferConfig> server_buffers;
};

// The layouts of pixels that can be presented, of one depth each: little-endian, with these masks.
struct PixelLayout {
    uint8_t depth, bits_per_pixel;
    uint32_t red_mask, green_mask, blue_mask;
    uint8_t red, green, blue;  // bits of each
};
inline constexpr PixelLayout pixel_layouts[] = {{24, 32, 0xff0000, 0xff00, 0xff, 8, 8, 8},
                                                {16, 16, 0xf800, 0x7e0, 0x1f, 5, 6, 5},
                                                {30, 32, 0x3ff00000, 0xffc00, 0x3ff, 10, 10, 10},
                                                {32, 32, 0xff0000, 0xff00, 0xff, 8, 8, 8}};
const PixelLayout* pixel_layout(uint8_t depth);
// Whether pixels of both depths have the same layout: they differ at most in a byte of alpha.
bool same_pixels(uint8_t depth, uint8_t other_depth);

struct X11Screen {
    xcb_connection_t* connection = nullptr;
    xcb_screen_t* screen = nullptr;
    int number = 0;
    // TrueColor and DirectColor visuals of known layouts: the screen's default visual first, then TrueColor ones.
    // ASMGL_DEBUG=driver reports why other visuals are not used.
    std::vector<X11Visual> visuals;
    RefreshClock refresh;

    uint8_t depth_of(xcb_visualid_t visual) const;  // 0: not one of `visuals`
};

X11Screen describe_screen(xcb_connection_t* connection, int number);
int screen_count(xcb_connection_t* connection);

// True where the server runs on this machine and speaks MIT-SHM, and ASMGL_PRESENT doesn't forbid it.
bool shared_memory_possible(xcb_connection_t* connection);

struct X11Geometry {
    bool valid = false;
    uint16_t width = 0, height = 0;
    uint8_t depth = 0;
    xcb_window_t root = 0;
};
X11Geometry query_geometry(xcb_connection_t* connection, xcb_drawable_t drawable);
// The visual of a window that can be drawn to; 0 for anything else (pixmaps, InputOnly windows, dead ones).
xcb_visualid_t query_window_visual(xcb_connection_t* connection, xcb_window_t window);

}  // namespace driver
