// Rendering surfaces and posting: EGL 1.5 sections 3.5, 3.6 and 3.10.
#include <algorithm>
#include <vector>

#include "driver/egl/egl_checks.h"
#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/egl/egl_surface_attributes.h"
#include "driver/present/memory_surface.h"
#include "driver/public.h"

using namespace driver::egl;
using driver::FrameConfig;

namespace {

EGLSurface add(DisplayObject& display, std::shared_ptr<SurfaceObject> surface) {
    surface->swaps = std::make_unique<driver::SwapSchedule>(display.system->refresh());
    EGLSurface handle = surface.get();
    display.surfaces.insert(std::move(surface));
    return handle;
}

// The error that a command for windows or pixmaps gives.
Failure failure_of(driver::NativeError error, SurfaceKind kind) {
    switch (error) {
        case driver::NativeError::None: return EGL_SUCCESS;
        case driver::NativeError::NotThere:
            return kind == SurfaceKind::Window ? EGL_BAD_NATIVE_WINDOW : EGL_BAD_NATIVE_PIXMAP;
        case driver::NativeError::WrongConfig: return EGL_BAD_MATCH;
        case driver::NativeError::Taken: return EGL_BAD_ALLOC;
    }
    return EGL_SUCCESS;
}

// What the application gives for a window or a pixmap: its handle, or for the commands of EXT_platform_base a pointer
// that the display's window system reads.
struct Native {
    SurfaceKind kind;
    uintptr_t handle;
    bool pointed = false;
};

template <typename Value>
Outcome<EGLSurface> create_native(DisplayObject& display, EGLConfig config, const Native& native,
                                  const Value* attributes) {
    const FrameConfig* frame = config_of(display, config);
    if (!frame) return Failure(EGL_BAD_CONFIG);
    const bool window = native.kind == SurfaceKind::Window;
    if (!(window ? frame->windows : frame->pixmaps)) return Failure(EGL_BAD_MATCH);
    auto object = std::make_shared<SurfaceObject>();
    object->display = &display;
    object->config = frame;
    object->kind = native.kind;
    object->single_buffered = !window;
    if (window) object->swap_behavior = EGL_BUFFER_DESTROYED;
    if (const Failure failure = read_attributes(attributes, *object)) return failure;
    object->native =
        native.pointed ? display.system->pointed_handle(reinterpret_cast<void*>(native.handle)) : native.handle;
    for (const auto& other : display.surfaces)
        if (other->kind == native.kind && other->native == object->native) return Failure(EGL_BAD_ALLOC);
    const glapi::BufferConfig buffers = buffers_of(*object);
    driver::NativeSurface opened = window
                                       ? display.system->open_window(*frame, {buffers, object->opaque}, object->native)
                                       : display.system->open_pixmap(*frame, buffers, object->native);
    if (!opened.surface) return failure_of(opened.error, native.kind);
    object->surface = std::move(opened.surface);
    return add(display, std::move(object));
}

template <typename Value>
EGLSurface create_native(EGLDisplay dpy, EGLConfig config, const Native& native, const Value* attributes) {
    if (native.pointed && !native.handle)
        return fail(failure_of(driver::NativeError::NotThere, native.kind), EGL_NO_SURFACE);
    return with_display(dpy,
                        [&](DisplayObject& display) { return create_native(display, config, native, attributes); });
}

Native pointed(SurfaceKind kind, void* pointer) { return {kind, reinterpret_cast<uintptr_t>(pointer), true}; }

}  // namespace

ASMGL_PUBLIC EGLSurface eglCreateWindowSurface(EGLDisplay dpy, EGLConfig config, EGLNativeWindowType win,
                                               const EGLint* attrib_list) {
    const Call call(dpy);
    return create_native(dpy, config, {SurfaceKind::Window, static_cast<uintptr_t>(win)}, attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformWindowSurface(EGLDisplay dpy, EGLConfig config, void* native_window,
                                                       const EGLAttrib* attrib_list) {
    const Call call(dpy);
    return create_native(dpy, config, pointed(SurfaceKind::Window, native_window), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformWindowSurfaceEXT(EGLDisplay dpy, EGLConfig config, void* native_window,
                                                          const EGLint* attrib_list) {
    const Call call(dpy);
    return create_native(dpy, config, pointed(SurfaceKind::Window, native_window), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePixmapSurface(EGLDisplay dpy, EGLConfig config, EGLNativePixmapType pixmap,
                                               const EGLint* attrib_list) {
    const Call call(dpy);
    return create_native(dpy, config, {SurfaceKind::Pixmap, static_cast<uintptr_t>(pixmap)}, attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformPixmapSurface(EGLDisplay dpy, EGLConfig config, void* native_pixmap,
                                                       const EGLAttrib* attrib_list) {
    const Call call(dpy);
    return create_native(dpy, config, pointed(SurfaceKind::Pixmap, native_pixmap), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePlatformPixmapSurfaceEXT(EGLDisplay dpy, EGLConfig config, void* native_pixmap,
                                                          const EGLint* attrib_list) {
    const Call call(dpy);
    return create_native(dpy, config, pointed(SurfaceKind::Pixmap, native_pixmap), attrib_list);
}

ASMGL_PUBLIC EGLSurface eglCreatePbufferSurface(EGLDisplay dpy, EGLConfig config, const EGLint* attrib_list) {
    const Call call(dpy);
    return with_display(dpy, [&](DisplayObject& display) -> Outcome<EGLSurface> {
        const FrameConfig* frame = config_of(display, config);
        if (!frame) return Failure(EGL_BAD_CONFIG);
        auto object = std::make_shared<SurfaceObject>();
        object->display = &display;
        object->config = frame;
        const auto size = read_pbuffer_attributes(attrib_list, *object);
        if (size.failure()) return size.failure();
        object->surface =
            std::make_shared<driver::MemorySurface>(buffers_of(*object), size.value().width, size.value().height);
        return add(display, std::move(object));
    });
}

ASMGL_PUBLIC EGLSurface eglCreatePbufferFromClientBuffer(EGLDisplay dpy, EGLenum, EGLClientBuffer, EGLConfig,
                                                         const EGLint*) {
    const Call call(dpy);
    // The only buffers defined are OpenVG's.
    return with_display(dpy, [](DisplayObject&) -> Outcome<EGLSurface> { return Failure(EGL_BAD_PARAMETER); });
}

ASMGL_PUBLIC EGLBoolean eglDestroySurface(EGLDisplay dpy, EGLSurface surface) {
    const Call call(surface);
    std::shared_ptr<SurfaceObject> object;  // ends after the lock
    return with_display(dpy, [&](DisplayObject& display) -> Outcome<EGLBoolean> {
        object = surface_of(display, surface);
        if (!object) return Failure(EGL_BAD_SURFACE);
        display.surfaces.erase(object);
        return EGL_TRUE;
    });
}

namespace {

Outcome<EGLBoolean> set_attribute(SurfaceObject& surface, EGLint attribute, EGLint value) {
    switch (attribute) {
        case EGL_MIPMAP_LEVEL:
            // Where it has an effect the closest level that can be drawn to is taken, and that is 0 of all surfaces.
            surface.mipmap_level = value;
            return EGL_TRUE;
        case EGL_MULTISAMPLE_RESOLVE:
            if (value == EGL_MULTISAMPLE_RESOLVE_BOX) return Failure(EGL_BAD_MATCH);  // no config has the bit
            if (value != EGL_MULTISAMPLE_RESOLVE_DEFAULT) return Failure(EGL_BAD_PARAMETER);
            return EGL_TRUE;
        case EGL_SWAP_BEHAVIOR:
            // Buffers that are copied are preserved in any case; configs for memory only don't promise it.
            if (value != EGL_BUFFER_PRESERVED && value != EGL_BUFFER_DESTROYED) return Failure(EGL_BAD_PARAMETER);
            if (value == EGL_BUFFER_PRESERVED && !surface.config->windows) return Failure(EGL_BAD_MATCH);
            surface.swap_behavior = value;
            surface.surface->preserve_back(value == EGL_BUFFER_PRESERVED);
            return EGL_TRUE;
        default: return Failure(EGL_BAD_ATTRIBUTE);
    }
}

Outcome<EGLBoolean> query(SurfaceObject& surface, EGLint attribute, EGLint* value) {
    if (!value) return Failure(EGL_BAD_PARAMETER);
    const bool pbuffer = surface.kind == SurfaceKind::Pbuffer;
    EGLint unused = 0;
    EGLint& pbuffer_value = pbuffer ? *value : unused;  // "not modified" for other surfaces
    switch (attribute) {
        case EGL_GL_COLORSPACE: *value = surface.colorspace; break;
        case EGL_VG_ALPHA_FORMAT: *value = surface.vg_alpha_format; break;
        case EGL_VG_COLORSPACE: *value = surface.vg_colorspace; break;
        case EGL_CONFIG_ID: *value = surface.config->id; break;
        case EGL_WIDTH: *value = surface.surface->native_size().width; break;
        case EGL_HEIGHT: *value = surface.surface->native_size().height; break;
        case EGL_HORIZONTAL_RESOLUTION:
        case EGL_VERTICAL_RESOLUTION:
        case EGL_PIXEL_ASPECT_RATIO: *value = EGL_UNKNOWN; break;
        case EGL_LARGEST_PBUFFER: pbuffer_value = surface.largest; break;
        case EGL_MIPMAP_TEXTURE: pbuffer_value = surface.mipmap_texture; break;
        case EGL_MIPMAP_LEVEL: pbuffer_value = surface.mipmap_level; break;
        case EGL_TEXTURE_FORMAT: pbuffer_value = surface.texture_format; break;
        case EGL_TEXTURE_TARGET: pbuffer_value = surface.texture_target; break;
        case EGL_MULTISAMPLE_RESOLVE: *value = surface.multisample_resolve; break;
        case EGL_RENDER_BUFFER: *value = surface.single_buffered ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER; break;
        case EGL_SWAP_BEHAVIOR: *value = surface.swap_behavior; break;
        case EGL_BUFFER_AGE_EXT:
            if (&surface != thread().draw.get()) return Failure(EGL_BAD_SURFACE);
            if (!surface.single_buffered) surface.surface->begin_frame();
            *value = surface.single_buffered ? 0 : surface.surface->buffer_age();
            surface.damage.age_known = true;
            break;
        case EGL_PRESENT_OPAQUE_EXT: *value = surface.opaque; break;
        case EGL_POST_SUB_BUFFER_SUPPORTED_NV: *value = surface.posts_regions; break;
        default: return Failure(EGL_BAD_ATTRIBUTE);
    }
    return EGL_TRUE;
}

}  // namespace

ASMGL_PUBLIC EGLBoolean eglSurfaceAttrib(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint value) {
    const Call call(surface);
    return with_surface(dpy, surface, [&](SurfaceObject& object) { return set_attribute(object, attribute, value); });
}

ASMGL_PUBLIC EGLBoolean eglQuerySurface(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint* value) {
    const Call call(surface);
    return with_surface(dpy, surface, [&](SurfaceObject& object) { return query(object, attribute, value); });
}

ASMGL_PUBLIC EGLBoolean eglSwapInterval(EGLDisplay dpy, EGLint interval) {
    const Call call(thread().draw.get());
    return with_display(dpy, [&](DisplayObject&) -> Outcome<EGLBoolean> {
        if (!thread().context) return Failure(EGL_BAD_CONTEXT);
        if (!thread().draw) return Failure(EGL_BAD_SURFACE);
        thread().draw->swaps->set_interval(std::clamp(interval, 0, driver::max_swap_interval));
        return EGL_TRUE;
    });
}

namespace {

std::vector<driver::Rectangle> rectangles(const EGLint* values, EGLint count) {
    std::vector<driver::Rectangle> result;
    for (EGLint i = 0; i < count; ++i, values += 4) result.push_back({values[0], values[1], values[2], values[3]});
    return result;
}

// For commands that work on it without the lock; null: the error has been set.
std::shared_ptr<SurfaceObject> find_surface(EGLDisplay dpy, EGLSurface surface) {
    return checked_object(dpy, surface, surface_of, EGL_BAD_SURFACE);
}

EGLBoolean swap_buffers(EGLDisplay dpy, EGLSurface surface, const EGLint* rects = nullptr, EGLint n_rects = 0) try {
    if (n_rects < 0 || (n_rects > 0 && !rects)) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    const std::shared_ptr<SurfaceObject> object = find_surface(dpy, surface);
    if (!object) return EGL_FALSE;
    // "If surface is not bound to the calling thread's current context": an error in EGL 1.5.
    if (object != thread().draw) return fail(EGL_BAD_SURFACE, EGL_FALSE);
    object->damage.clear_frame();
    if (object->kind != SurfaceKind::Window) {
        // "If surface is a single-buffered window, pixmap, or pbuffer surface, eglSwapBuffers has no effect."
        return succeed(EGL_TRUE);
    }
    driver::Surface& shown = *object->surface;
    glapi::finish_frame(shown);
    if (!object->single_buffered && !shown.await_turn(object->swaps->interval())) object->swaps->await_turn();
    shown.swap(rectangles(rects, n_rects));
    object->swaps->count_swap();
    if (shown.lost()) return fail(EGL_BAD_NATIVE_WINDOW, EGL_FALSE);
    return succeed(EGL_TRUE);
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_FALSE);
}

}  // namespace

ASMGL_PUBLIC EGLBoolean eglSwapBuffers(EGLDisplay dpy, EGLSurface surface) {
    const Call call(surface);
    return swap_buffers(dpy, surface);
}

ASMGL_PUBLIC EGLBoolean eglSwapBuffersWithDamageKHR(EGLDisplay dpy, EGLSurface surface, const EGLint* rects,
                                                    EGLint n_rects) {
    const Call call(surface);
    return swap_buffers(dpy, surface, rects, n_rects);
}

ASMGL_PUBLIC EGLBoolean eglSwapBuffersWithDamageEXT(EGLDisplay dpy, EGLSurface surface, const EGLint* rects,
                                                    EGLint n_rects) {
    const Call call(surface);
    return eglSwapBuffersWithDamageKHR(dpy, surface, rects, n_rects);
}

// EGL_NV_post_sub_buffer: all windows could, whatever was asked for.
static EGLBoolean post_region(EGLDisplay dpy, EGLSurface surface, const driver::Rectangle& region) try {
    const std::shared_ptr<SurfaceObject> object = find_surface(dpy, surface);
    if (!object) return EGL_FALSE;
    if (region.x < 0 || region.y < 0 || region.width < 0 || region.height < 0)
        return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    if (object->kind != SurfaceKind::Window || object->single_buffered) return succeed(EGL_TRUE);
    glapi::finish_frame(*object->surface);
    constexpr int32_t beyond = 1 << 20;  // all windows
    object->surface->show_region(std::min(region.x, beyond), std::min(region.y, beyond), std::min(region.width, beyond),
                                 std::min(region.height, beyond));
    if (object->surface->lost()) return fail(EGL_BAD_NATIVE_WINDOW, EGL_FALSE);
    return succeed(EGL_TRUE);
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_FALSE);
}

ASMGL_PUBLIC EGLBoolean eglPostSubBufferNV(EGLDisplay dpy, EGLSurface surface, EGLint x, EGLint y, EGLint width,
                                           EGLint height) {
    const Call call(surface);
    return post_region(dpy, surface, {x, y, width, height});
}

// EGL_KHR_partial_update. The region is for drivers that gain from drawing less: it is checked and kept, for the frame.
ASMGL_PUBLIC EGLBoolean eglSetDamageRegionKHR(EGLDisplay dpy, EGLSurface surface, EGLint* rects, EGLint n_rects) {
    const Call call(surface);
    return with_surface(dpy, surface, [&](SurfaceObject& object) -> Outcome<EGLBoolean> {
        if (n_rects < 0 || (n_rects > 0 && !rects)) return Failure(EGL_BAD_PARAMETER);
        // Only for the current draw surface, a window's, and one whose contents need not survive swaps.
        if (&object != thread().draw.get() || object.kind != SurfaceKind::Window || object.single_buffered ||
            object.swap_behavior != EGL_BUFFER_DESTROYED)
            return Failure(EGL_BAD_MATCH);
        // Once in a frame, and after the age of the buffer has been asked for.
        if (object.damage.set || !object.damage.age_known) return Failure(EGL_BAD_ACCESS);
        object.damage.set = true;
        return EGL_TRUE;
    });
}

static EGLBoolean copy_buffers(EGLDisplay dpy, EGLSurface surface, EGLNativePixmapType target) try {
    std::shared_ptr<SurfaceObject> object;
    driver::NativeSurface pixmap;
    {
        const std::lock_guard lock(objects_mutex());
        DisplayObject* display = checked_display(dpy);
        if (!display) return EGL_FALSE;
        object = surface_of(*display, surface);
        if (!object) return fail(EGL_BAD_SURFACE, EGL_FALSE);
        glapi::BufferConfig buffers = object->config->buffers;
        buffers.double_buffered = false;
        buffers.depth = buffers.stencil = 0;
        buffers.samples = 1;
        pixmap = display->system->open_pixmap(*object->config, buffers, static_cast<uintptr_t>(target));
    }
    if (!pixmap.surface) return fail(failure_of(pixmap.error, SurfaceKind::Pixmap), EGL_FALSE);
    if (pixmap.surface->width() != object->surface->width() || pixmap.surface->height() != object->surface->height())
        return fail(EGL_BAD_MATCH, EGL_FALSE);
    glapi::finish_frame(*object->surface);
    const auto& source = object->surface->back ? object->surface->back : object->surface->front;
    driver::copy_image(*source, *pixmap.surface->front);
    pixmap.surface->flush_front();
    return succeed(EGL_TRUE);
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_FALSE);
}

ASMGL_PUBLIC EGLBoolean eglCopyBuffers(EGLDisplay dpy, EGLSurface surface, EGLNativePixmapType target) {
    const Call call(surface);
    return copy_buffers(dpy, surface, target);
}
