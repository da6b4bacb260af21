// Rendering contexts, currency, images and names: EGL 1.5 sections 3.7 to 3.9 and 3.12.
#include <algorithm>
#include <utility>

#include "driver/egl/egl_checks.h"
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
                               [&](const auto& display) { return context_of(*display, handle) != nullptr; });
}

Outcome<EGLContext> create_context(DisplayObject& display, EGLConfig config, EGLContext share_context,
                                   const EGLint* attributes) {
    const FrameConfig* frame = nullptr;
    if (config != EGL_NO_CONFIG_KHR) {
        frame = config_of(display, config);
        if (!frame) return Failure(EGL_BAD_CONFIG);
    }
    const EGLenum api = thread().api;
    glapi::ContextRequest request;
    request.api = api == EGL_OPENGL_ES_API ? glapi::Api::OpenGlEs : glapi::Api::OpenGl;
    if (share_context != EGL_NO_CONTEXT) {
        const auto share = context_of(display, share_context);
        if (!share) return Failure(is_context_elsewhere(share_context) ? EGL_BAD_MATCH : EGL_BAD_CONTEXT);
        if (share->api != api) return Failure(EGL_BAD_CONTEXT);
        request.share = share->context.get();
    }
    if (const Failure failure = read_attributes(attributes, request)) return failure;
    request.has_config = frame != nullptr;
    if (frame) request.config = frame->buffers;
    auto object = std::make_shared<ContextObject>();
    const glapi::ContextResult made = glapi::create_context(request);
    if (!made.context) return Failure(made.error == glapi::ContextError::OutOfMemory ? EGL_BAD_ALLOC : EGL_BAD_MATCH);
    object->display = &display;
    object->config = frame;
    object->api = api;
    object->context.reset(made.context);
    EGLContext handle = object.get();
    display.contexts.insert(std::move(object));
    return handle;
}

// What eglMakeCurrent is asked to make current. The mutex is held.
Outcome<Binding> find_binding(DisplayObject& display, EGLSurface draw, EGLSurface read, EGLContext context) {
    if (context == EGL_NO_CONTEXT) return Failure(EGL_BAD_MATCH);
    Binding found{context_of(display, context), surface_of(display, draw), surface_of(display, read)};
    if (!found.context) return Failure(EGL_BAD_CONTEXT);
    if ((draw != EGL_NO_SURFACE && !found.draw) || (read != EGL_NO_SURFACE && !found.read))
        return Failure(EGL_BAD_SURFACE);
    if (!found.draw != !found.read) return Failure(EGL_BAD_MATCH);
    for (const auto& surface : {found.draw, found.read})
        if (surface && !compatible(*found.context, *surface)) return Failure(EGL_BAD_MATCH);
    if (found.is_claimed_beside(thread())) return Failure(EGL_BAD_ACCESS);
    return found;
}

Failure make_current(const Binding& wanted) {
    for (const auto& surface : {wanted.draw, wanted.read})
        if (surface && surface->kind == SurfaceKind::Window) {
            surface->surface->update();
            if (surface->surface->lost()) return EGL_BAD_NATIVE_WINDOW;
        }
    const bool made = glapi::make_current(wanted.context->context.get(), wanted.draw ? wanted.draw->surface : nullptr,
                                          wanted.read ? wanted.read->surface : nullptr);
    return made ? EGL_SUCCESS : EGL_BAD_ACCESS;
}

}  // namespace

ASMGL_PUBLIC EGLBoolean eglBindAPI(EGLenum api) {
    const Call call(&thread());
    if (api != EGL_OPENGL_API && api != EGL_OPENGL_ES_API) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    thread().api = api;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLenum eglQueryAPI() { return succeed(thread().api); }

ASMGL_PUBLIC EGLContext eglCreateContext(EGLDisplay dpy, EGLConfig config, EGLContext share_context,
                                         const EGLint* attrib_list) {
    const Call call(dpy);
    return with_display(
        dpy, [&](DisplayObject& display) { return create_context(display, config, share_context, attrib_list); });
}

ASMGL_PUBLIC EGLBoolean eglDestroyContext(EGLDisplay dpy, EGLContext ctx) {
    const Call call(ctx);
    return with_display(dpy, [&](DisplayObject& display) -> Outcome<EGLBoolean> {
        const auto object = context_of(display, ctx);
        if (!object) return Failure(EGL_BAD_CONTEXT);
        display.contexts.erase(object);
        return EGL_TRUE;
    });
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
    Binding next = with_display(dpy, [&](DisplayObject& display) {
        auto found = find_binding(display, draw, read, ctx);
        // From now on, so that of two threads that want the same at once only one gets it.
        if (!found.failure()) found.value().claim(&mine);
        return found;
    });
    if (!next.context) return EGL_FALSE;
    const Failure failure = make_current(next);
    const std::lock_guard lock(objects_mutex());
    if (failure) {
        next.claim(nullptr);
        mine.claim(&mine);
        return fail(failure, EGL_FALSE);
    }
    mine.claim(nullptr);
    next.claim(&mine);
    std::swap(static_cast<Binding&>(mine), next);
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
        case EGL_CONTEXT_CLIENT_TYPE: *value = static_cast<EGLint>(object->api); break;
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
