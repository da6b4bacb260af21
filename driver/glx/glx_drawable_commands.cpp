// Windows, pixmaps, pbuffers, swapping and synchronization: GLX 1.4 sections 3.3.4 to 3.3.10 and 3.4.2, SGIX_pbuffer,
// MESA_copy_sub_buffer.
#include <algorithm>
#include <cstdlib>
#include <new>

#include "driver/glx/glx_config.h"
#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_pbuffer_attributes.h"
#include "driver/glx/glx_pixmap_texture.h"
#include "driver/glx/glx_requests.h"
#include "driver/present/memory_surface.h"
#include "driver/present/x11_surface.h"
#include "driver/public.h"
#include "ir/check.h"
#include "runtime/threads/application_shield.h"

using namespace driver::glx;
using driver::FrameConfig;

namespace {

// Adds a drawable under an identifier of its own.
XID add(DisplayState& state, int screen, GlxDrawable&& drawable) {
    drawable.swaps = std::make_unique<driver::SwapSchedule>(state.screens[static_cast<size_t>(screen)].x11.refresh);
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

// The mutex is held.
Outcome<XID> create_pixmap(DisplayState& state, const FrameConfig& config, int screen, Pixmap pixmap, bool exact_depth,
                           const int* attributes = nullptr) {
    ASMGL_CHECK(objects_mutex().held());
    const auto geometry = driver::query_geometry(*state.connection, static_cast<uint32_t>(pixmap));
    if (!geometry.valid) return Failure::core(BadPixmap, pixmap);
    // glXCreatePixmap asks for nothing but room for the colour buffer, which depths 24 and 32 have alike.
    const bool same_depth =
        exact_depth ? geometry.depth == config.visual_depth : driver::same_pixels(geometry.depth, config.visual_depth);
    if (geometry.root != state.screens[static_cast<size_t>(screen)].x11.screen->root || !same_depth)
        return Failure::core(BadMatch, pixmap);
    auto texture = read_texture_attributes(attributes, config, geometry);
    if (texture.failure()) return texture.failure();
    GlxDrawable drawable;
    drawable.texture = std::move(texture).value();
    drawable.kind = DrawableKind::Pixmap;
    drawable.native = static_cast<uint32_t>(pixmap);
    drawable.config = &config;
    drawable.surface = std::make_shared<driver::X11Surface>(config.buffers, state.connection, drawable.native,
                                                            driver::X11Surface::Kind::Pixmap, geometry.depth);
    drawable.surface->require_front();
    return add(state, screen, std::move(drawable));
}

XID create_pbuffer(Display* dpy, GLXFBConfig handle, const PbufferAttributes& wanted) {
    return with_display(dpy, None,
                        [&](DisplayState& state) -> Outcome<XID> {
                            int screen = 0;
                            const FrameConfig* const config = state.config_from_handle(handle, &screen);
                            if (!config) return Failure::glx(GlxError::GlxBadFBConfig);
                            const auto size = pbuffer_size(wanted);
                            if (size.failure()) return size.failure();
                            GlxDrawable drawable;
                            drawable.kind = DrawableKind::Pbuffer;
                            drawable.config = config;
                            drawable.preserved = wanted.preserved;
                            drawable.largest = wanted.largest;
                            drawable.surface = std::make_shared<driver::MemorySurface>(
                                config->buffers, size.value().width, size.value().height);
                            return add(state, screen, std::move(drawable));
                        })
        .or_send(dpy, create_pbuffer_request);
}

// Destroys a drawable of one kind; its surface lives on while it is current.
void destroy(Display* dpy, XID id, DrawableKind kind, GlxError error, int request) {
    with_display(dpy, id, [&](DisplayState& state) -> Failure {
        const auto drawable = find_drawable(&state, id);
        if (!drawable || drawable->kind != kind) return Failure::glx(error, id);
        drawable->swaps->close();
        if (drawable->texture.contents) drawable->texture.contents->stop();
        state.drawables.erase(id);
        // A GLX window ends with its X window.
        if (kind == DrawableKind::GlxWindow && !driver::query_window_visual(*state.connection, drawable->native))
            return Failure::glx(error, id);
        return {};
    }).send(dpy, request);
}

}  // namespace

ASMGL_PUBLIC GLXWindow glXCreateWindow(Display* dpy, GLXFBConfig config, Window win, const int*) {
    return with_display(dpy, win,
                        [&](DisplayState& state) -> Outcome<XID> {
                            int screen = 0;
                            const FrameConfig* const frame = state.config_from_handle(config, &screen);
                            if (!frame) return Failure::glx(GlxError::GlxBadFBConfig);
                            const xcb_visualid_t visual =
                                driver::query_window_visual(*state.connection, static_cast<uint32_t>(win));
                            if (!visual) return Failure::core(BadWindow, win);
                            if (state.screens[static_cast<size_t>(screen)].x11.depth_of(visual) != frame->visual_depth)
                                return Failure::core(BadMatch, win);
                            const bool taken = std::ranges::any_of(state.drawables, [&](const auto& entry) {
                                return entry.second->kind == DrawableKind::GlxWindow && entry.second->native == win;
                            });
                            if (taken) return Failure::core(BadAlloc, win);
                            GlxDrawable drawable;
                            drawable.kind = DrawableKind::GlxWindow;
                            drawable.native = static_cast<uint32_t>(win);
                            drawable.config = frame;
                            drawable.surface = std::make_shared<driver::X11Surface>(
                                frame->buffers, state.connection, drawable.native, driver::X11Surface::Kind::Window,
                                frame->visual_depth);
                            return add(state, screen, std::move(drawable));
                        })
        .or_send(dpy, create_window_request);
}

ASMGL_PUBLIC void glXDestroyWindow(Display* dpy, GLXWindow window) {
    destroy(dpy, window, DrawableKind::GlxWindow, GlxError::GlxBadWindow, destroy_window_request);
}

ASMGL_PUBLIC GLXPixmap glXCreatePixmap(Display* dpy, GLXFBConfig config, Pixmap pixmap, const int* attrib_list) {
    return with_display(dpy, pixmap,
                        [&](DisplayState& state) -> Outcome<XID> {
                            int screen = 0;
                            const FrameConfig* const frame = state.config_from_handle(config, &screen);
                            if (!frame) return Failure::glx(GlxError::GlxBadFBConfig);
                            return create_pixmap(state, *frame, screen, pixmap, false, attrib_list);
                        })
        .or_send(dpy, create_pixmap_request);
}

ASMGL_PUBLIC GLXPixmap glXCreateGLXPixmapWithConfigSGIX(Display* dpy, GLXFBConfigSGIX config, Pixmap pixmap) {
    return glXCreatePixmap(dpy, config, pixmap, nullptr);
}

ASMGL_PUBLIC GLXPixmap glXCreateGLXPixmap(Display* dpy, XVisualInfo* visual, Pixmap pixmap) {
    return with_display(dpy, pixmap,
                        [&](DisplayState& state) -> Outcome<XID> {
                            const FrameConfig* const frame = state.config_from_visual(visual);
                            if (!frame) return Failure::core(BadValue, visual ? visual->visualid : 0);
                            return create_pixmap(state, *frame, visual->screen, pixmap, true);
                        })
        .or_send(dpy, create_glx_pixmap_request);
}

ASMGL_PUBLIC void glXDestroyPixmap(Display* dpy, GLXPixmap pixmap) {
    destroy(dpy, pixmap, DrawableKind::Pixmap, GlxError::GlxBadPixmap, destroy_pixmap_request);
}

ASMGL_PUBLIC void glXDestroyGLXPixmap(Display* dpy, GLXPixmap pixmap) {
    destroy(dpy, pixmap, DrawableKind::Pixmap, GlxError::GlxBadPixmap, destroy_glx_pixmap_request);
}

ASMGL_PUBLIC GLXPbuffer glXCreatePbuffer(Display* dpy, GLXFBConfig config, const int* attribList) {
    return create_pbuffer(dpy, config, read_pbuffer_attributes(attribList));
}

ASMGL_PUBLIC void glXDestroyPbuffer(Display* dpy, GLXPbuffer pbuf) {
    destroy(dpy, pbuf, DrawableKind::Pbuffer, GlxError::GlxBadPbuffer, destroy_pbuffer_request);
}

ASMGL_PUBLIC GLXPbufferSGIX glXCreateGLXPbufferSGIX(Display* dpy, GLXFBConfigSGIX config, unsigned int width,
                                                    unsigned int height, int* attrib_list) {
    PbufferAttributes wanted = read_pbuffer_attributes(attrib_list);
    wanted.width = static_cast<int>(width);
    wanted.height = static_cast<int>(height);
    return create_pbuffer(dpy, config, wanted);
}

ASMGL_PUBLIC void glXDestroyGLXPbufferSGIX(Display* dpy, GLXPbufferSGIX pbuf) { glXDestroyPbuffer(dpy, pbuf); }

ASMGL_PUBLIC void glXQueryDrawable(Display* dpy, GLXDrawable draw, int attribute, unsigned int* value) {
    const NamedDrawable named = drawable_or_window(dpy, draw, get_drawable_attributes_request);
    if (!named || !value) return;
    const auto& drawable = named.drawable;
    uint32_t width = 0, height = 0;
    int interval = drawable ? drawable->swaps->interval() : 1;
    if (drawable && drawable->kind == DrawableKind::Pbuffer) {
        width = static_cast<uint32_t>(drawable->surface->width());
        height = static_cast<uint32_t>(drawable->surface->height());
    } else {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        const auto geometry =
            driver::query_geometry(*state->connection, drawable ? drawable->native : static_cast<uint32_t>(draw));
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
        case GLX_FBCONFIG_ID:
            *value = drawable && drawable->config ? static_cast<uint32_t>(drawable->config->id) : 0;
            break;
        case GLX_EVENT_MASK: *value = drawable ? static_cast<uint32_t>(drawable->event_mask) : 0; break;
        case GLX_SWAP_INTERVAL_EXT: *value = static_cast<unsigned>(std::abs(interval)); break;
        case GLX_MAX_SWAP_INTERVAL_EXT: *value = driver::max_swap_interval; break;
        case GLX_TEXTURE_FORMAT_EXT: *value = drawable ? static_cast<unsigned>(drawable->texture.format) : 0; break;
        case GLX_TEXTURE_TARGET_EXT: *value = drawable ? static_cast<unsigned>(drawable->texture.target) : 0; break;
        case GLX_MIPMAP_TEXTURE_EXT: *value = drawable && drawable->texture.mipmaps; break;
        case GLX_LATE_SWAPS_TEAR_EXT: *value = interval < 0; break;
        case GLX_DRAWABLE_TYPE: *value = drawable ? drawable_type(drawable->kind) : GLX_WINDOW_BIT; break;
        case GLX_BACK_BUFFER_AGE_EXT:
            if (!drawable || (drawable != current().draw_object && drawable != current().read_object))
                Failure::glx(GlxError::GlxBadDrawable, draw).send(dpy, get_drawable_attributes_request);
            else
                *value = drawable->surface->config().double_buffered
                             ? static_cast<unsigned>(drawable->surface->buffer_age())
                             : 0;
            break;
        default: break;
    }
}

ASMGL_PUBLIC void glXQueryGLXPbufferSGIX(Display* dpy, GLXPbufferSGIX pbuf, int attribute, unsigned int* value) {
    glXQueryDrawable(dpy, pbuf, attribute, value);
}

ASMGL_PUBLIC void glXSelectEvent(Display* dpy, GLXDrawable draw, unsigned long event_mask) {
    if (const auto drawable = drawable_or_window(dpy, draw, change_drawable_attributes_request).drawable)
        drawable->event_mask = event_mask;
}

ASMGL_PUBLIC void glXGetSelectedEvent(Display* dpy, GLXDrawable draw, unsigned long* event_mask) {
    const auto drawable = drawable_or_window(dpy, draw, get_drawable_attributes_request).drawable;
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
        drawable = drawable_or_window(dpy, draw, swap_buffers_request).drawable;
    }
    if (!drawable || !drawable->config->buffers.double_buffered) return;
    try {
        glapi::finish_frame(*drawable->surface);
        if (shown_on_screen(*drawable)) drawable->swaps->await_turn();
        drawable->surface->swap({});
        drawable->swaps->count_swap();
    } catch (const std::bad_alloc&) {
        Failure::core(BadAlloc, draw).send(dpy, swap_buffers_request);
    }
}

ASMGL_PUBLIC void glXCopySubBufferMESA(Display* dpy, GLXDrawable draw, int x, int y, int width, int height) {
    const runtime::ApplicationShield shield;
    const auto drawable = drawable_or_window(dpy, draw, swap_buffers_request).drawable;
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
