#include "driver/present/x11_screen.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <xcb/glx.h>
#include <xcb/shm.h>

#include "runtime/environment/environment.h"

namespace driver {

namespace {

// What the server's GLX has for each visual of a screen.
std::map<xcb_visualid_t, glapi::BufferConfig> server_visuals(xcb_connection_t* connection, int screen) {
    std::map<xcb_visualid_t, glapi::BufferConfig> result;
    const xcb_query_extension_reply_t* extension = xcb_get_extension_data(connection, &xcb_glx_id);
    if (!extension || !extension->present) return result;
    xcb_generic_error_t* error = nullptr;
    auto* reply = xcb_glx_get_visual_configs_reply(
        connection, xcb_glx_get_visual_configs(connection, static_cast<uint32_t>(screen)), &error);
    std::free(error);
    if (!reply) return result;
    // The first values have fixed places (GLX 1.4 protocol, GetVisualConfigs), pairs of attributes and values follow.
    constexpr uint32_t alpha = 6, accumulation = 7, double_buffered = 11, depth = 14, stencil = 15, ordered = 18;
    constexpr uint32_t samples_attribute = 100001;
    const uint32_t* values = xcb_glx_get_visual_configs_property_list(reply);
    const uint32_t count = reply->num_properties;
    const uint32_t given = static_cast<uint32_t>(xcb_glx_get_visual_configs_property_list_length(reply));
    for (uint32_t i = 0; count >= ordered && i < reply->num_visuals && (i + 1) * count <= given; ++i, values += count) {
        glapi::BufferConfig buffers;
        buffers.alpha = static_cast<uint8_t>(values[alpha]);
        buffers.accumulation = static_cast<uint8_t>(values[accumulation]);
        buffers.double_buffered = values[double_buffered] != 0;
        buffers.depth = static_cast<uint8_t>(values[depth]);
        buffers.stencil = static_cast<uint8_t>(values[stencil]);
        for (uint32_t pair = ordered; pair + 1 < count; pair += 2)
            if (values[pair] == samples_attribute)
                buffers.samples = static_cast<uint8_t>(std::max(values[pair + 1], 1u));
        result[values[0]] = buffers;
    }
    std::free(reply);
    return result;
}

void report_unfit(int screen, const xcb_visualtype_t& visual, uint8_t depth, const char* reason) {
    if (!runtime::reports(runtime::DebugSubject::Driver)) return;
    std::fprintf(stderr, "asmgl: screen %d: visual 0x%x of depth %d (masks %x, %x, %x) has no configs: %s\n", screen,
                 static_cast<unsigned>(visual.visual_id), static_cast<int>(depth),
                 static_cast<unsigned>(visual.red_mask), static_cast<unsigned>(visual.green_mask),
                 static_cast<unsigned>(visual.blue_mask), reason);
}

// Why windows of a visual can't be drawn to; null where they can.
const char* misfit(const xcb_setup_t* setup, const xcb_visualtype_t& visual, uint8_t depth) {
    if (visual._class != XCB_VISUAL_CLASS_TRUE_COLOR && visual._class != XCB_VISUAL_CLASS_DIRECT_COLOR)
        return "it is neither TrueColor nor DirectColor";
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return "the server's byte order is big-endian";
    const PixelLayout* layout = pixel_layout(depth);
    if (!layout) return "its depth is none of 16, 24, 30 and 32";
    if (visual.red_mask != layout->red_mask || visual.green_mask != layout->green_mask ||
        visual.blue_mask != layout->blue_mask)
        return "its components lie elsewhere than in the usual places of its depth";
    const xcb_format_t* formats = xcb_setup_pixmap_formats(setup);
    const bool known_size =
        std::any_of(formats, formats + xcb_setup_pixmap_formats_length(setup), [&](const xcb_format_t& format) {
            return format.depth == depth && format.bits_per_pixel == layout->bits_per_pixel;
        });
    return known_size ? nullptr : "the server stores its pixels in another number of bytes";
}

}  // namespace

const PixelLayout* pixel_layout(uint8_t depth) {
    for (const PixelLayout& layout : pixel_layouts)
        if (layout.depth == depth) return &layout;
    return nullptr;
}

bool same_pixels(uint8_t depth, uint8_t other_depth) {
    const PixelLayout *one = pixel_layout(depth), *other = pixel_layout(other_depth);
    return one && other && one->red_mask == other->red_mask;
}

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

    const auto of_server = server_visuals(connection, number);
    for (auto depths = xcb_screen_allowed_depths_iterator(result.screen); depths.rem; xcb_depth_next(&depths)) {
        const uint8_t depth = depths.data->depth;
        for (auto visuals = xcb_depth_visuals_iterator(depths.data); visuals.rem; xcb_visualtype_next(&visuals)) {
            const xcb_visualtype_t& v = *visuals.data;
            if (const char* reason = misfit(setup, v, depth)) {
                report_unfit(number, v, depth, reason);
                continue;
            }
            X11Visual visual{v.visual_id, depth, v._class == XCB_VISUAL_CLASS_DIRECT_COLOR, {}};
            if (const auto known = of_server.find(v.visual_id); known != of_server.end())
                visual.server_buffers = known->second;
            result.visuals.push_back(visual);
        }
    }
    const auto rank = [&](const X11Visual& visual) {
        return visual.id == result.screen->root_visual ? 0 : visual.direct_color ? 2 : 1;
    };
    std::stable_sort(result.visuals.begin(), result.visuals.end(),
                     [&](const X11Visual& a, const X11Visual& b) { return rank(a) < rank(b); });
    return result;
}

bool shared_memory_possible(xcb_connection_t* connection) {
    if (runtime::environment().present == runtime::PresentSetting::Put) return false;
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
