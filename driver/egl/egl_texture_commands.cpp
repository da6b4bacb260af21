// Rendering to textures: EGL 1.5 section 3.6. The memory of a bound pbuffer is the texture's.
#include <new>

#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"

using namespace driver::egl;

namespace {

// The pbuffer that one of the commands is about, or null with the error set.
std::shared_ptr<SurfaceObject> texture_pbuffer(EGLDisplay dpy, EGLSurface surface, EGLint buffer) {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = checked_display(dpy);
    if (!display) return nullptr;
    auto object = surface_of(*display, surface);
    if (!object || object->kind != SurfaceKind::Pbuffer) return fail<decltype(object)>(EGL_BAD_SURFACE, nullptr);
    if (buffer != EGL_BACK_BUFFER) return fail<decltype(object)>(EGL_BAD_PARAMETER, nullptr);
    if (object->texture_format == EGL_NO_TEXTURE) return fail<decltype(object)>(EGL_BAD_MATCH, nullptr);
    return object;
}

}  // namespace

ASMGL_PUBLIC EGLBoolean eglBindTexImage(EGLDisplay dpy, EGLSurface surface, EGLint buffer) {
    const Call call(surface);
    constexpr uint32_t texture_2d = 0x0DE1;
    const auto object = texture_pbuffer(dpy, surface, buffer);
    if (!object) return EGL_FALSE;
    if (object->texture.bound()) return fail(EGL_BAD_ACCESS, EGL_FALSE);
    if (!thread().context) return succeed(EGL_TRUE);
    driver::Surface& pbuffer = *object->surface;
    if (thread().draw == object) glapi::resolve_current();
    const bool rgba = object->texture_format == EGL_TEXTURE_RGBA;
    object->texture.bind(
        {"eglBindTexImage", texture_2d, glapi::RowOrder::BottomFirst, rgba, rgba && object->config->buffers.alpha != 0},
        pbuffer.back ? *pbuffer.back : *pbuffer.front);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglReleaseTexImage(EGLDisplay dpy, EGLSurface surface, EGLint buffer) {
    const Call call(surface);
    const auto object = texture_pbuffer(dpy, surface, buffer);
    if (!object) return EGL_FALSE;
    if (thread().context) object->texture.release("eglReleaseTexImage");
    return succeed(EGL_TRUE);
}
