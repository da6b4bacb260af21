// What of an X11 screen presentation can use: its visuals and whether shared memory can be tried. Plain xcb, so that
// GLX over Xlib, EGL on Xlib displays and EGL on xcb connections share it, and no error ever reaches an application's
// Xlib error handler.
#pragma once

#include <cstdint>
#include <vector>
#include <xcb/xcb.h>

#include "driver/present/refresh_clock.h"

namespace driver {

struct X11Visual {
    xcb_visualid_t id = 0;
    uint8_t depth = 0;  // 24 or 32
};

struct X11Screen {
    xcb_connection_t* connection = nullptr;
    xcb_screen_t* screen = nullptr;
    int number = 0;
    // TrueColor visuals with eight bits each of red, green and blue in the order of Bgrx8Unorm, of depths 24 and 32,
    // the screen's default visual first. Empty where the server's byte order or pixel size is another.
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
