// Rendering contexts, currency, images and names: EGL 1.5 sections 3.7 to 3.9 and 3.12.
#include <algorithm>
#include <new>

#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"
#include "glapi/driver_interface.h"

using namespace driver::egl;
using driver::FrameConfig;

namespace {

// Whether contexts of OpenGL ES take the attribute: profiles and forward compatibility are OpenGL's, and so is robust
// access as a flag.
bool taken_by_es(EGLint attribute, EGLint value) {
    switch (attribute) {
        case EGL_CONTEXT_OPENGL_PROFILE_MASK:
        case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: return false;
        case EGL_CONTEXT_FLAGS_KHR:
            return !(value &
                     (EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR));
        default: return true;
    }
}

// The attributes of EXT_create_context_robustness are those of EGL 1.5 under other tokens.
EGLint token_of(EGLint attribute) {
    if (attribute == EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT) return EGL_CONTEXT_OPENGL_ROBUST_ACCESS;
    if (attribute == EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT)
        return EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
    return attribute;
}

// Reads the attributes of a context (3.7.1); `request` has its API. Returns an error or EGL_SUCCESS.
EGLint read_attributes(const EGLint* attributes, glapi::ContextRequest& request) {
    EGLint profile = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    bool taken = true;
    for (const EGLint* a = attributes; a && *a != EGL_NONE; a += 2) {
        const EGLint value = a[1];
        if (request.api == glapi::Api::OpenGlEs && !taken_by_es(a[0], value)) return EGL_BAD_ATTRIBUTE;
        // They are OpenGL ES's alone, but what does not go together is told first.
        if (request.api == glapi::Api::OpenGl && token_of(a[0]) != a[0]) taken = false;
        switch (token_of(a[0])) {
            case EGL_CONTEXT_MAJOR_VERSION: request.major = value; break;
            case EGL_CONTEXT_MINOR_VERSION: request.minor = value; break;
            case EGL_CONTEXT_OPENGL_PROFILE_MASK: profile = value; break;
            case EGL_CONTEXT_OPENGL_DEBUG: request.debug = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: request.forward_compatible = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_ROBUST_ACCESS: request.robust_access = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_NO_ERROR_KHR: request.no_error = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY:
                if (value != EGL_NO_RESET_NOTIFICATION && value != EGL_LOSE_CONTEXT_ON_RESET) return EGL_BAD_ATTRIBUTE;
                request.lose_context_on_reset = value == EGL_LOSE_CONTEXT_ON_RESET;
                break;
            case EGL_CONTEXT_FLAGS_KHR:
                if (value & ~(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR |
                              EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR))
                    return EGL_BAD_ATTRIBUTE;
                if (value & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) request.debug = true;
                if (value & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) request.forward_compatible = true;
                if (value & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) request.robust_access = true;
                break;
            case EGL_CONTEXT_RELEASE_BEHAVIOR_KHR:
                if (value != EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR && value != EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR)
                    return EGL_BAD_ATTRIBUTE;
                request.flush_on_release = value == EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR;
                break;
            case EGL_CONTEXT_PRIORITY_LEVEL_IMG:
                // A request: all contexts have the same.
                if (value != EGL_CONTEXT_PRIORITY_HIGH_IMG && value != EGL_CONTEXT_PRIORITY_MEDIUM_IMG &&
                    value != EGL_CONTEXT_PRIORITY_LOW_IMG)
                    return EGL_BAD_ATTRIBUTE;
                break;
            default: return EGL_BAD_ATTRIBUTE;
        }
    }
    if (!glapi::version_defined(request.api, request.major, request.minor)) return EGL_BAD_MATCH;
    if (request.no_error && (request.debug || request.robust_access)) return EGL_BAD_MATCH;
    if (!taken) return EGL_BAD_ATTRIBUTE;
    if (request.api == glapi::Api::OpenGlEs) {
        // Robustness would be an extension of OpenGL ES 1.1 that isn't there.
        const bool robust = request.robust_access || request.lose_context_on_reset;
        return robust && request.major == 1 ? EGL_BAD_MATCH : EGL_SUCCESS;
    }
    const bool has_profiles = request.major > 3 || (request.major == 3 && request.minor >= 2);
    if (request.forward_compatible && request.major < 3) return EGL_BAD_MATCH;
    if (has_profiles && profile != EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT &&
        profile != EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)
        return EGL_BAD_MATCH;
    const bool core = has_profiles && profile == EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    request.profile = core ? glapi::Profile::Core : glapi::Profile::Compatibility;
    return EGL_SUCCESS;
}

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
