// Rendering surfaces and posting: EGL 1.5 sections 3.5, 3.6 and 3.10.
#include <algorithm>
#include <new>

#include "driver/egl/egl_objects.h"
#include "driver/present/memory_surface.h"
#include "driver/present/x11_surface.h"
#include "driver/public.h"

using namespace driver::egl;
using driver::FrameConfig;

namespace {

EGLSurface add(DisplayObject& display, std::shared_ptr<SurfaceObject> surface) {
    surface->swaps = std::make_unique<driver::SwapSchedule>(display.x11.refresh);
    EGLSurface handle = surface.get();
    display.surfaces.insert(std::move(surface));
    return succeed(handle);
}

// Reads window and pixmap attributes; returns an error or EGL_SUCCESS.
template <typename Value>
EGLint read_attributes(const Value* attributes, SurfaceObject& surface) {
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2) {
        const EGLint value = EGLint(a[1]);
        switch (a[0]) {
            case EGL_RENDER_BUFFER:
                if (surface.kind != SurfaceKind::Window) return EGL_BAD_ATTRIBUTE;
                if (value != EGL_BACK_BUFFER && value != EGL_SINGLE_BUFFER) return EGL_BAD_ATTRIBUTE;
                surface.single_buffered = value == EGL_SINGLE_BUFFER;
                break;
            case EGL_GL_COLORSPACE:
                if (value == EGL_GL_COLORSPACE_SRGB) return EGL_BAD_MATCH;  // no window is sRGB-capable
                if (value != EGL_GL_COLORSPACE_LINEAR) return EGL_BAD_ATTRIBUTE;
                surface.colorspace = value;
                break;
            case EGL_VG_COLORSPACE:
                if (value != EGL_VG_COLORSPACE_sRGB) return EGL_BAD_MATCH;  // no config supports OpenVG
                break;
            case EGL_VG_ALPHA_FORMAT:
                if (value != EGL_VG_ALPHA_FORMAT_NONPRE) return EGL_BAD_MATCH;
                break;
            default: return EGL_BAD_ATTRIBUTE;
        }
    }
    return EGL_SUCCESS;
}

template <typename Value>
EGLSurface create_window(EGLDisplay dpy, EGLConfig config, uint32_t window, const Value* attributes) try {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_NO_SURFACE;
    const FrameConfig* frame = config_of(*display, config);
    if (!frame) return fail(EGL_BAD_CONFIG, EGL_NO_SURFACE);
    if (!frame->visual) return fail(EGL_BAD_MATCH, EGL_NO_SURFACE);
    auto object = std::make_shared<SurfaceObject>();
    object->kind = SurfaceKind::Window;
    if (const EGLint error = read_attributes(attributes, *object); error != EGL_SUCCESS)
        return fail(error, EGL_NO_SURFACE);
    if (!*display->connection) return fail(EGL_BAD_NATIVE_WINDOW, EGL_NO_SURFACE);
    const xcb_visualid_t visual = driver::query_window_visual(*display->connection, window);
    if (!visual) return fail(EGL_BAD_NATIVE_WINDOW, EGL_NO_SURFACE);
    if (display->x11.depth_of(visual) != frame->visual_depth) return fail(EGL_BAD_MATCH, EGL_NO_SURFACE);
    for (const auto& other : display->surfaces)
        if (other->kind == SurfaceKind::Window && other->native == window) return fail(EGL_BAD_ALLOC, EGL_NO_SURFACE);
    object->display = display;
    object->config = frame;
    object->native = window;
    glapi::BufferConfig buffers = frame->buffers;
    buffers.double_buffered = !object->single_buffered;
    object->surface = std::make_shared<driver::X11Surface>(buffers, display->connection, window,
                                                           driver::X11Surface::Kind::Window, frame->visual_depth);
    return add(*display, std::move(object));
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_NO_SURFACE);
}

template <typename Value>
EGLSurface create_pixmap(EGLDisplay dpy, EGLConfig config, uint32_t pixmap, const Value* attributes) try {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_NO_SURFACE;
    const FrameConfig* frame = config_of(*display, config);
    if (!frame) return fail(EGL_BAD_CONFIG, EGL_NO_SURFACE);
    if (!frame->visual) return fail(EGL_BAD_MATCH, EGL_NO_SURFACE);
    auto object = std::make_shared<SurfaceObject>();
    object->kind = SurfaceKind::Pixmap;
    if (const EGLint error = read_attributes(attributes, *object); error != EGL_SUCCESS)
        return fail(error, EGL_NO_SURFACE);
    if (!*display->connection) return fail(EGL_BAD_NATIVE_PIXMAP, EGL_NO_SURFACE);
    const auto geometry = driver::query_geometry(*display->connection, pixmap);
    if (!geometry.valid) return fail(EGL_BAD_NATIVE_PIXMAP, EGL_NO_SURFACE);
    if (geometry.depth != frame->visual_depth) return fail(EGL_BAD_MATCH, EGL_NO_SURFACE);
    for (const auto& other : display->surfaces)
        if (other->kind == SurfaceKind::Pixmap && other->native == pixmap) return fail(EGL_BAD_ALLOC, EGL_NO_SURFACE);
    object->display = display;
    object->config = frame;
    object->native = pixmap;
    object->single_buffered = true;
    glapi::BufferConfig buffers = frame->buffers;
    buffers.double_buffered = false;
    object->surface = std::make_shared<driver::X11Surface>(buffers, display->connection, pixmap,
                                                           driver::X11Surface::Kind::Pixmap, geometry.depth);
    return add(*display, std::move(object));
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_NO_SURFACE);
}

}  // namespace

ASMGL_PUBLIC EGLSurface eglCreateWindowSurface(EGLDisplay dpy, EGLConfig config, EGLNativeWindowType win,
                                               const EGLint* attrib_list) {
    return create_window(dpy, config, uint32_t(win), attrib_list);
}

// The platforms' native windows are pointers here: to an Xlib Window (unsigned long) or to an xcb_window_t.
ASMGL_PUBLIC EGLSurface eglCreatePlatformWindowSurface(EGLDisplay dpy, EGLConfig config, void* native_window,
                                                       const EGLAttrib* attrib_list) {
    if (!native_window) return fail(EGL_BAD_NATIVE_WINDOW, EGL_NO_SURFACE);
    return create_window(dpy, config, *static_cast<const uint32_t*>(native_window), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformWindowSurfaceEXT(EGLDisplay dpy, EGLConfig config, void* native_window,
                                                          const EGLint* attrib_list) {
    if (!native_window) return fail(EGL_BAD_NATIVE_WINDOW, EGL_NO_SURFACE);
    return create_window(dpy, config, *static_cast<const uint32_t*>(native_window), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePixmapSurface(EGLDisplay dpy, EGLConfig config, EGLNativePixmapType pixmap,
                                               const EGLint* attrib_list) {
    return create_pixmap(dpy, config, uint32_t(pixmap), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformPixmapSurface(EGLDisplay dpy, EGLConfig config, void* native_pixmap,
                                                       const EGLAttrib* attrib_list) {
    if (!native_pixmap) return fail(EGL_BAD_NATIVE_PIXMAP, EGL_NO_SURFACE);
    return create_pixmap(dpy, config, *static_cast<const uint32_t*>(native_pixmap), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformPixmapSurfaceEXT(EGLDisplay dpy, EGLConfig config, void* native_pixmap,
                                                          const EGLint* attrib_list) {
    if (!native_pixmap) return fail(EGL_BAD_NATIVE_PIXMAP, EGL_NO_SURFACE);
    return create_pixmap(dpy, config, *static_cast<const uint32_t*>(native_pixmap), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePbufferSurface(EGLDisplay dpy, EGLConfig config, const EGLint* attrib_list) try {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_NO_SURFACE;
    const FrameConfig* frame = config_of(*display, config);
    if (!frame) return fail(EGL_BAD_CONFIG, EGL_NO_SURFACE);
    auto object = std::make_shared<SurfaceObject>();
    EGLint width = 0, height = 0;
    for (const EGLint* a = attrib_list; a && *a != EGL_NONE; a += 2) {
        const EGLint value = a[1];
        switch (a[0]) {
            case EGL_WIDTH: width = value; break;
            case EGL_HEIGHT: height = value; break;
            case EGL_LARGEST_PBUFFER: object->largest = value != EGL_FALSE; break;
            case EGL_GL_COLORSPACE:
                if (value == EGL_GL_COLORSPACE_SRGB) return fail(EGL_BAD_MATCH, EGL_NO_SURFACE);
                if (value != EGL_GL_COLORSPACE_LINEAR) return fail(EGL_BAD_ATTRIBUTE, EGL_NO_SURFACE);
                break;
            case EGL_TEXTURE_FORMAT:
            case EGL_TEXTURE_TARGET:
                // "EGL_BAD_MATCH if config does not support the texture format": OpenGL ES alone binds them.
                if (value == EGL_NO_TEXTURE) break;
                return fail(EGL_BAD_MATCH, EGL_NO_SURFACE);
            case EGL_MIPMAP_TEXTURE: object->mipmap_texture = value != EGL_FALSE; break;
            case EGL_VG_COLORSPACE:
            case EGL_VG_ALPHA_FORMAT: break;
            default: return fail(EGL_BAD_ATTRIBUTE, EGL_NO_SURFACE);
        }
    }
    if (width < 0 || height < 0) return fail(EGL_BAD_PARAMETER, EGL_NO_SURFACE);
    if (width > driver::max_pbuffer_width || height > driver::max_pbuffer_height) {
        if (!object->largest) return fail(EGL_BAD_ALLOC, EGL_NO_SURFACE);
        width = std::min(width, driver::max_pbuffer_width);
        height = std::min(height, driver::max_pbuffer_height);
    }
    object->display = display;
    object->config = frame;
    object->surface = std::make_shared<driver::MemorySurface>(frame->buffers, width, height);
    return add(*display, std::move(object));
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_NO_SURFACE);
}

ASMGL_PUBLIC EGLSurface eglCreatePbufferFromClientBuffer(EGLDisplay dpy, EGLenum, EGLClientBuffer, EGLConfig,
                                                         const EGLint*) {
    const std::lock_guard lock(objects_mutex());
    if (!checked_display(dpy)) return EGL_NO_SURFACE;
    return fail(EGL_BAD_PARAMETER, EGL_NO_SURFACE);  // the only buffers defined are OpenVG's
}

ASMGL_PUBLIC EGLBoolean eglDestroySurface(EGLDisplay dpy, EGLSurface surface) {
    std::shared_ptr<SurfaceObject> object;  // ends after the lock
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    object = surface_of(*display, surface);
    if (!object) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    display->surfaces.erase(object);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglSurfaceAttrib(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint value) {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    const auto object = surface_of(*display, surface);
    if (!object) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    switch (attribute) {
        case EGL_MIPMAP_LEVEL: return fail(EGL_BAD_PARAMETER, EGL_FALSE);  // needs OpenGL ES
        case EGL_MULTISAMPLE_RESOLVE:
            if (value == EGL_MULTISAMPLE_RESOLVE_BOX) return fail(EGL_BAD_MATCH, EGL_FALSE);  // no config has the bit
            if (value != EGL_MULTISAMPLE_RESOLVE_DEFAULT) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
            return succeed(EGL_TRUE);
        case EGL_SWAP_BEHAVIOR:
            // The buffer is preserved in any case; configs for memory only don't promise it.
            if (value != EGL_BUFFER_PRESERVED && value != EGL_BUFFER_DESTROYED)
                return fail(EGL_BAD_PARAMETER, EGL_FALSE);
            if (value == EGL_BUFFER_PRESERVED && !object->config->visual) return fail(EGL_BAD_MATCH, EGL_FALSE);
            object->swap_behavior = value;
            return succeed(EGL_TRUE);
        default: return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    }
}

ASMGL_PUBLIC EGLBoolean eglQuerySurface(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint* value) {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    const auto object = surface_of(*display, surface);
    if (!object) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    if (!value) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    const bool pbuffer = object->kind == SurfaceKind::Pbuffer;
    EGLint unused = 0;
    EGLint& pbuffer_value = pbuffer ? *value : unused;  // "not modified" for other surfaces
    switch (attribute) {
        case EGL_GL_COLORSPACE: *value = object->colorspace; break;
        case EGL_VG_ALPHA_FORMAT: *value = object->vg_alpha_format; break;
        case EGL_VG_COLORSPACE: *value = object->vg_colorspace; break;
        case EGL_CONFIG_ID: *value = object->config->id; break;
        case EGL_WIDTH:
        case EGL_HEIGHT: {
            int32_t width = object->surface->width(), height = object->surface->height();
            if (!pbuffer && *display->connection) {
                const auto geometry = driver::query_geometry(*display->connection, object->native);
                if (geometry.valid) {
                    width = geometry.width;
                    height = geometry.height;
                }
            }
            *value = attribute == EGL_WIDTH ? width : height;
            break;
        }
        case EGL_HORIZONTAL_RESOLUTION:
        case EGL_VERTICAL_RESOLUTION:
        case EGL_PIXEL_ASPECT_RATIO: *value = EGL_UNKNOWN; break;
        case EGL_LARGEST_PBUFFER: pbuffer_value = object->largest; break;
        case EGL_MIPMAP_TEXTURE: pbuffer_value = object->mipmap_texture; break;
        case EGL_MIPMAP_LEVEL: pbuffer_value = object->mipmap_level; break;
        case EGL_TEXTURE_FORMAT: pbuffer_value = object->texture_format; break;
        case EGL_TEXTURE_TARGET: pbuffer_value = object->texture_target; break;
        case EGL_MULTISAMPLE_RESOLVE: *value = object->multisample_resolve; break;
        case EGL_RENDER_BUFFER: *value = object->single_buffered ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER; break;
        case EGL_SWAP_BEHAVIOR: *value = object->swap_behavior; break;
        default: return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    }
    return succeed(EGL_TRUE);
}

// Section 3.6 is about OpenGL ES textures: no surface of ours is made for them.
static EGLBoolean bind_texture(EGLDisplay dpy, EGLSurface surface, EGLint buffer) {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    const auto object = surface_of(*display, surface);
    if (!object || object->kind != SurfaceKind::Pbuffer) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    if (buffer != EGL_BACK_BUFFER) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    return fail(EGL_BAD_MATCH, EGL_FALSE);
}

ASMGL_PUBLIC EGLBoolean eglBindTexImage(EGLDisplay dpy, EGLSurface surface, EGLint buffer) {
    return bind_texture(dpy, surface, buffer);
}

ASMGL_PUBLIC EGLBoolean eglReleaseTexImage(EGLDisplay dpy, EGLSurface surface, EGLint buffer) {
    return bind_texture(dpy, surface, buffer);
}

ASMGL_PUBLIC EGLBoolean eglSwapInterval(EGLDisplay dpy, EGLint interval) {
    const std::lock_guard lock(objects_mutex());
    if (!checked_display(dpy)) return EGL_FALSE;
    if (!thread().context) return fail(EGL_BAD_CONTEXT, EGL_FALSE);
    if (!thread().draw) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    thread().draw->swaps->set_interval(std::clamp(interval, 0, driver::max_swap_interval));
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglSwapBuffers(EGLDisplay dpy, EGLSurface surface) {
    std::shared_ptr<SurfaceObject> object;
    {
        const std::lock_guard lock(objects_mutex());
        DisplayObject* display = checked_display(dpy);
        if (!display) return EGL_FALSE;
        object = surface_of(*display, surface);
    }
    if (!object) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    // "If surface is not bound to the calling thread's current context": an error in EGL 1.5.
    if (object != thread().draw) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    if (object->kind != SurfaceKind::Window) {
        // "If surface is a single-buffered window, pixmap, or pbuffer surface, eglSwapBuffers has no effect."
        return succeed(EGL_TRUE);
    }
    glapi::finish_frame(*object->surface);
    if (!object->single_buffered) object->swaps->await_turn();
    object->surface->swap();
    if (object->surface->lost()) return fail(EGL_BAD_NATIVE_WINDOW, EGL_FALSE);
    return succeed(EGL_TRUE);
}

// Damage only helps where less than everything could be shown.
ASMGL_PUBLIC EGLBoolean eglSwapBuffersWithDamageKHR(EGLDisplay dpy, EGLSurface surface, const EGLint* rects,
                                                    EGLint n_rects) {
    if (n_rects < 0 || (n_rects > 0 && !rects)) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    return eglSwapBuffers(dpy, surface);
}

ASMGL_PUBLIC EGLBoolean eglSwapBuffersWithDamageEXT(EGLDisplay dpy, EGLSurface surface, const EGLint* rects,
                                                    EGLint n_rects) {
    return eglSwapBuffersWithDamageKHR(dpy, surface, rects, n_rects);
}

ASMGL_PUBLIC EGLBoolean eglCopyBuffers(EGLDisplay dpy, EGLSurface surface, EGLNativePixmapType target) try {
    std::shared_ptr<SurfaceObject> object;
    driver::X11Connection connection;
    {
        const std::lock_guard lock(objects_mutex());
        DisplayObject* display = checked_display(dpy);
        if (!display) return EGL_FALSE;
        object = surface_of(*display, surface);
        connection = display->connection;
    }
    if (!object) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    const auto geometry =
        connection && *connection ? driver::query_geometry(*connection, uint32_t(target)) : driver::X11Geometry{};
    if (!geometry.valid) return fail(EGL_BAD_NATIVE_PIXMAP, EGL_FALSE);
    const bool good_depth = object->config->visual_depth ? geometry.depth == object->config->visual_depth
                                                         : geometry.depth == 24 || geometry.depth == 32;
    if (!good_depth || geometry.width != object->surface->width() || geometry.height != object->surface->height())
        return fail(EGL_BAD_MATCH, EGL_FALSE);
    glapi::finish_frame(*object->surface);
    glapi::BufferConfig buffers = object->config->buffers;
    buffers.double_buffered = false;
    buffers.depth = buffers.stencil = 0;
    buffers.samples = 1;
    driver::X11Surface pixmap(buffers, connection, uint32_t(target), driver::X11Surface::Kind::Pixmap, geometry.depth);
    const auto& source = object->surface->back ? object->surface->back : object->surface->front;
    driver::copy_image(*source, *pixmap.front);
    pixmap.flush_front();
    return succeed(EGL_TRUE);
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_FALSE);
}
