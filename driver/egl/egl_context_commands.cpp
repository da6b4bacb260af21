// Rendering contexts, currency, images and names: EGL 1.5 sections 3.7 to 3.9 and 3.12.
#include <algorithm>
#include <new>

#include "driver/egl/egl_context_attributes.h"
#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"
#include "glapi/driver_interface.h"

using namespace driver::egl;
using driver::FrameConfig;

namespace {

// Section 2.2: colour and ancillary buffers of the same sizes.
bool compatible(const ContextObject& context, const SurfaceObject& surface) {
    if (!context.config) return true;
    const glapi::BufferConfig &a = context.config->buffers, &b = surface.config->buffers;
    return a.red == b.red && a.alpha == b.alpha && a.float_color == b.float_color && a.depth == b.depth &&
           a.stencil == b.stencil;
}

// Whether the handle is a context of any display: contexts share within one only (EGL_BAD_MATCH).
bool is_context_elsewhere(EGLContext handle) {
    return std::ranges::any_of(all_displays(),
                               [&](DisplayObject* display) { return context_of(*display, handle) != nullptr; });
}

}  // namespace

ASMGL_PUBLIC EGLBoolean eglBindAPI(EGLenum api) {
    const Call call(&thread());
    if (api != EGL_OPENGL_API && api != EGL_OPENGL_ES_API) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    thread().api = api;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLenum eglQueryAPI() { return succeed(thread().api); }

static EGLContext create_context(EGLDisplay dpy, EGLConfig config, EGLContext share_context,
                                 const EGLint* attrib_list) try {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_NO_CONTEXT;
    const FrameConfig* frame = nullptr;
    if (config != EGL_NO_CONFIG_KHR) {
        frame = config_of(*display, config);
        if (!frame) return fail(EGL_BAD_CONFIG, EGL_NO_CONTEXT);
    }
    const EGLenum api = thread().api;
    glapi::ContextRequest request;
    request.api = api == EGL_OPENGL_ES_API ? glapi::Api::OpenGlEs : glapi::Api::OpenGl;
    if (share_context != EGL_NO_CONTEXT) {
        const auto share = context_of(*display, share_context);
        if (!share) return fail(is_context_elsewhere(share_context) ? EGL_BAD_MATCH : EGL_BAD_CONTEXT, EGL_NO_CONTEXT);
        if (share->api != api) return fail(EGL_BAD_CONTEXT, EGL_NO_CONTEXT);
        request.share = share->context;
    }
    if (const EGLint error = read_attributes(attrib_list, request); error != EGL_SUCCESS)
        return fail(error, EGL_NO_CONTEXT);
    request.has_config = frame != nullptr;
    if (frame) request.config = frame->buffers;
    auto object = std::make_shared<ContextObject>();
    const glapi::ContextResult made = glapi::create_context(request);
    if (!made.context)
        return fail(made.error == glapi::ContextError::OutOfMemory ? EGL_BAD_ALLOC : EGL_BAD_MATCH, EGL_NO_CONTEXT);
    object->display = display;
    object->config = frame;
    object->api = api;
    object->context = made.context;
    EGLContext handle = object.get();
    display->contexts.insert(std::move(object));
    return succeed(handle);
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_NO_CONTEXT);
}

ASMGL_PUBLIC EGLContext eglCreateContext(EGLDisplay dpy, EGLConfig config, EGLContext share_context,
                                         const EGLint* attrib_list) {
    const Call call(dpy);
    return create_context(dpy, config, share_context, attrib_list);
}

ASMGL_PUBLIC EGLBoolean eglDestroyContext(EGLDisplay dpy, EGLContext ctx) {
    const Call call(ctx);
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    const auto object = context_of(*display, ctx);
    if (!object) return fail(EGL_BAD_CONTEXT, EGL_FALSE);
    display->contexts.erase(object);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglMakeCurrent(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx) {
    const Call call(ctx);
    Thread& mine = thread();
    if (ctx == EGL_NO_CONTEXT && draw == EGL_NO_SURFACE && read == EGL_NO_SURFACE) {
        {
            const std::lock_guard lock(objects_mutex());
            if (!display_of(dpy)) return fail(EGL_BAD_DISPLAY, EGL_FALSE);
        }
        release_thread_context(mine);
        return succeed(EGL_TRUE);
    }
    if (mine.is_spare()) return fail(EGL_BAD_ALLOC, EGL_FALSE);
    std::shared_ptr<ContextObject> context;
    std::shared_ptr<SurfaceObject> draw_object, read_object;
    {
        const std::lock_guard lock(objects_mutex());
        DisplayObject* display = checked_display(dpy);
        if (!display) return EGL_FALSE;
        if (ctx == EGL_NO_CONTEXT) return fail(EGL_BAD_MATCH, EGL_FALSE);
        context = context_of(*display, ctx);
        if (!context) return fail(EGL_BAD_CONTEXT, EGL_FALSE);
        if (draw != EGL_NO_SURFACE && !(draw_object = surface_of(*display, draw)))
            return fail(EGL_BAD_SURFACE, EGL_FALSE);
        if (read != EGL_NO_SURFACE && !(read_object = surface_of(*display, read)))
            return fail(EGL_BAD_SURFACE, EGL_FALSE);
        if (!draw_object != !read_object) return fail(EGL_BAD_MATCH, EGL_FALSE);
        for (const auto& surface : {draw_object, read_object}) {
            if (!surface) continue;
            if (!compatible(*context, *surface)) return fail(EGL_BAD_MATCH, EGL_FALSE);
            const int own = (mine.draw == surface) + (mine.read == surface);
            if (surface->current_threads > own) return fail(EGL_BAD_ACCESS, EGL_FALSE);
        }
        if (context != mine.context && context->current_threads > 0) return fail(EGL_BAD_ACCESS, EGL_FALSE);
    }
    for (const auto& surface : {draw_object, read_object})
        if (surface && surface->kind == SurfaceKind::Window) {
            surface->surface->update();
            if (surface->surface->lost()) return fail(EGL_BAD_NATIVE_WINDOW, EGL_FALSE);
        }
    if (!glapi::make_current(context->context, draw_object ? draw_object->surface : nullptr,
                             read_object ? read_object->surface : nullptr))
        return fail(EGL_BAD_ACCESS, EGL_FALSE);
    const std::lock_guard lock(objects_mutex());
    if (mine.context) --mine.context->current_threads;
    if (mine.draw) --mine.draw->current_threads;
    if (mine.read) --mine.read->current_threads;
    mine.context = std::move(context);
    mine.draw = std::move(draw_object);
    mine.read = std::move(read_object);
    ++mine.context->current_threads;
    if (mine.draw) ++mine.draw->current_threads;
    if (mine.read) ++mine.read->current_threads;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLContext eglGetCurrentContext() { return succeed<EGLContext>(thread().context.get()); }

ASMGL_PUBLIC EGLSurface eglGetCurrentSurface(EGLint readdraw) {
    const Call call;
    switch (readdraw) {
        case EGL_DRAW: return succeed<EGLSurface>(thread().draw.get());
        case EGL_READ: return succeed<EGLSurface>(thread().read.get());
        default: return fail(EGL_BAD_PARAMETER, EGL_NO_SURFACE);
    }
}

ASMGL_PUBLIC EGLDisplay eglGetCurrentDisplay() {
    return succeed<EGLDisplay>(thread().context ? thread().context->display : nullptr);
}

ASMGL_PUBLIC EGLBoolean eglQueryContext(EGLDisplay dpy, EGLContext ctx, EGLint attribute, EGLint* value) {
    const Call call(ctx);
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    const auto object = context_of(*display, ctx);
    if (!object) return fail(EGL_BAD_CONTEXT, EGL_FALSE);
    if (!value) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    switch (attribute) {
        case EGL_CONFIG_ID: *value = object->config ? object->config->id : 0; break;
        case EGL_CONTEXT_PRIORITY_LEVEL_IMG: *value = EGL_CONTEXT_PRIORITY_MEDIUM_IMG; break;
        case EGL_CONTEXT_CLIENT_TYPE: *value = EGLint(object->api); break;
        case EGL_CONTEXT_CLIENT_VERSION:
            *value = object->api == EGL_OPENGL_ES_API ? glapi::version_of(*object->context) / 10 : 0;
            break;  // OpenGL ES's alone
        case EGL_RENDER_BUFFER: {
            const Thread& mine = thread();
            if (mine.context != object || !mine.draw)
                *value = EGL_NONE;
            else
                *value = mine.draw->single_buffered ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER;
            break;
        }
        default: return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    }
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglReleaseThread() {
    const Call call(&thread());
    Thread& mine = thread();
    release_thread_context(mine);
    mine.api = EGL_OPENGL_ES_API;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglWaitClient() {
    const Call call(thread().context.get());
    if (thread().context) glapi::finish_current();
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglWaitGL() { return eglWaitClient(); }

ASMGL_PUBLIC EGLBoolean eglWaitNative(EGLint engine) {
    const Call call(&thread());
    if (engine != EGL_CORE_NATIVE_ENGINE) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    if (thread().draw) thread().draw->surface->read_native();
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC __eglMustCastToProperFunctionPointerType eglGetProcAddress(const char* procname) {
    if (!procname) return nullptr;
    return reinterpret_cast<__eglMustCastToProperFunctionPointerType>(procedure(procname));
}
