// When frames are shown: CHROMIUM_sync_control, ANGLE_sync_control_rate.
#include "driver/egl/egl_checks.h"
#include "driver/egl/egl_debug.h"
#include "driver/public.h"

using namespace driver::egl;

namespace {

// The surface that one of the commands is about, or null with the error set.
std::shared_ptr<SurfaceObject> timed_surface(EGLDisplay dpy, EGLSurface surface) {
    return checked_object(dpy, surface, surface_of, EGL_BAD_SURFACE);
}

}  // namespace

ASMGL_PUBLIC EGLBoolean eglGetSyncValuesCHROMIUM(EGLDisplay dpy, EGLSurface surface, EGLuint64KHR* ust,
                                                 EGLuint64KHR* msc, EGLuint64KHR* sbc) {
    const Call call(surface);
    const auto object = timed_surface(dpy, surface);
    if (!object) return EGL_FALSE;
    if (!ust || !msc || !sbc) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    const driver::SyncValues values = object->swaps->values();
    *ust = static_cast<EGLuint64KHR>(values.ust);
    *msc = static_cast<EGLuint64KHR>(values.msc);
    *sbc = static_cast<EGLuint64KHR>(values.sbc);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglGetMscRateANGLE(EGLDisplay dpy, EGLSurface surface, EGLint* numerator, EGLint* denominator) {
    const Call call(surface);
    const auto object = timed_surface(dpy, surface);
    if (!object) return EGL_FALSE;
    if (!numerator || !denominator) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    *numerator = object->swaps->clock().numerator();
    *denominator = object->swaps->clock().denominator();
    return succeed(EGL_TRUE);
}
