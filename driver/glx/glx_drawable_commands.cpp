// Windows, pixmaps, pbuffers, swapping and synchronization: GLX 1.4 sections 3.3.4 to 3.3.10 and 3.4.2, SGIX_pbuffer,
// MESA_copy_sub_buffer.
#include <algorithm>
#include <cstdlib>
#include <new>

#include "driver/glx/glx_config.h"
#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_pixmap_texture.h"
#include "driver/glx/glx_requests.h"
#include "driver/present/memory_surface.h"
#include "driver/present/x11_surface.h"
#include "driver/public.h"
#include "runtime/threads/application_shield.h"

using namespace driver::glx;
using driver::FrameConfig;

namespace {

// Adds a drawable under an identifier of its own.
XID add(DisplayState& state, int screen, GlxDrawable&& drawable) {
    drawable.swaps = std::make_unique<driver::SwapSchedule>(state.screens[size_t(screen)].x11.refresh);
    drawable.id = xcb_generate_id(*state.connection);
    const XID id = drawable.id;
    state.drawables[id] = std::make_shared<GlxDrawable>(std::move(drawable));
    return id;
}

unsigned drawable_type(DrawableKind kind) {
    switch (kind) {
        case DrawableKind::XWindow:
        case DrawableKind::GlxWindow: return GLX_WINDOW_BIT;
        case DrawableKind::Pixmap: return GLX_PIXMAP_BIT;
        case DrawableKind::Pbuffer: return GLX_PBUFFER_BIT;
    }
    return 0;
}

XID create_pixmap(Display* dpy, const FrameConfig* config, int screen, Pixmap pixmap, bool exact_depth, int request,
                  const int* attributes = nullptr) {
    Failure failure;
    XID id = None;
    try {
        const std::lock_guard lock(objects_mutex());
        DisplayState* state = display_state(dpy);
        if (!state) return None;
        const auto geometry = driver::query_geometry(*state->connection, uint32_t(pixmap));
        GlxDrawable drawable;
        if (!geometry.valid) {
            failure.core(BadPixmap, pixmap);
        } else if (geometry.root != state->screens[size_t(screen)].x11.screen->root ||
                   (exact_depth ? geometry.depth != config->visual_depth
                                : !driver::same_pixels(geometry.depth, config->visual_depth))) {
            // glXCreatePixmap asks for nothing but room for the colour buffer, which depths 24 and 32 have alike.
            failure.core(BadMatch, pixmap);
        } else if (read_texture_attributes(attributes, *config, geometry, drawable.texture, failure); !failure.failed) {
            drawable.kind = DrawableKind::Pixmap;
            drawable.native = uint32_t(pixmap);
            drawable.config = config;
            auto surface = std::make_shared<driver::X11Surface>(config->buffers, state->connection, drawable.native,
                                                                driver::X11Surface::Kind::Pixmap, geometry.depth);
            surface->require_front();
            drawable.surface = std::move(surface);
            id = add(*state, screen, std::move(drawable));
        }
    } catch (const std::bad_alloc&) {
        failure.core(BadAlloc, pixmap);
    }
    failure.send(dpy, request);
    return id;
}

XID create_pbuffer(Display* dpy, GLXFBConfig handle, int width, int height, bool largest, bool preserved) {
    Failure failure;
    XID id = None;
    try {
        const std::lock_guard lock(objects_mutex());
        DisplayState* state = display_state(dpy);
        if (!state) return None;
        int screen = 0;
        const FrameConfig* config = state->config_from_handle(handle, &screen);
        const bool too_large = width > driver::max_pbuffer_width || height > driver::max_pbuffer_height;
        if (!config) {
            failure.glx(GlxError::GlxBadFBConfig, 0);
        } else if (width < 0 || height < 0) {
            failure.core(BadValue, XID(width < 0 ? width : height));
        } else if (too_large && !largest) {
            failure.core(BadAlloc, 0);
        } else {
            GlxDrawable drawable;
            drawable.kind = DrawableKind::Pbuffer;
            drawable.config = config;
            drawable.preserved = preserved;
            drawable.largest = largest;
            drawable.surface =
                std::make_shared<driver::MemorySurface>(config->buffers, std::min(width, driver::max_pbuffer_width),
                                                        std::min(height, driver::max_pbuffer_height));
            id = add(*state, screen, std::move(drawable));
        }
    } catch (const std::bad_alloc&) {
        failure.core(BadAlloc, 0);
    }
    failure.send(dpy, create_pbuffer_request);
    return id;
}

// Destroys a drawable of one kind; its surface lives on while it is current.
void destroy(Display* dpy, XID id, DrawableKind kind, GlxError error, int request) {
    Failure failure;
    {
        const std::lock_guard lock(objects_mutex());
        DisplayState* state = display_state(dpy);
        if (!state) return;
        const auto drawable = find_drawable(state, id);
        if (!drawable || drawable->kind != kind) {
            failure.glx(error, id);
        } else {
            drawable->swaps->close();
            if (drawable->texture.contents) drawable->texture.contents->stop();
            state->drawables.erase(id);
            // A GLX window ends with its X window.
            if (kind == DrawableKind::GlxWindow && !driver::query_window_visual(*state->connection, drawable->native))
                failure.glx(error, id);
        }
    }
    failure.send(dpy, request);
}

}  // namespace

ASMGL_PUBLIC GLXWindow glXCreateWindow(Display* dpy, GLXFBConfig config, Window win, const int*) {
    Failure failure;
    XID id = None;
    try {
        const std::lock_guard lock(objects_mutex());
        DisplayState* state = display_state(dpy);
        if (!state) return None;
        int screen = 0;
        const FrameConfig* frame = state->config_from_handle(config, &screen);
        const xcb_visualid_t visual = driver::query_window_visual(*state->connection, uint32_t(win));
        const bool taken = std::any_of(state->drawables.begin(), state->drawables.end(), [&](const auto& entry) {
            return entry.second->kind == DrawableKind::GlxWindow && entry.second->native == win;
        });
        if (!frame) {
            failure.glx(GlxError::GlxBadFBConfig, 0);
        } else if (!visual) {
            failure.core(BadWindow, win);
        } else if (state->screens[size_t(screen)].x11.depth_of(visual) != frame->visual_depth) {
            failure.core(BadMatch, win);
        } else if (taken) {
            failure.core(BadAlloc, win);
        } else {
            GlxDrawable drawable;
            drawable.kind = DrawableKind::GlxWindow;
            drawable.native = uint32_t(win);
            drawable.config = frame;
            drawable.surface =
                std::make_shared<driver::X11Surface>(frame->buffers, state->connection, drawable.native,
                                                     driver::X11Surface::Kind::Window, frame->visual_depth);
            id = add(*state, screen, std::move(drawable));
        }
    } catch (const std::bad_alloc&) {
        failure.core(BadAlloc, win);
    }
    failure.send(dpy, create_window_request);
    return id;
}

ASMGL_PUBLIC void glXDestroyWindow(Display* dpy, GLXWindow window) {
    destroy(dpy, window, DrawableKind::GlxWindow, GlxError::GlxBadWindow, destroy_window_request);
}

ASMGL_PUBLIC GLXPixmap glXCreatePixmap(Display* dpy, GLXFBConfig config, Pixmap pixmap, const int* attrib_list) {
    const FrameConfig* frame = nullptr;
    int screen = 0;
    {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        if (!state) return None;
        frame = state->config_from_handle(config, &screen);
    }
    if (!frame) {
        report(dpy, GlxError::GlxBadFBConfig, 0, create_pixmap_request);
        return None;
    }
    return create_pixmap(dpy, frame, screen, pixmap, false, create_pixmap_request, attrib_list);
}

ASMGL_PUBLIC GLXPixmap glXCreateGLXPixmapWithConfigSGIX(Display* dpy, GLXFBConfigSGIX config, Pixmap pixmap) {
    return glXCreatePixmap(dpy, config, pixmap, nullptr);
}

ASMGL_PUBLIC GLXPixmap glXCreateGLXPixmap(Display* dpy, XVisualInfo* visual, Pixmap pixmap) {
    const FrameConfig* frame = nullptr;
    {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        if (!state) return None;
        frame = state->config_from_visual(visual);
    }
    if (!frame) {
        report_core(dpy, BadValue, visual ? visual->visualid : 0, create_glx_pixmap_request);
        return None;
    }
    return create_pixmap(dpy, frame, visual->screen, pixmap, true, create_glx_pixmap_request);
}

ASMGL_PUBLIC void glXDestroyPixmap(Display* dpy, GLXPixmap pixmap) {
    destroy(dpy, pixmap, DrawableKind::Pixmap, GlxError::GlxBadPixmap, destroy_pixmap_request);
}

ASMGL_PUBLIC void glXDestroyGLXPixmap(Display* dpy, GLXPixmap pixmap) {
    destroy(dpy, pixmap, DrawableKind::Pixmap, GlxError::GlxBadPixmap, destroy_glx_pixmap_request);
}

ASMGL_PUBLIC GLXPbuffer glXCreatePbuffer(Display* dpy, GLXFBConfig config, const int* attribList) {
    int width = 0, height = 0;
    bool largest = false, preserved = true;
    for (const int* a = attribList; a && *a != None; a += 2) {
        switch (a[0]) {
            case GLX_PBUFFER_WIDTH: width = a[1]; break;
            case GLX_PBUFFER_HEIGHT: height = a[1]; break;
            case GLX_LARGEST_PBUFFER: largest = a[1] != 0; break;
            case GLX_PRESERVED_CONTENTS: preserved = a[1] != 0; break;
            default: break;
        }
    }
    return create_pbuffer(dpy, config, width, height, largest, preserved);
}

ASMGL_PUBLIC void glXDestroyPbuffer(Display* dpy, GLXPbuffer pbuf) {
    destroy(dpy, pbuf, DrawableKind::Pbuffer, GlxError::GlxBadPbuffer, destroy_pbuffer_request);
}

ASMGL_PUBLIC GLXPbufferSGIX glXCreateGLXPbufferSGIX(Display* dpy, GLXFBConfigSGIX config, unsigned int width,
                                                    unsigned int height, int* attrib_list) {
    bool largest = false, preserved = true;
    for (const int* a = attrib_list; a && *a != None; a += 2) {
        if (a[0] == GLX_LARGEST_PBUFFER_SGIX) largest = a[1] != 0;
        if (a[0] == GLX_PRESERVED_CONTENTS_SGIX) preserved = a[1] != 0;
    }
    return create_pbuffer(dpy, config, int(width), int(height), largest, preserved);
}

ASMGL_PUBLIC void glXDestroyGLXPbufferSGIX(Display* dpy, GLXPbufferSGIX pbuf) { glXDestroyPbuffer(dpy, pbuf); }

ASMGL_PUBLIC void glXQueryDrawable(Display* dpy, GLXDrawable draw, int attribute, unsigned int* value) {
    bool window = false;
    const auto drawable = drawable_or_window(dpy, draw, get_drawable_attributes_request, &window);
    if ((!drawable && !window) || !value) return;
    uint32_t width = 0, height = 0;
    int interval = drawable ? drawable->swaps->interval() : 1;
    if (drawable && drawable->kind == DrawableKind::Pbuffer) {
        width = uint32_t(drawable->surface->width());
        height = uint32_t(drawable->surface->height());
    } else {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        const auto geometry = driver::query_geometry(*state->connection, drawable ? drawable->native : uint32_t(draw));
        width = geometry.width;
        height = geometry.height;
        if (const auto early = state->early_intervals.find(draw); !drawable && early != state->early_intervals.end())
            interval = early->second;
    }
    switch (attribute) {
        case GLX_WIDTH: *value = width; break;
        case GLX_HEIGHT: *value = height; break;
        case GLX_PRESERVED_CONTENTS: *value = drawable && drawable->preserved; break;
        case GLX_LARGEST_PBUFFER: *value = drawable && drawable->largest; break;
        case GLX_FBCONFIG_ID: *value = drawable && drawable->config ? uint32_t(drawable->config->id) : 0; break;
        case GLX_EVENT_MASK: *value = drawable ? uint32_t(drawable->event_mask) : 0; break;
        case GLX_SWAP_INTERVAL_EXT: *value = unsigned(std::abs(interval)); break;
        case GLX_MAX_SWAP_INTERVAL_EXT: *value = driver::max_swap_interval; break;
        case GLX_TEXTURE_FORMAT_EXT: *value = drawable ? unsigned(drawable->texture.format) : 0; break;
        case GLX_TEXTURE_TARGET_EXT: *value = drawable ? unsigned(drawable->texture.target) : 0; break;
        case GLX_MIPMAP_TEXTURE_EXT: *value = drawable && drawable->texture.mipmaps; break;
        case GLX_LATE_SWAPS_TEAR_EXT: *value = interval < 0; break;
        case GLX_DRAWABLE_TYPE: *value = drawable ? drawable_type(drawable->kind) : GLX_WINDOW_BIT; break;
        case GLX_BACK_BUFFER_AGE_EXT:
            if (!drawable || (drawable != current().draw_object && drawable != current().read_object))
                report(dpy, GlxError::GlxBadDrawable, draw, get_drawable_attributes_request);
            else
                *value = drawable->surface->config().double_buffered ? unsigned(drawable->surface->buffer_age()) : 0;
            break;
        default: break;
    }
}

ASMGL_PUBLIC void glXQueryGLXPbufferSGIX(Display* dpy, GLXPbufferSGIX pbuf, int attribute, unsigned int* value) {
    glXQueryDrawable(dpy, pbuf, attribute, value);
}

ASMGL_PUBLIC void glXSelectEvent(Display* dpy, GLXDrawable draw, unsigned long event_mask) {
    bool window = false;
    if (const auto drawable = drawable_or_window(dpy, draw, change_drawable_attributes_request, &window))
        drawable->event_mask = event_mask;
}

ASMGL_PUBLIC void glXGetSelectedEvent(Display* dpy, GLXDrawable draw, unsigned long* event_mask) {
    bool window = false;
    const auto drawable = drawable_or_window(dpy, draw, get_drawable_attributes_request, &window);
    if (event_mask) *event_mask = drawable ? drawable->event_mask : 0;
}

ASMGL_PUBLIC void glXSelectEventSGIX(Display* dpy, GLXDrawable drawable, unsigned long mask) {
    glXSelectEvent(dpy, drawable, mask);
}

ASMGL_PUBLIC void glXGetSelectedEventSGIX(Display* dpy, GLXDrawable drawable, unsigned long* mask) {
    glXGetSelectedEvent(dpy, drawable, mask);
}

ASMGL_PUBLIC void glXSwapBuffers(Display* dpy, GLXDrawable draw) {
    const runtime::ApplicationShield shield;
    Current& mine = current();
    std::shared_ptr<GlxDrawable> drawable;
    if (mine.context && mine.display == dpy && mine.draw == draw) {
        drawable = mine.draw_object;
    } else {
        bool window = false;
        drawable = drawable_or_window(dpy, draw, swap_buffers_request, &window);
    }
    if (!drawable || !drawable->config->buffers.double_buffered) return;
    try {
        glapi::finish_frame(*drawable->surface);
        if (shown_on_screen(*drawable)) drawable->swaps->await_turn();
        drawable->surface->swap({});
        drawable->swaps->count_swap();
    } catch (const std::bad_alloc&) {
        report_core(dpy, BadAlloc, draw, swap_buffers_request);
    }
}

ASMGL_PUBLIC void glXCopySubBufferMESA(Display* dpy, GLXDrawable draw, int x, int y, int width, int height) {
    const runtime::ApplicationShield shield;
    bool window = false;
    const auto drawable = drawable_or_window(dpy, draw, swap_buffers_request, &window);
    if (!drawable || !drawable->config->buffers.double_buffered) return;
    glapi::finish_frame(*drawable->surface);
    drawable->surface->show_region(x, y, width, height);
}

ASMGL_PUBLIC void glXWaitGL() {
    const runtime::ApplicationShield shield;
    Current& mine = current();
    if (!mine.context) return;
    glapi::finish_current();
    if (mine.draw_object && mine.draw_object->kind == DrawableKind::Pixmap) mine.draw_object->surface->flush_front();
}

ASMGL_PUBLIC void glXWaitX() {
    const runtime::ApplicationShield shield;
    Current& mine = current();
    if (!mine.context || !mine.display) return;
    XSync(mine.display, False);
    if (mine.draw_object) mine.draw_object->surface->read_native();
    if (mine.read_object && mine.read_object != mine.draw_object) mine.read_object->surface->read_native();
}
