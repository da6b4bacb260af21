#include "driver/present/x11_screen.h"

#include <algorithm>
#include <cstdlib>
#include <sys/socket.h>
#include <sys/un.h>
#include <xcb/shm.h>

#include "runtime/environment.h"

namespace driver {

uint8_t X11Screen::depth_of(xcb_visualid_t visual) const {
    for (const X11Visual& v : visuals)
        if (v.id == visual) return v.depth;
    return 0;
}

int screen_count(xcb_connection_t* connection) { return xcb_setup_roots_length(xcb_get_setup(connection)); }

X11Screen describe_screen(xcb_connection_t* connection, int number) {
    X11Screen result{connection, nullptr, number, {}, {}};
    const xcb_setup_t* setup = xcb_get_setup(connection);
    auto screens = xcb_setup_roots_iterator(setup);
    for (int i = 0; screens.rem && i < number; ++i) xcb_screen_next(&screens);
    if (!screens.rem) return result;
    result.screen = screens.data;
    result.refresh = refresh_clock_of(connection, result.screen->root);
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return result;

    const xcb_format_t* formats = xcb_setup_pixmap_formats(setup);
    const int format_count = xcb_setup_pixmap_formats_length(setup);
    for (auto depths = xcb_screen_allowed_depths_iterator(result.screen); depths.rem; xcb_depth_next(&depths)) {
        const uint8_t depth = depths.data->depth;
        if (depth != 24 && depth != 32) continue;
        const bool four_bytes = std::any_of(formats, formats + format_count, [&](const xcb_format_t& f) {
            return f.depth == depth && f.bits_per_pixel == 32;
        });
        if (!four_bytes) continue;
        for (auto visuals = xcb_depth_visuals_iterator(depths.data); visuals.rem; xcb_visualtype_next(&visuals)) {
            const xcb_visualtype_t& v = *visuals.data;
            if (v._class == XCB_VISUAL_CLASS_TRUE_COLOR && v.red_mask == 0xff0000 && v.green_mask == 0xff00 &&
                v.blue_mask == 0xff)
                result.visuals.push_back({v.visual_id, depth});
        }
    }
    std::stable_sort(result.visuals.begin(), result.visuals.end(), [&](const X11Visual& a, const X11Visual& b) {
        return (a.id == result.screen->root_visual) > (b.id == result.screen->root_visual);
    });
    return result;
}

bool shared_memory_possible(xcb_connection_t* connection) {
    if (runtime::environment().present == runtime::PresentWish::Put) return false;
    // A segment's number means something else on another machine, so the attach could even succeed there.
    sockaddr_storage peer{};
    socklen_t length = sizeof peer;
    if (getpeername(xcb_get_file_descriptor(connection), reinterpret_cast<sockaddr*>(&peer), &length) != 0 ||
        peer.ss_family != AF_UNIX)
        return false;
    const xcb_query_extension_reply_t* extension = xcb_get_extension_data(connection, &xcb_shm_id);
    return extension && extension->present;
}

X11Geometry query_geometry(xcb_connection_t* connection, xcb_drawable_t drawable) {
    X11Geometry result;
    xcb_generic_error_t* error = nullptr;
    if (auto* reply = xcb_get_geometry_reply(connection, xcb_get_geometry(connection, drawable), &error)) {
        result = {true, reply->width, reply->height, reply->depth, reply->root};
        std::free(reply);
    }
    std::free(error);
    return result;
}

xcb_visualid_t query_window_visual(xcb_connection_t* connection, xcb_window_t window) {
    xcb_visualid_t visual = 0;
    xcb_generic_error_t* error = nullptr;
    if (auto* reply =
            xcb_get_window_attributes_reply(connection, xcb_get_window_attributes(connection, window), &error)) {
        if (reply->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT) visual = reply->visual;
        std::free(reply);
    }
    std::free(error);
    return visual;
}

}  // namespace driver
